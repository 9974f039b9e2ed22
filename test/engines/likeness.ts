import type { Colour, Measure, Piece } from './probe.ts'

/** How far a piece of text may lie from where today's Chromium has it, in px. */
const tolerance = 12
/** Engines round colours differently. */
const shade = 4

export interface Likeness {
  /** The share of the pieces that lie where they should and have the colours that they should. */
  share: number
  placed: number
  coloured: number
  /** What is wrong with each of the others. */
  faults: string[]
}

/** Compares a page with how today's Chromium draws it, piece by piece: sideways, from the piece before, and in colour. */
export function likeness(expected: Measure, found: Measure): Likeness {
  const there = named(found.pieces)
  const faults: string[] = []
  let misplaced = 0
  let miscoloured = 0
  // What keeps its place in the window is compared with what does, too.
  const before = new Map<boolean, { expected: Piece; found: Piece }>()
  const all = named(expected.pieces)
  for (const [name, piece] of all) {
    const other = there.get(name)
    if (!other) {
      misplaced++
      miscoloured++
      faults.push(`${short(name)}: not there`)
      continue
    }
    const sideways = other.x - piece.x
    const last = before.get(piece.pinned)
    const down = other.y - piece.y - (last ? last.found.y - last.expected.y : 0)
    const wrongPlace = Math.abs(sideways) > tolerance || Math.abs(down) > tolerance
    const wrongColour = piece.colours.some((colour, at) => !alike(colour, other.colours[at] as Colour))
    if (wrongPlace) misplaced++
    if (wrongColour) miscoloured++
    if (wrongPlace || wrongColour) {
      const where = wrongPlace ? ` ${sideways} px sideways, ${down} px down` : ''
      faults.push(`${short(name)}:${where}${wrongColour ? ` ${colours(piece)} became ${colours(other)}` : ''}`)
    }
    before.set(piece.pinned, { expected: piece, found: other })
  }
  const extra = [...there.keys()].filter((name) => !all.has(name))
  faults.push(...extra.map((name) => `${short(name)}: not there today`))
  const total = all.size + extra.length
  const of = (wrong: number): number => 1 - (wrong + extra.length) / total
  return { share: 1 - faults.length / total, placed: of(misplaced), coloured: of(miscoloured), faults }
}

const short = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name)

/** By their text and which of those with that text it is. */
function named(pieces: readonly Piece[]): Map<string, Piece> {
  const seen = new Map<string, number>()
  return new Map(
    pieces.map((piece) => {
      const count = (seen.get(piece.text) ?? 0) + 1
      seen.set(piece.text, count)
      return [`${piece.text} ${count}`, piece]
    }),
  )
}

const alike = (one: Colour, other: Colour): boolean =>
  one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= shade)
const colours = ({ colours: [letters, ground, far] }: Piece): string =>
  `${letters.join()} on ${ground.join()}${String(far) === String(ground) ? '' : `–${far.join()}`}`

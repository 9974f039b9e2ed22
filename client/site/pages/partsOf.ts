import { compact, joints, normalize } from '../../../contract/text/plainText.ts'

interface Part {
  text: string
  found: boolean
}

/** Divides a text into those of the words that are in it and what is between. */
export function partsOf(text: string, words: readonly string[]): Part[] {
  const characters = [...text]
  let normal = ''
  /** For each place in `normal`, the character that stands there: ㎡ becomes m2. */
  const origin: number[] = []
  for (const [index, character] of characters.entries()) {
    const piece = normalize(character)
    normal += piece
    for (let length = piece.length; length > 0; length--) origin.push(index)
  }
  for (const { 0: joint, index } of [...normal.matchAll(joints)].reverse()) origin.splice(index + 1, joint.length - 1)
  normal = compact(normal)
  const indexes = new Set<number>()
  for (const term of words) {
    for (let at = normal.indexOf(term); at >= 0; at = normal.indexOf(term, at + term.length)) {
      const last = origin[at + term.length - 1] ?? 0
      for (let index = origin[at] ?? 0; index <= last; index++) indexes.add(index)
    }
  }
  const parts: Part[] = []
  for (const [index, character] of characters.entries()) {
    const last = parts[parts.length - 1]
    if (last?.found === indexes.has(index)) last.text += character
    else parts.push({ text: character, found: indexes.has(index) })
  }
  return parts
}

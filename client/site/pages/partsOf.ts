import { normalize } from '../../../contract/plainText.ts'

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
  const indexes = new Set<number | undefined>()
  for (const term of words) {
    for (let at = normal.indexOf(term); at >= 0; at = normal.indexOf(term, at + term.length)) {
      for (const index of origin.slice(at, at + term.length)) indexes.add(index)
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

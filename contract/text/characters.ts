/** Length as a person counts it: 𠮷 is one character. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}

/** The first characters of a text, counted the same way: half of one is what no address and no file can hold. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('')

/** As people read it; as it is where somebody has made it up or cut it. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

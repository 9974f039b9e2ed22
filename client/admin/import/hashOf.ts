/** The same text has the same one, in any browser, and another text most probably another one. */
export function hashOf(text: string): string {
  let one = 0x811c9dc5
  let two = 0x01000193
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193)
    two = Math.imul(two + text.charCodeAt(at), 0x85ebca6b) ^ (two >>> 13)
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`
}

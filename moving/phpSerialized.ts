export type Serialized = string | ReadonlyMap<string, Serialized>

const scalar = /[idb]:([-+.\w]{1,40});|N;/y
const beginningOfText = /s:(\d{1,9}):"/y
const beginningOfArray = /a:\d{1,9}:\{/y
const maxDepth = 8

/** Reads texts, numbers and arrays as PHP writes them; undefined where there is anything else, such as an object. */
export function readSerialized(text: string): Serialized | undefined {
  // Lengths count bytes: here each is a character.
  const bytes = Buffer.from(text).toString('latin1')
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(bytes)
    if (match) at = pattern.lastIndex
    return match
  }
  const readText = (length: number): Serialized | undefined => {
    // Who has replaced words in the database has not counted anew.
    const end = bytes.startsWith('";', at + length) ? at + length : bytes.indexOf('";', at)
    if (end === -1) return undefined
    const value = Buffer.from(bytes.slice(at, end), 'latin1').toString()
    at = end + 2
    return value
  }
  const readArray = (depth: number): Serialized | undefined => {
    const entries = new Map<string, Serialized>()
    while (bytes[at] !== '}') {
      const key = read(depth + 1)
      const value = read(depth + 1)
      if (typeof key !== 'string' || value === undefined) return undefined
      entries.set(key, value)
    }
    at++
    return entries
  }
  const read = (depth: number): Serialized | undefined => {
    if (depth > maxDepth) return undefined
    const [whole, value = ''] = match(scalar) ?? []
    if (whole !== undefined) return value
    const [, length] = match(beginningOfText) ?? []
    if (length !== undefined) return readText(Number(length))
    return match(beginningOfArray) ? readArray(depth) : undefined
  }
  return read(0)
}

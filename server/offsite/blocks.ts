import type { Bytes } from '../backup/readArchive.ts'

/** The same bytes in blocks of `size`, after one of `first`. The last has what is left, and is known to be the last. */
export async function* blocks(
  source: Bytes,
  size: number,
  first = size,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }, void, undefined> {
  let held: Buffer[] = []
  let [length, wanted] = [0, first]
  for await (const chunk of source) {
    held.push(chunk)
    length += chunk.length
    if (length <= wanted) continue
    let rest = Buffer.concat(held)
    for (; rest.length > wanted; wanted = size) {
      yield { bytes: rest.subarray(0, wanted), isLast: false }
      rest = rest.subarray(wanted)
    }
    ;[held, length] = [[rest], rest.length]
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

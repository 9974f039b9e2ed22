import type { Bytes } from './readArchive.ts'

/** The same bytes in blocks of `size`, after one of `first`. The last has what is left, and is known to be the last. */
export async function* blocks(
  source: Bytes,
  size: number,
  first = size,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }, void, undefined> {
  let held: Buffer[] = []
  let length = 0
  let blockSize = first
  for await (const chunk of source) {
    held.push(chunk)
    length += chunk.length
    if (length <= blockSize) continue
    let rest = Buffer.concat(held)
    for (; rest.length > blockSize; blockSize = size) {
      yield { bytes: rest.subarray(0, blockSize), isLast: false }
      rest = rest.subarray(blockSize)
    }
    held = [rest]
    length = rest.length
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

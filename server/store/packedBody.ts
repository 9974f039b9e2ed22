import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Bodies from this length on are kept packed: shorter ones, which are nearly all, would gain little and cost every reader. */
const packedFrom = 32_768
const fast = { level: 1 }

const deflate = promisify<Uint8Array, typeof fast, Buffer>(deflateRaw)

/** Byte for byte what the string holds, half of a surrogate pair included. */
const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf16le')

/** The record with its body packed, if that is long; whoever reads the field finds the text. Packed beside the main thread. */
export async function withPackedBody<R extends object>(record: R, body: (keyof R & string) | undefined): Promise<R> {
  const text = longText(record, body)
  return text === undefined ? record : unpackedWhenRead(record, body as keyof R & string, await deflate(bytesOf(text), fast))
}

/** The same at once, while records are loaded. */
export function withPackedBodySync<R extends object>(record: R, body: (keyof R & string) | undefined): R {
  const text = longText(record, body)
  return text === undefined ? record : unpackedWhenRead(record, body as keyof R & string, deflateRawSync(bytesOf(text), fast))
}

function longText<R extends object>(record: R, body: (keyof R & string) | undefined): string | undefined {
  const text = body === undefined ? undefined : record[body]
  return typeof text === 'string' && text.length >= packedFrom ? text : undefined
}

function unpackedWhenRead<R extends object>(record: R, body: keyof R & string, bytes: Buffer): R {
  const copy = { ...record }
  Object.defineProperty(copy, body, { get: () => inflateRawSync(bytes).toString('utf16le'), enumerable: true })
  return Object.freeze(copy)
}

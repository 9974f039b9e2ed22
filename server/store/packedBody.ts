import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Shorter bodies, which are nearly all, stay unpacked: they would save little and cost every reader time. */
const minPackedLength = 32_768
const fast = { level: 1 }

const deflate = promisify<Uint8Array, typeof fast, Buffer>(deflateRaw)

/** UTF-16, which keeps lone surrogates. */
const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf16le')

/** Replaces a long body by its compressed bytes, which are decompressed when the field is read. Compresses in the thread pool. */
export async function withPackedBody<R extends object>(record: R, body: (keyof R & string) | undefined): Promise<R> {
  const text = longText(record, body)
  return text === undefined ? record : unpackedWhenRead(record, body as keyof R & string, await deflate(bytesOf(text), fast))
}

/** The same synchronously, for loading records. */
export function withPackedBodySync<R extends object>(record: R, body: (keyof R & string) | undefined): R {
  const text = longText(record, body)
  return text === undefined ? record : unpackedWhenRead(record, body as keyof R & string, deflateRawSync(bytesOf(text), fast))
}

function longText<R extends object>(record: R, body: (keyof R & string) | undefined): string | undefined {
  const text = body === undefined ? undefined : record[body]
  return typeof text === 'string' && text.length >= minPackedLength ? text : undefined
}

function unpackedWhenRead<R extends object>(record: R, body: keyof R & string, bytes: Buffer): R {
  const copy = { ...record }
  Object.defineProperty(copy, body, { get: () => inflateRawSync(bytes).toString('utf16le'), enumerable: true })
  return Object.freeze(copy)
}

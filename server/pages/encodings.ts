import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers send some 30 characters; what is far longer is no browser's, and is not worth reading. */
const longestHeader = 500
/** Browsers send the same few headers over and over; the answer to each is remembered. */
const known = new Map<string, Encoding>()

export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined || header.length > longestHeader) return 'identity'
  const answer = known.get(header)
  if (answer !== undefined) return answer
  const accepted = header.toLowerCase().split(',').filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part)).map((part) => part.split(';', 1)[0]?.trim())
  const best = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
  if (known.size < 200) known.set(header, best)
  return best
}

/** Quick rather than dense: somebody waits. */
export function compress(bytes: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return bytes
  if (encoding === 'gzip') return gzipSync(bytes, { level: 6 })
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
}

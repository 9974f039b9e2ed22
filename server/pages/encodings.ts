import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers send the same few headers over and over; the answer to each is remembered. */
const known = new Map<string, Encoding>()

export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const answer = known.get(header)
  if (answer !== undefined) return answer
  const takes = (name: string): boolean => header.split(',').some((part) => new RegExp(`^\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*$)|$)`, 'i').test(part))
  const best = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
  if (known.size < 200) known.set(header, best)
  return best
}

/** Quick rather than dense: somebody waits. */
export function compress(bytes: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return bytes
  if (encoding === 'gzip') return gzipSync(bytes, { level: 6 })
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
}

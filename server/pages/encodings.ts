import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers send some 30 characters; a much longer header is not parsed. */
const maxHeaderLength = 500
/** Browsers send the same few headers, so results are cached. */
const cache = new Map<string, Encoding>()

export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined || header.length > maxHeaderLength) return 'identity'
  const cached = cache.get(header)
  if (cached !== undefined) return cached
  const parts = header
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
  const names = parts.map((part) => part.split(';', 1)[0]?.trim())
  let best: Encoding = 'identity'
  if (names.includes('br')) best = 'br'
  else if (names.includes('gzip')) best = 'gzip'
  if (cache.size < 200) cache.set(header, best)
  return best
}

/** At low levels, since a visitor waits for it; lower still for what is sent only `once`. */
export function compress(bytes: Buffer, encoding: Encoding, once: boolean): Buffer {
  if (encoding === 'identity') return bytes
  if (encoding === 'gzip') return gzipSync(bytes, { level: once ? 1 : 6 })
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: sizeHint } = constants
  return brotliCompressSync(bytes, { params: { [quality]: once ? 2 : 5, [sizeHint]: bytes.length } })
}

import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Source } from '../contract/kinds/foreignReading.ts'

/** The text is larger than is read. */
export class TextTooLarge extends Error {}

const decompressors: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** The text of a page or a sitemap, which is at most `maxBytes` long. */
export function sourceText(source: Source, maxBytes: number): string {
  const decompress = decompressors[source.contentEncoding.trim().toLowerCase()]
  const sent = decompress ? unpacked(source.bytes, decompress, maxBytes) : source.bytes
  // A sitemap may be a packed file, which is sent as it is.
  const isPacked = sent[0] === 0x1f && sent[1] === 0x8b
  return decodeText(isPacked ? unpacked(sent, gunzipSync, maxBytes) : sent, source.contentType)
}

function unpacked(bytes: Uint8Array, decompress: typeof gunzipSync, maxOutputLength: number): Uint8Array {
  try {
    return decompress(bytes, { maxOutputLength })
  } catch (cause) {
    if (cause instanceof RangeError) throw new TextTooLarge('', { cause })
    // It is damaged, or was never packed.
    return bytes
  }
}

/**
 * Reads a text in the encoding that it has. Old Chinese sites often name a wrong one, or none: what is valid UTF-8 is UTF-8, since no
 * longer text of another encoding is valid by chance.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const marked = markedEncoding(bytes)
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes)
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  const named = namedEncodings(bytes, contentType).find((encoding) => encoding !== 'utf-8')
  if (named !== undefined) return new TextDecoder(named).decode(bytes)
  return new TextDecoder(isMostlyUtf8(bytes) ? 'utf-8' : 'gb18030').decode(bytes)
}

/** A few damaged characters in a text of UTF-8; a text of GBK has hardly one that could be. Counted piece by piece: it may be very long. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder()
  let wrong = 0
  let other = 0
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
    for (let index = 0; index < piece.length; index++) {
      const code = piece.charCodeAt(index)
      if (code === 0xfffd) wrong++
      else if (code > 0x7f) other++
    }
  }
  return wrong < other / 4
}
const pieceBytes = 65_536

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

/** Where a page names its encoding, it does so near its beginning. */
const searchedBytes = 4_096

/** What the header, the page or the document of XML say, where a decoder knows it. */
function namedEncodings(bytes: Uint8Array, contentType: string): string[] {
  const beginning = Buffer.from(bytes.subarray(0, searchedBytes)).toString('latin1')
  const labels = [
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1],
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(beginning)?.[1],
    /<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]+)/i.exec(beginning)?.[1],
  ]
  return labels.flatMap((label) => (label === undefined ? [] : knownEncoding(label)))
}

function knownEncoding(label: string): string[] {
  try {
    return [new TextDecoder(label).encoding]
  } catch {
    return []
  }
}

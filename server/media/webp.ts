import { keptBytes, type Picture } from './keptBytes.ts'

type Size = Pick<Picture, 'width' | 'height'>

const headerEnd = 12
/** The flags of the canvas that announce Exif and XMP. */
const metadataFlags = 0b1100

/**
 * Reads chunks: name, length, data, a padding byte after odd lengths. Accepts one still picture, of the size of the canvas chunk if there
 * is one. Leaves out the orientation, too: only variants are WebP, and the browser draws those upright.
 */
export function readWebp(bytes: Buffer): Picture | undefined {
  if (
    bytes.length < 20 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, headerEnd) !== 'WEBP'
  )
    return undefined
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return undefined
  const { keep, put, all } = keptBytes(bytes)
  let canvas: Size | undefined
  let size: Size | undefined
  keep(0, headerEnd)
  for (let offset = headerEnd; offset + 8 <= end; ) {
    const name = bytes.toString('latin1', offset, offset + 4)
    const length = bytes.readUInt32LE(offset + 4)
    if (offset + 8 + length > end) return undefined
    const data = bytes.subarray(offset + 8, offset + 8 + length)
    // Some encoders omit the padding at the end.
    const next = Math.min(offset + 8 + length + (length & 1), end)
    if (name === 'ANIM' || name === 'ANMF') return undefined
    if (name === 'VP8X') {
      if (offset !== headerEnd || length !== 10) return undefined
      canvas = { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) }
      const chunk = Buffer.from(bytes.subarray(offset, next))
      chunk.writeUInt8(chunk.readUInt8(8) & ~metadataFlags, 8)
      put(chunk)
    }
    if (name === 'VP8 ' || name === 'VP8L') {
      if (size || (!canvas && offset !== headerEnd)) return undefined
      size = name === 'VP8 ' ? lossySize(data) : losslessSize(data)
      if (!size) return undefined
    }
    if (name === 'VP8 ' || name === 'VP8L' || name === 'ALPH' || name === 'ICCP') keep(offset, next)
    offset = next
  }
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) return undefined
  const kept = all()
  kept.writeUInt32LE(kept.length - 8, 4)
  return { type: 'webp', ...size, orientation: 1, kept }
}

/** A key frame: start code, then width and height of 14 bits each. */
function lossySize(data: Buffer): Size | undefined {
  if (data.length <= 10 || (data.readUInt8(0) & 1) !== 0) return undefined
  if (data.readUIntBE(3, 3) !== 0x9d012a) return undefined
  const width = data.readUInt16LE(6) & 0x3fff
  const height = data.readUInt16LE(8) & 0x3fff
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** Signature, width and height minus one of 14 bits each, an alpha flag, and version 0. */
function losslessSize(data: Buffer): Size | undefined {
  if (data.length <= 5 || data.readUInt8(0) !== 0x2f) return undefined
  const bits = data.readUInt32LE(1)
  return bits >>> 29 === 0 ? { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) } : undefined
}

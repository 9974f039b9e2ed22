import { crc32 } from 'node:zlib'
import { orientationOf, tiffLength, tiffOf } from './exif.ts'
import { keptBytes, type Picture } from './keptBytes.ts'

const headerEnd = 33
const bitDepthsByColourType: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** The optional chunks that affect how pixels look: transparency, colours, resolution and animation. Anybody may define others. */
const imageChunks = new Set(
  'tRNS cHRM gAMA iCCP sRGB sBIT cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)
/** A chunk whose name begins with a capital letter is needed to decode the picture. */
const isImageData = (name: string): boolean => /^[A-Z]/.test(name) || imageChunks.has(name)

/** Reads chunks up to the end marker: length, name, data, checksum. Keeps the orientation in an Exif chunk of its own. */
export function readPng(bytes: Buffer): Picture | undefined {
  const size = headerSize(bytes)
  if (!size) return undefined
  const { keep, put, all } = keptBytes(bytes)
  let orientation: number | undefined
  let hasPixels = false
  keep(0, headerEnd)
  for (let offset = headerEnd; offset + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset)
    const next = offset + 12 + length
    const name = bytes.toString('latin1', offset + 4, offset + 8)
    if (next > bytes.length || name === 'IHDR') return undefined
    if (name === 'eXIf' && orientation === undefined) {
      orientation = orientationOf(bytes.subarray(offset + 8, next - 4))
      if (orientation !== 1) put(exifChunk(orientation))
    } else if (isImageData(name)) keep(offset, next)
    if (name === 'IEND') {
      if (!hasPixels || length > 0) return undefined
      return { type: 'png', ...size, orientation: orientation ?? 1, kept: all() }
    }
    hasPixels ||= name === 'IDAT' && length > 0
    offset = next
  }
  return undefined
}

function headerSize(bytes: Buffer) {
  if (bytes.length < headerEnd || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const width = bytes.readUInt32BE(16)
  const height = bytes.readUInt32BE(20)
  const [depth = 0, colour = 0, compression, filter, interlace] = bytes.subarray(24, 29)
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) return undefined
  if (!bitDepthsByColourType[colour]?.includes(depth)) return undefined
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return undefined
  return { width, height }
}

function exifChunk(orientation: number): Buffer {
  const named = Buffer.concat([Buffer.from('eXIf', 'latin1'), tiffOf(orientation)])
  const chunk = Buffer.alloc(4 + named.length + 4)
  chunk.writeUInt32BE(tiffLength, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), chunk.length - 4)
  return chunk
}

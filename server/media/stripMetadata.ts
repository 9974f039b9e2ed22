/** The remaining bytes of a picture, and its Exif orientation (1 to 8). */
export interface Stripped {
  bytes: Buffer
  orientation: number
}

/**
 * Removes a picture's metadata: place, time, author, device, thumbnails, and any bytes after its end. Keeps colour profiles, and the
 * orientation in an Exif block of its own. Nothing is decoded: blocks are kept or left out in one pass, moving the given bytes in place.
 * Bytes that are not a picture are returned unchanged; `sniff` rejects them.
 */
export function stripMetadata(bytes: Buffer): Stripped {
  if (bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8) return stripJpeg(bytes)
  if (bytes.length >= 12 && bytes.toString('latin1', 1, 4) === 'PNG') return stripPng(bytes)
  if (bytes.length >= 12 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return stripWebp(bytes)
  return { bytes, orientation: 1 }
}

/** Moves the kept blocks to the front. Since nothing grows, it never writes beyond what was read. */
function collect(bytes: Buffer) {
  let length = 0
  return {
    keep(from: number, to: number): void {
      if (from !== length) bytes.copyWithin(length, from, to)
      length += to - from
    },
    put(block: Buffer): void {
      length += block.copy(bytes, length)
    },
    kept: (): Buffer => bytes.subarray(0, length),
  }
}

const jpeg = {
  end: 0xd9, start: 0xd8, scan: 0xda, temporary: 0x01, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, app15: 0xef, comment: 0xfe,
}
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7
const hasNoLength = (code: number): boolean => code === jpeg.end || code === jpeg.temporary || isRestart(code)

function stripJpeg(bytes: Buffer): Stripped {
  const { keep, put, kept } = collect(bytes)
  let exif: number | undefined
  keep(0, 2)
  let offset = 2
  while (offset + 2 <= bytes.length && bytes[offset] === 0xff) {
    const code = bytes[offset + 1] ?? 0
    if (code === 0xff) {
      offset += 1 // markers may be padded
      continue
    }
    if (hasNoLength(code)) {
      keep(offset, offset + 2)
      if (code === jpeg.end) break
      offset += 2
      continue
    }
    const next = segmentEnd(bytes, offset)
    if (next === undefined) break
    const data = bytes.subarray(offset + 4, next)
    const startsWith = (text: string): boolean => data.toString('latin1', 0, text.length) === text
    if (code === jpeg.app1 && exif === undefined && startsWith('Exif\0\0')) {
      exif = orientationOf(bytes.subarray(offset + 10, next))
      if (exif !== 1) put(exifSegment(exif))
    } else if (isImageData(code, startsWith)) keep(offset, next)
    offset = next
    if (code !== jpeg.scan) continue
    offset = scanEnd(bytes, next)
    keep(next, offset)
  }
  return { bytes: kept(), orientation: exif ?? 1 }
}

/** Undefined where there is no segment, or where it is cut off. */
function segmentEnd(bytes: Buffer, offset: number): number | undefined {
  const code = bytes[offset + 1]
  if (code === 0 || code === jpeg.start || offset + 4 > bytes.length) return undefined
  const end = offset + 2 + bytes.readUInt16BE(offset + 2)
  return end < offset + 4 || end > bytes.length ? undefined : end
}

/** Three application segments affect how pixels look: JFIF, the colour profile, and Adobe's colour space. */
function isImageData(code: number, startsWith: (text: string) => boolean): boolean {
  if (code === jpeg.app0) return startsWith('JFIF\0')
  if (code === jpeg.app2) return startsWith('ICC_PROFILE\0')
  if (code === jpeg.app14) return startsWith('Adobe')
  return code !== jpeg.comment && (code < jpeg.app0 || code > jpeg.app15)
}

/** The position of the marker after a scan; the end of the bytes if the scan was cut off. */
function scanEnd(bytes: Buffer, from: number): number {
  let offset = bytes.indexOf(0xff, from)
  while (offset !== -1 && offset + 1 < bytes.length) {
    const code = bytes[offset + 1] ?? 0
    if (code !== 0 && code !== 0xff && !isRestart(code)) return offset
    offset = bytes.indexOf(0xff, code === 0xff ? offset + 1 : offset + 2)
  }
  return bytes.length
}

/** The optional chunks that affect how pixels look: transparency, colours, resolution and animation. Anybody may define others. */
const imageChunks = new Set('tRNS cHRM gAMA iCCP sRGB sBIT cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '))
/** A chunk whose name begins with a capital letter is needed to decode the picture. */
const isPngData = (name: string): boolean => /^[A-Z]/.test(name) || imageChunks.has(name)

function stripPng(bytes: Buffer): Stripped {
  const { keep, put, kept } = collect(bytes)
  let exif: number | undefined
  keep(0, 8)
  let offset = 8
  while (offset + 12 <= bytes.length) {
    const next = offset + 12 + bytes.readUInt32BE(offset)
    if (next > bytes.length) break
    const name = bytes.toString('latin1', offset + 4, offset + 8)
    if (name === 'eXIf' && exif === undefined) {
      exif = orientationOf(bytes.subarray(offset + 8, next - 4))
      if (exif !== 1) put(exifChunk(exif))
    } else if (isPngData(name)) keep(offset, next)
    if (name === 'IEND') break
    offset = next
  }
  return { bytes: kept(), orientation: exif ?? 1 }
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF'])
const exifAndXmpFlags = 0b1100

/** Removes the orientation, too: only variants are WebP, and the browser draws those upright. */
function stripWebp(bytes: Buffer): Stripped {
  const { keep, kept } = collect(bytes)
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  keep(0, 12)
  for (let offset = 12; offset + 8 <= end; ) {
    const size = bytes.readUInt32LE(offset + 4)
    if (offset + 8 + size > end) break
    // Padded to an even length; some encoders omit the padding at the end.
    const next = Math.min(offset + 8 + size + (size & 1), end)
    const name = bytes.toString('latin1', offset, offset + 4)
    if (name === 'VP8X' && size > 0) bytes.writeUInt8(bytes.readUInt8(offset + 8) & ~exifAndXmpFlags, offset + 8)
    if (webpChunks.has(name)) keep(offset, next)
    offset = next
  }
  const remaining = kept()
  remaining.writeUInt32LE(remaining.length - 8, 4)
  return { bytes: remaining, orientation: 1 }
}

const orientationTag = 0x0112
const shortType = 3
/** The smallest TIFF structure with an orientation: header, one entry, and the offset of the next directory. */
const minTiffLength = 26

function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 4)
  const little = order === 'II*\0'
  if (tiff.length < minTiffLength || (!little && order !== 'MM\0*')) return 1
  const short = (offset: number): number => (little ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const first = directory + 2
  const last = Math.min(first + 12 * short(directory), tiff.length) - 12
  for (let offset = first; offset <= last; offset += 12) {
    if (short(offset) !== orientationTag) continue
    const value = short(offset + 8)
    return short(offset + 2) === shortType && value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(minTiffLength)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(shortType, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

const exifSegment = (orientation: number): Buffer =>
  Buffer.concat([Buffer.from([0xff, jpeg.app1, 0, 2 + 6 + minTiffLength]), Buffer.from('Exif\0\0', 'latin1'), tiffOf(orientation)])

function exifChunk(orientation: number): Buffer {
  const named = Buffer.concat([Buffer.from('eXIf', 'latin1'), tiffOf(orientation)])
  const chunk = Buffer.alloc(4 + named.length + 4)
  chunk.writeUInt32BE(minTiffLength, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), chunk.length - 4)
  return chunk
}

/** Node has zlib.crc32 only since 20.15. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

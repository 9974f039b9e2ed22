export interface Picture {
  type: 'jpg' | 'png' | 'webp'
  width: number
  height: number
}

/** Detects the type and size of a picture from its bytes; undefined when it is not a picture. Reads only the structure, not the pixels. */
export function sniff(bytes: Uint8Array): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return sniffPng(view) ?? sniffJpeg(view) ?? sniffWebp(view)
}

const maxSide = 16_384
const maxPixels = 50_000_000

/** Whether a browser can decode it: a few bytes can decode to gigabytes of pixels. */
export const isWithinLimits = ({ width, height }: Picture): boolean => width <= maxSide && height <= maxSide && width * height <= maxPixels

const fourLetters = (letters: string): number => [...letters].reduce((number, letter) => number * 256 + letter.charCodeAt(0), 0)
const IHDR = fourLetters('IHDR')
const IDAT = fourLetters('IDAT')
const IEND = fourLetters('IEND')

const bitDepthsByColourType: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

function sniffPng(view: DataView): Picture | undefined {
  const picture = pngHeader(view)
  return picture && isCompletePng(view) ? picture : undefined
}

function pngHeader(view: DataView): Picture | undefined {
  if (view.byteLength < 33 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined
  if (view.getUint32(8) !== 13 || view.getUint32(12) !== IHDR) return undefined
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [depth, colour, compression, filter, interlace] = [24, 25, 26, 27, 28].map((offset) => view.getUint8(offset))
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) return undefined
  if (colour === undefined || depth === undefined || !bitDepthsByColourType[colour]?.includes(depth)) return undefined
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return undefined
  return { type: 'png', width, height }
}

/** Reads the chunks behind the header up to the end marker: length, name, data, checksum. */
function isCompletePng(view: DataView): boolean {
  let data = false
  for (let offset = 33; offset + 12 <= view.byteLength; offset += 12 + view.getUint32(offset)) {
    const name = view.getUint32(offset + 4)
    if (name === IEND) return data && view.getUint32(offset) === 0
    if (name === IHDR) return false
    data ||= name === IDAT && view.getUint32(offset) > 0
  }
  return false
}

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, temporary: 0x01, restart0: 0xd0, restart7: 0xd7 }
/** Start of frame; C4, C8 and CC in that range have other meanings. */
const isFrameStart = (code: number): boolean => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc

/** Reads segments up to the first scan: marker, length (including its own two bytes), data. */
function sniffJpeg(view: DataView): Picture | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xff00 + marker.start) return undefined
  let picture: Picture | undefined
  let offset = 2
  while (offset + 4 <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return undefined
    const code = view.getUint8(offset + 1)
    if (code === 0xff) {
      offset += 1 // markers may be padded
      continue
    }
    if (code === marker.temporary || (code >= marker.restart0 && code <= marker.restart7)) {
      offset += 2 // these have no length field
      continue
    }
    if (code === 0 || code === marker.start || code === marker.end) return undefined
    const length = view.getUint16(offset + 2)
    const next = offset + 2 + length
    if (length < 2 || next > view.byteLength) return undefined
    if (code === marker.scan) return next < view.byteLength && isScanHeader(view, offset, length) ? picture : undefined
    if (isFrameStart(code)) {
      if (picture !== undefined) return undefined
      picture = frameSize(view, offset, length)
      if (picture === undefined) return undefined
    }
    offset = next
  }
  return undefined
}

function frameSize(view: DataView, offset: number, length: number): Picture | undefined {
  if (length < 11) return undefined
  const [height, width, parts] = [view.getUint16(offset + 5), view.getUint16(offset + 7), view.getUint8(offset + 9)]
  return width > 0 && height > 0 && parts >= 1 && parts <= 4 && length === 8 + 3 * parts ? { type: 'jpg', width, height } : undefined
}

function isScanHeader(view: DataView, offset: number, length: number): boolean {
  const parts = length < 3 ? 0 : view.getUint8(offset + 4)
  return parts >= 1 && parts <= 4 && length === 6 + 2 * parts
}

const RIFF = fourLetters('RIFF')
const WEBP = fourLetters('WEBP')
const VP8X = fourLetters('VP8X')
const animationChunks = new Set([fourLetters('ANIM'), fourLetters('ANMF')])
const bitstreams = new Map([
  [fourLetters('VP8 '), lossyFrame],
  [fourLetters('VP8L'), losslessFrame],
])

/**
 * Reads chunks: name, length, data, a padding byte after odd lengths. Accepts one still picture, of the size of the canvas chunk if there
 * is one.
 */
function sniffWebp(view: DataView): Picture | undefined {
  if (view.byteLength < 20 || view.getUint32(0) !== RIFF || view.getUint32(8) !== WEBP) return undefined
  const end = 8 + view.getUint32(4, true)
  if (end > view.byteLength) return undefined
  let canvas: Picture | undefined
  let picture: Picture | undefined
  for (let offset = 12; offset + 8 <= end; ) {
    const name = view.getUint32(offset)
    const length = view.getUint32(offset + 4, true)
    const data = offset + 8
    if (data + length > end || animationChunks.has(name)) return undefined
    if (name === VP8X) {
      if (offset !== 12 || length !== 10) return undefined
      canvas = { type: 'webp', width: 1 + uint24(view, data + 4), height: 1 + uint24(view, data + 7) }
    }
    const frameOf = bitstreams.get(name)
    if (frameOf) {
      if (picture !== undefined || (canvas === undefined && offset !== 12)) return undefined
      picture = frameOf(view, data, length)
      if (picture === undefined) return undefined
    }
    offset = data + length + (length & 1)
  }
  return canvas && (canvas.width !== picture?.width || canvas.height !== picture.height) ? undefined : picture
}

const uint24 = (view: DataView, offset: number): number => view.getUint16(offset, true) + view.getUint8(offset + 2) * 65_536

/** A key frame: start code, then width and height of 14 bits each. */
function lossyFrame(view: DataView, offset: number, length: number): Picture | undefined {
  if (length <= 10 || (view.getUint8(offset) & 1) !== 0) return undefined
  if (view.getUint16(offset + 3) !== 0x9d01 || view.getUint8(offset + 5) !== 0x2a) return undefined
  const [width, height] = [view.getUint16(offset + 6, true) & 0x3fff, view.getUint16(offset + 8, true) & 0x3fff]
  return width > 0 && height > 0 ? { type: 'webp', width, height } : undefined
}

/** Signature, width and height minus one of 14 bits each, an alpha flag, and version 0. */
function losslessFrame(view: DataView, offset: number, length: number): Picture | undefined {
  if (length <= 5 || view.getUint8(offset) !== 0x2f) return undefined
  const bits = view.getUint32(offset + 1, true)
  return bits >>> 29 === 0 ? { type: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) } : undefined
}

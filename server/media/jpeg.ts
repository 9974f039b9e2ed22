import { orientationOf, tiffLength, tiffOf } from './exif.ts'
import { keptBytes, type Picture } from './keptBytes.ts'

const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  temporary: 0x01,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
}
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7
/** Start of frame; C4, C8 and CC in that range have other meanings. */
const isFrameStart = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc

/**
 * Reads segments: marker, length (including its own two bytes), data; behind a scan follow its pixels. What ends the segments before the
 * first scan makes it no picture; later it is cut off there. Keeps the orientation in an Exif segment of its own.
 */
export function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff00 + marker.start) return undefined
  const { keep, put, all } = keptBytes(bytes)
  let frame: { width: number; height: number } | undefined
  let orientation: number | undefined
  let pixelBytes = 0
  keep(0, 2)
  let offset = 2
  while (offset + 2 <= bytes.length && bytes[offset] === 0xff) {
    const code = bytes[offset + 1] ?? 0
    if (code === 0xff) {
      offset += 1 // markers may be padded
      continue
    }
    if (code === marker.end || code === marker.temporary || isRestart(code)) {
      keep(offset, offset + 2) // these have no length
      if (code === marker.end) break
      offset += 2
      continue
    }
    const next = segmentEnd(bytes, offset)
    if (next === undefined) break
    const data = bytes.subarray(offset + 4, next)
    if (isFrameStart(code)) {
      if (frame) return undefined
      frame = frameSize(data)
      if (!frame) return undefined
    }
    if (code === marker.scan && (!frame || !isScanHeader(data))) return undefined
    if (code === marker.app1 && orientation === undefined && startsWith(data, 'Exif\0\0')) {
      orientation = orientationOf(data.subarray(6))
      if (orientation !== 1) put(exifSegment(orientation))
    } else if (isImageData(code, data)) keep(offset, next)
    offset = next
    if (code !== marker.scan) continue
    offset = scanEnd(bytes, next)
    keep(next, offset)
    pixelBytes += offset - next
  }
  if (!frame || pixelBytes === 0) return undefined
  return { type: 'jpg', ...frame, orientation: orientation ?? 1, kept: all() }
}

/** Undefined where there is no segment, or where it is cut off. */
function segmentEnd(bytes: Buffer, offset: number): number | undefined {
  const code = bytes[offset + 1]
  if (code === 0 || code === marker.start || offset + 4 > bytes.length) return undefined
  const end = offset + 2 + bytes.readUInt16BE(offset + 2)
  return end < offset + 4 || end > bytes.length ? undefined : end
}

function frameSize(data: Buffer) {
  if (data.length < 9) return undefined
  const height = data.readUInt16BE(1)
  const width = data.readUInt16BE(3)
  const parts = data.readUInt8(5)
  return width > 0 && height > 0 && parts >= 1 && parts <= 4 && data.length === 6 + 3 * parts
    ? { width, height }
    : undefined
}

function isScanHeader(data: Buffer): boolean {
  const parts = data[0] ?? 0
  return parts >= 1 && parts <= 4 && data.length === 4 + 2 * parts
}

const startsWith = (data: Buffer, text: string): boolean => data.toString('latin1', 0, text.length) === text

/** Three application segments affect how pixels look: JFIF, the colour profile, and Adobe's colour space. */
function isImageData(code: number, data: Buffer): boolean {
  if (code === marker.app0) return startsWith(data, 'JFIF\0')
  if (code === marker.app2) return startsWith(data, 'ICC_PROFILE\0')
  if (code === marker.app14) return startsWith(data, 'Adobe')
  return code !== marker.comment && (code < marker.app0 || code > marker.app15)
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

const exifSegment = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, marker.app1, 0, 2 + 6 + tiffLength]),
    Buffer.from('Exif\0\0', 'latin1'),
    tiffOf(orientation),
  ])

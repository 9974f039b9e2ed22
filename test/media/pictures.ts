import { crc32, deflateSync } from 'node:zlib'

/** Small complete pictures, generated so that a test knows their content. */

export const chunk = (name: string, data: Uint8Array = new Uint8Array()): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), named.length + 4)
  return bytes
}

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const header = (
  width: number,
  height: number,
  depth = 8,
  colour = 2,
  rest: readonly number[] = [0, 0, 0],
): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, ...rest], 8)
  return chunk('IHDR', data)
}

/** One red pixel, or a header that claims a larger picture. */
export const png = (width = 1, height = 1, filler = 0): Buffer =>
  Buffer.concat([
    signature,
    header(width, height),
    ...(filler > 0 ? [chunk('sPLT', Buffer.alloc(filler, 0x61))] : []),
    chunk('IDAT', Buffer.from('789c63f8cfc0000003010100', 'hex')),
    chunk('IEND'),
  ])

export const onePixel = png()

/** A complete picture of exactly so many bytes. */
export const pngOf = (bytes: number): Buffer => png(1, 1, bytes - png().length - 12)

/** A picture of one colour that browsers draw. */
export function plainPng(
  width: number,
  height: number,
  colour: readonly [red: number, green: number, blue: number],
): Buffer {
  const line = Buffer.concat([Buffer.alloc(1), ...Array.from({ length: width }, () => Buffer.from(colour))])
  return Buffer.concat([
    signature,
    header(width, height),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND'),
  ])
}

export const segment = (code: number, data: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(4 + data.length)
  bytes.writeUInt16BE(0xff00 + code, 0)
  bytes.writeUInt16BE(data.length + 2, 2)
  bytes.set(data, 4)
  return bytes
}

export const frame = (width: number, height: number, code = 0xc0): Buffer =>
  segment(code, Uint8Array.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]))

export const scan = segment(0xda, Uint8Array.from([1, 1, 0, 0, 63, 0]))
export const start = Buffer.from([0xff, 0xd8])

export const jpg = (width = 1, height = 1, ...before: Buffer[]): Buffer =>
  Buffer.concat([
    start,
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...before,
    segment(0xdb, new Uint8Array(65)),
    frame(width, height),
    segment(0xc4, new Uint8Array(28)),
    scan,
    Buffer.from([0xd2, 0xcf, 0x20, 0xff, 0xd9]),
  ])

/** Exif of a camera: location and orientation. */
export function exif(orientation: number, little = false): Buffer {
  const number = (size: 2 | 4, value: number): Buffer => {
    const bytes = Buffer.alloc(size)
    if (little) bytes.writeUIntLE(value, 0, size)
    else bytes.writeUIntBE(value, 0, size)
    return bytes
  }
  const entry = (tag: number, type: number, count: number, value: Buffer): Buffer =>
    Buffer.concat([number(2, tag), number(2, type), number(4, count), value, Buffer.alloc(4 - value.length)])
  const maker = Buffer.from('GPS 31.2304N 121.4737E\0', 'latin1')
  return Buffer.concat([
    Buffer.from(little ? 'II' : 'MM', 'latin1'),
    number(2, 42),
    number(4, 8),
    number(2, 3),
    entry(0x010f, 2, maker.length, number(4, 50)),
    entry(0x0112, 3, 1, number(2, orientation)),
    entry(0x8825, 4, 1, number(4, 50)),
    number(4, 0),
    maker,
  ])
}

export const exifSegment = (orientation: number, little = false): Buffer =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation, little)]))

const webpChunk = (name: string, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)])
}

export function riff(...chunks: readonly [name: string, data: Uint8Array][]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks.map(([name, data]) => webpChunk(name, data))])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/** The header of such a frame, without pixels. */
export function lossy(width: number, height: number): Buffer {
  const bytes = Buffer.from('1000009d012a00000000ffff', 'hex')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}
export function lossless(width: number, height: number): Buffer {
  const bytes = Buffer.from('2f00000000ffff', 'hex')
  bytes.writeUInt32LE(width - 1 + (height - 1) * 0x4000, 1)
  return bytes
}
export function canvas(width: number, height: number, flags = 0): Buffer {
  const bytes = Buffer.alloc(10)
  bytes[0] = flags
  bytes.writeUIntLE(width - 1, 4, 3)
  bytes.writeUIntLE(height - 1, 7, 3)
  return bytes
}
export const webp = (width: number, height: number): Buffer => riff(['VP8 ', lossy(width, height)])

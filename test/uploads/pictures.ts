import { crc32 } from './crc32.ts'

/** Small whole pictures, made here, so that a test can say what is in them. */

export const chunk = (name: string, data: Uint8Array = new Uint8Array()): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), named.length + 4)
  return bytes
}

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const header = (width: number, height: number, depth = 8, colour = 2, rest: readonly number[] = [0, 0, 0]): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, ...rest], 8)
  return chunk('IHDR', data)
}

/** One red dot, or the claim of a larger picture. */
export const png = (width = 1, height = 1, filler = 0): Buffer =>
  Buffer.concat([
    signature,
    header(width, height),
    ...(filler > 0 ? [chunk('tEXt', Buffer.alloc(filler, 0x61))] : []),
    chunk('IDAT', Buffer.from('789c63f8cfc0000003010100', 'hex')),
    chunk('IEND'),
  ])

/** A whole picture of exactly so many bytes. */
export const pngOf = (bytes: number): Buffer => png(1, 1, bytes - png().length - 12)

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

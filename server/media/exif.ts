const orientationTag = 0x0112
const shortType = 3
/** The smallest TIFF structure with an orientation has a header, one entry, and the offset of the next directory. */
export const tiffLength = 26

/** The orientation in the TIFF structure of an Exif block; 1, as it is stored, where there is no valid one. */
export function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 4)
  const little = order === 'II*\0'
  if (tiff.length < tiffLength || (!little && order !== 'MM\0*')) return 1
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

/** Makes a TIFF structure with nothing but the orientation. */
export function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(tiffLength)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(shortType, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

import { readJpeg } from './jpeg.ts'
import type { Picture } from './keptBytes.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

/**
 * Walks once over the blocks of a file, whatever its name and type: undefined when it is not a picture. Only the structure is read, not
 * the pixels.
 */
export const readPicture = (bytes: Buffer): Picture | undefined => readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)

const maxSide = 16_384
const maxPixels = 50_000_000

/** Whether a browser can decode it: a few bytes can decode to gigabytes of pixels. */
export const isWithinLimits = ({ width, height }: Pick<Picture, 'width' | 'height'>): boolean =>
  width <= maxSide && height <= maxSide && width * height <= maxPixels

/** The size as it is shown: orientations from 5 on are rotated by 90 degrees. */
export const shownSize = ({ width, height, orientation }: Picture) =>
  orientation > 4 ? { width: height, height: width } : { width, height }

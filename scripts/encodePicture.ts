import type { Page } from 'playwright-core'
import { sharedSize } from '../contract/media/pictureName.ts'

export interface Recipe {
  /** Widths of variants, besides the picture's own: only clearly smaller ones are used, down to a quarter or 480. */
  widths: readonly number[]
  quality: number
  /** A main picture that is wider or larger is encoded again; others stay unchanged, byte for byte. */
  maxWidth: number
  maxBytes: number
  /** The background of a transparent picture in browsers without WebP: a JPEG has a quarter of the size of a PNG. */
  background: string
}

export interface Encoded {
  type: 'jpg' | 'png'
  width: number
  height: number
  /** Its average colour; undefined for a transparent picture, where it would be visible behind it. */
  color?: string
  main: Uint8Array
  variants: { width: number; bytes: Uint8Array }[]
}

/** Decodes, scales and encodes in the browser. Leaves out variants that are not smaller than the main picture. */
export async function encodePicture(
  page: Page,
  original: Uint8Array,
  { widths, quality, maxWidth, maxBytes, background }: Recipe,
): Promise<Encoded> {
  const { width, height, color } = await page.evaluate(measure, base64(original))
  const isPng = original[0] === 0x89
  const draw = async (wide: number, type: string, at: number): Promise<Uint8Array> =>
    Buffer.from(
      await page.evaluate(encode, { original: base64(original), wide, type, quality: at, background }),
      'base64',
    )

  const isUnchanged = width <= maxWidth && original.length <= maxBytes && color !== undefined
  const full = Math.min(width, maxWidth)
  const main = isUnchanged ? original : await draw(full, 'image/jpeg', quality)

  const variants: Encoded['variants'] = []
  for (const wide of [...widths.filter((each) => each <= 0.8 * full && each >= Math.min(0.25 * full, 480)), full]) {
    // Flat drawings are smaller with lossless compression, which is quality 1.
    // A phone's pixels are small, and its line may be.
    const lossyQuality = wide === full || wide > 750 ? quality : 0.7 * quality
    const [lossy, lossless] = await Promise.all([draw(wide, 'image/webp', lossyQuality), draw(wide, 'image/webp', 1)])
    const bytes = lossless.length < lossy.length ? lossless : lossy
    if (bytes.length < main.length) variants.push({ width: wide, bytes })
  }
  const type = isUnchanged && isPng ? 'png' : 'jpg'
  return {
    type,
    width: full,
    height: Math.round((height * full) / width),
    ...(color !== undefined && { color }),
    main,
    variants,
  }
}

/** The middle of a picture at the size that shared links show. */
export async function cropShared(page: Page, original: Uint8Array): Promise<Uint8Array> {
  return Buffer.from(await page.evaluate(crop, { original: base64(original), ...sharedSize }), 'base64')
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/* The functions below run in the browser, each without the others. */

async function measure(original: string): Promise<{ width: number; height: number; color: string | undefined }> {
  const bitmap = await createImageBitmap(await (await fetch(`data:;base64,${original}`)).blob())
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('the browser provides no canvas')
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const sums = [0, 0, 0]
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) return { width, height, color: undefined }
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0)
  }
  const color = sums
    .map((sum) =>
      Math.round(sum / (width * height))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
  return { width, height, color: `#${color}` }
}

async function encode({
  original,
  wide,
  type,
  quality,
  background,
}: {
  original: string
  wide: number
  type: string
  quality: number
  background: string
}): Promise<string> {
  const blob = await (await fetch(`data:;base64,${original}`)).blob()
  const bitmap = await createImageBitmap(blob, { resizeWidth: wide, resizeQuality: 'high' })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser provides no canvas')
  if (type === 'image/jpeg') {
    context.fillStyle = background
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(bitmap, 0, 0)
  const encoded = await canvas.convertToBlob({ type, quality })
  // A browser that cannot encode a type silently returns a PNG.
  if (encoded.type !== type) throw new Error(`the browser cannot encode ${type}`)
  const bytes = new Uint8Array(await encoded.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

async function crop({ original, width, height }: { original: string; width: number; height: number }): Promise<string> {
  const bitmap = await createImageBitmap(await (await fetch(`data:;base64,${original}`)).blob())
  const factor = Math.max(width / bitmap.width, height / bitmap.height)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser provides no canvas')
  context.imageSmoothingQuality = 'high'
  const drawnWidth = bitmap.width * factor
  const drawnHeight = bitmap.height * factor
  context.drawImage(bitmap, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

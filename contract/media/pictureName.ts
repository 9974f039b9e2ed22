import type { MediaExtension } from './mediaTypes.ts'

/** What a picture's file name contains about it. */
interface PictureFacts {
  width: number
  height: number
  /** Its average colour, `#rrggbb`, shown while it loads. */
  color?: string
  /** Smaller versions as WebP, the smallest first. */
  variants: readonly { width: number; src: string }[]
}

const named =
  /^(?!.*\.\.)(\/(?:media|uploads)\/[\w./-]+?)\.([1-9]\d{0,4})x([1-9]\d{0,4})(?:\.([0-9a-f]{6}))?((?:\.[1-9]\d{1,4}w)*)\.(?:jpg|png)$/

/**
 * The facts are in the name, so that a page can be rendered anywhere without reading the picture:
 * `/uploads/product/<hash>.1920x1280.c8d2e0.480w.960w.jpg`, whose variants are `<hash>.480w.webp` and `<hash>.960w.webp`.
 * Undefined for any other name.
 */
export function pictureFacts(address: string): PictureFacts | undefined {
  const [, stem, width, height, color, widths = ''] = named.exec(address) ?? []
  if (!stem) return undefined
  const variants = (widths.match(/\d+/g) ?? []).map((digits) => ({
    width: Number(digits),
    src: `${stem}.${digits}w.webp`,
  }))
  return { width: Number(width), height: Number(height), ...(color && { color: `#${color}` }), variants }
}

/** What shared links show of a picture, in pixels. */
export const sharedSize = { width: 1200, height: 630 } as const
/** Whether an address is that of an upload of this size. */
export function isOfSharedSize(address: string): boolean {
  const { width, height } = pictureFacts(address) ?? {}
  return uploadExtension(address) !== undefined && width === sharedSize.width && height === sharedSize.height
}

/** Returns the smallest version of a picture. */
export const thumbnailOf = (address: string): string => pictureFacts(address)?.variants[0]?.src ?? address

/** The part of a picture's file name between its stem and its type. */
export function pictureSuffix({
  width,
  height,
  color,
  widths,
}: {
  width: number
  height: number
  color?: string
  widths: readonly number[]
}): string {
  return [
    `${width}x${height}`,
    ...(color ? [color.replace('#', '')] : []),
    ...[...widths].sort((a, b) => a - b).map((width) => `${width}w`),
  ].join('.')
}

/** The addresses of an upload's own file and of its variants. */
export const filesOfUpload = (address: string): string[] => [
  address,
  ...(pictureFacts(address)?.variants ?? []).map(({ src }) => src),
]

/** For a `source` of type image/webp. The picture itself may be a candidate of it, JPEG or PNG: browsers decode by the bytes. */
export function srcsetOf(address: string, { width, variants }: PictureFacts, origin: string): string {
  const candidates = variants.map((variant) => `${origin}${variant.src} ${variant.width}w`)
  if (!variants.some((variant) => variant.width >= width)) candidates.push(`${origin}${address} ${width}w`)
  return candidates.join(', ')
}

/** Every upload that is not a variant of another: `/uploads/<folder>/<hash>`, its facts and its type. */
const upload =
  /^\/uploads\/[a-z]+\/[0-9a-f]{32}(?:\.\d{1,5}x\d{1,5}(?:\.[0-9a-f]{6})?(?:\.\d{2,5}w)*)?\.(jpg|png|mp4|webm|pdf|docx|xlsx|zip)$/

/** The extension of an upload; undefined for a variant and for what is no upload. */
export const uploadExtension = (address: string): MediaExtension | undefined =>
  upload.exec(address)?.[1] as MediaExtension | undefined

/** A picture that is part of the program, as starter content uses it: it is in the library without a file among the uploads. */
export const isStarterPicture = (address: string): boolean => /^\/media\/[\w/-]+[\w.]*\.(?:jpg|png|svg)$/.test(address)

/** What shared links show of a starter picture lies in a folder of its own: `/media/share/case/<name>.<hash of the picture>.1200x630.jpg`. */
export function starterCropStem(address: string): string | undefined {
  const [, stem] = /^\/media\/([\w-]+\/[\w-]+)\.[\w.]+$/.exec(address) ?? []
  return stem && `/media/share/${stem}`
}

/** What an upload's address has in common with those of its variants: `/uploads/<folder>/<hash>`. */
export const uploadStem = (address: string): string => address.split('.', 1)[0] ?? address

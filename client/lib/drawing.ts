import { sharedSize } from '../../contract/media/pictureName.ts'
import { limits, variantWidths } from '../../contract/calls/limits.ts'
import type { Focus } from '../../contract/calls/rules.ts'
import { isDrawnFirst } from './pictureErrors.ts'

export interface DrawnPicture {
  file: File
  variants: readonly { width: number; blob: Blob }[]
  /** What shared links show of it; none of a smaller picture. */
  share?: File
  /** `#rrggbb`; none for a transparent picture, through which it would show. */
  color?: string
}

const isPage = typeof document !== 'undefined'

/** Wide enough for any place on the site. */
const mainWidth = 1920
/** A smaller file that is not too wide is not worth re-encoding at a loss of quality. */
const smallFile = 300 * 1024
/** Canvases on Apple's phones have at most 16.7 million pixels. */
const maxPixels = 16_000_000
/** A pixel of less alpha is seen as transparent: in a JPEG it would be black. */
const minAlpha = 128

/** Draws a picture upright and no wider than the site needs, with its variants. Throws when the browser cannot decode or draw it. */
async function drawPicture(file: File): Promise<DrawnPicture> {
  if (await isAnimated(file)) return { file, variants: [] }
  const image = await decode(file)
  const { transparent, color } = analyze(image)
  const original = { blob: file, width: image.width, height: image.height }
  const isOther = isDrawnFirst(file)
  const fits = !isOther && file.size < limits.imageUnder
  let main = original
  if (!fits || image.width > mainWidth || file.size > smallFile) {
    const type = isOther ? 'image/png' : file.type
    const drawn = await draw(image, type, transparent, { width: mainWidth, under: limits.imageUnder })
    if (!fits || drawn.blob.size < file.size * 0.8) main = { ...drawn, blob: fileOf(drawn.blob, file) }
  }
  const variants: { width: number; blob: Blob }[] = []
  for (const width of variantWidths) {
    if (width >= main.width) continue
    const canvas = scale(image, width, sideOf(main, width))
    const blob =
      (await encode(canvas, 'image/webp', 0.8)) ??
      (await encode(canvas, transparent ? 'image/png' : 'image/jpeg', 0.82))
    release(canvas)
    if (blob && blob.size < Math.min(main.blob.size, limits.variantUnder)) variants.push({ width, blob })
  }
  const share = await shared(image, file, { x: 50, y: 50 })
  return { file: main.blob, variants, ...(share && { share }), ...(!transparent && { color }) }
}

/** What shared links show of a picture that is on the site, around its focus; undefined where it is smaller. */
const drawShared = async (file: File, focus: Focus): Promise<File | undefined> =>
  shared(await decode(file), file, focus)

async function shared(image: Picture, file: File, { x, y }: Focus): Promise<File | undefined> {
  const { width, height } = sharedSize
  const factor = Math.max(width / image.width, height / image.height)
  if (factor > 1 || (image.width === width && image.height === height)) return undefined
  const whole = scale(image, Math.round(image.width * factor), Math.round(image.height * factor))
  const canvas = newCanvas(width, height)
  const context = contextOf(canvas)
  // A JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(whole, ((width - whole.width) * x) / 100, ((height - whole.height) * y) / 100)
  const blob = await encode(canvas, 'image/jpeg', 0.85)
  release(whole)
  release(canvas)
  return blob && fileOf(blob, file)
}

/** Draws a picture at most `width` wide, in less than `under` bytes. */
async function shrinkPicture(file: File, max: { width: number; under: number }): Promise<File> {
  const image = await decode(file)
  return fileOf((await draw(image, file.type, analyze(image).transparent, max)).blob, file)
}

const fileOf = (blob: Blob, { name }: File): File => new File([blob], name, { type: blob.type })
const sideOf = (size: { width: number; height: number }, width: number): number =>
  Math.max(1, Math.round((size.height * width) / size.width))

/** Re-encoding would lose the animation. */
async function isAnimated(file: File): Promise<boolean> {
  return file.type === 'image/png' && (await file.slice(0, 65_536).text()).includes('acTL')
}

/** As it is shown, upright. */
interface Picture {
  source: CanvasImageSource
  width: number
  height: number
}

/** In a page an element rather than an ImageBitmap, since every browser turns an element upright and decodes it off the main thread. */
async function decode(file: File): Promise<Picture> {
  if (!isPage) {
    const source = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { source, width: source.width, height: source.height }
  }
  const source = new Image()
  const address = URL.createObjectURL(file)
  source.src = address
  try {
    await source.decode()
  } finally {
    URL.revokeObjectURL(address)
  }
  return { source, width: source.naturalWidth, height: source.naturalHeight }
}

/** The average colour, and whether the picture is transparent: a little everywhere, or in a corner. */
function analyze(image: Picture) {
  const width = Math.min(240, image.width)
  const canvas = scale(image, width, sideOf(image, width))
  const { data } = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height)
  release(canvas)
  const sums = [0, 0, 0, 0]
  let lowest = 255
  for (let index = 0; index < data.length; index++) {
    const value = data[index] ?? 0
    sums[index & 3] = (sums[index & 3] ?? 0) + value
    if ((index & 3) === 3 && value < lowest) lowest = value
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = sums.map((sum) => Math.round(sum / (data.length / 4)))
  return {
    color: `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`,
    transparent: alpha < 255 || lowest < minAlpha,
  }
}

/** As a JPEG, or as a PNG where the picture is transparent or the PNG is little larger, as with drawings and screenshots. */
async function draw(image: Picture, type: string, transparent: boolean, max: { width: number; under: number }) {
  let width = Math.min(image.width, max.width, Math.floor(Math.sqrt((maxPixels * image.width) / image.height)))
  for (const least = Math.min(width, 16); width >= least; width = Math.floor(width * 0.8)) {
    const canvas = scale(image, width, sideOf(image, width))
    const jpeg = transparent ? undefined : await encode(canvas, 'image/jpeg', 0.82)
    const png = type === 'image/png' ? await encode(canvas, 'image/png') : undefined
    const { height } = canvas
    release(canvas)
    const blob = png && png.size < max.under && (!jpeg || png.size <= jpeg.size * 2) ? png : jpeg
    if (blob && blob.size < max.under) return { blob, width, height }
    if (!jpeg && !png) break
  }
  throw new Error('the browser cannot draw the picture')
}

/** Halves the size step by step, since some browsers sample single pixels in a larger step, which makes edges rough. */
function scale(image: Picture, width: number, height: number): Canvas {
  let step = 1
  while (width * step * 2 < image.width && width * height * step * step * 4 <= maxPixels) step *= 2
  let drawn: Canvas | undefined
  for (; step >= 1; step /= 2) {
    const canvas = newCanvas(width * step, height * step)
    const context = contextOf(canvas)
    context.imageSmoothingQuality = 'high'
    context.drawImage(drawn ?? image.source, 0, 0, canvas.width, canvas.height)
    if (drawn) release(drawn)
    drawn = canvas
  }
  // The loop runs at least once.
  return drawn as Canvas
}

type Canvas = HTMLCanvasElement | OffscreenCanvas

const newCanvas = (width: number, height: number): Canvas =>
  isPage ? Object.assign(document.createElement('canvas'), { width, height }) : new OffscreenCanvas(width, height)

function contextOf(canvas: Canvas): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (!context) throw new Error('no memory for a canvas')
  return context
}

/** Safari counts the memory of canvases that are no longer referenced. */
function release(canvas: Canvas): void {
  canvas.width = canvas.height = 0
}

/** Undefined where the browser cannot encode this type, for which it silently makes a PNG instead. */
async function encode(canvas: Canvas, type: string, quality?: number): Promise<Blob | undefined> {
  const blob =
    'convertToBlob' in canvas
      ? await canvas.convertToBlob({ type, ...(quality !== undefined && { quality }) })
      : await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  return blob?.type === type ? blob : undefined
}

/** What can be drawn, in a thread or, in an older browser, in the page. */
export const drawing = { drawPicture, drawShared, shrinkPicture }
export type Drawing = typeof drawing

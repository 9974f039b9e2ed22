import { sharedSize } from '../../contract/pictureName.ts'
import { type Focus, limits, variantWidths } from '../../contract/rules.ts'

export interface DrawnPicture {
  file: File
  variants: readonly { width: number; blob: Blob }[]
  /** What shared links show of it; none of a smaller picture. */
  share?: File
  /** `#rrggbb`; none for a transparent picture, through which it would show. */
  color?: string
}

/** Wide enough for any place on the site. */
const mainWidth = 1920
/** A smaller file that is not too wide is not worth re-encoding at a loss of quality. */
const smallFile = 300 * 1024
/** Canvases on Apple's phones have at most 16.7 million pixels. */
const maxPixels = 16_000_000
/** A pixel of less alpha is seen as transparent: in a JPEG it would be black. */
const minAlpha = 128

/** Draws a picture upright and no wider than the site needs, with its variants. Throws when the browser cannot decode or draw it. */
export async function drawPicture(file: File): Promise<DrawnPicture> {
  if (await isAnimated(file)) return { file, variants: [] }
  const image = await decode(file)
  const { transparent, color } = analyze(image)
  const original = { blob: file, width: image.naturalWidth, height: image.naturalHeight }
  const fits = file.size < limits.imageUnder
  let main = original
  if (!fits || image.naturalWidth > mainWidth || file.size > smallFile) {
    const drawn = await draw(image, file.type, transparent, { width: mainWidth, under: limits.imageUnder })
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
  const share = await drawShared(image, file, { x: 50, y: 50 })
  return { file: main.blob, variants, ...(share && { share }), ...(!transparent && { color }) }
}

/** What shared links show of a picture that is on the site, around its focus; undefined where it is smaller. */
export async function drawSharedOf(address: string, focus: Focus): Promise<File | undefined> {
  const blob = await (await fetch(address)).blob()
  const file = new File([blob], address.slice(address.lastIndexOf('/') + 1), { type: blob.type })
  return drawShared(await decode(file), file, focus)
}

async function drawShared(image: HTMLImageElement, file: File, { x, y }: Focus): Promise<File | undefined> {
  const { width, height } = sharedSize
  const { naturalWidth, naturalHeight } = image
  const factor = Math.max(width / naturalWidth, height / naturalHeight)
  if (factor > 1 || (naturalWidth === width && naturalHeight === height)) return undefined
  const whole = scale(image, Math.round(naturalWidth * factor), Math.round(naturalHeight * factor))
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
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
export async function shrinkPicture(file: File, max: { width: number; under: number }): Promise<File> {
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

/** An element rather than an ImageBitmap, since every browser turns an element upright and decodes it off the main thread. */
async function decode(file: File): Promise<HTMLImageElement> {
  const image = new Image()
  const address = URL.createObjectURL(file)
  image.src = address
  try {
    await image.decode()
  } finally {
    URL.revokeObjectURL(address)
  }
  return image
}

/** The average colour, and whether the picture is transparent: a little everywhere, or in a corner. */
function analyze(image: HTMLImageElement): { color: string; transparent: boolean } {
  const width = Math.min(240, image.naturalWidth)
  const canvas = scale(image, width, sideOf({ width: image.naturalWidth, height: image.naturalHeight }, width))
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
async function draw(
  image: HTMLImageElement,
  type: string,
  transparent: boolean,
  max: { width: number; under: number },
) {
  const { naturalWidth, naturalHeight } = image
  let width = Math.min(naturalWidth, max.width, Math.floor(Math.sqrt((maxPixels * naturalWidth) / naturalHeight)))
  for (; width >= 16; width = Math.floor(width * 0.8)) {
    const canvas = scale(image, width, sideOf({ width: naturalWidth, height: naturalHeight }, width))
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
function scale(image: HTMLImageElement, width: number, height: number): HTMLCanvasElement {
  let step = 1
  while (width * step * 2 < image.naturalWidth && width * height * step * step * 4 <= maxPixels) step *= 2
  let drawn: HTMLCanvasElement | undefined
  for (; step >= 1; step /= 2) {
    const canvas = document.createElement('canvas')
    canvas.width = width * step
    canvas.height = height * step
    const context = contextOf(canvas)
    context.imageSmoothingQuality = 'high'
    context.drawImage(drawn ?? image, 0, 0, canvas.width, canvas.height)
    if (drawn) release(drawn)
    drawn = canvas
  }
  // The loop runs at least once.
  return drawn as HTMLCanvasElement
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no memory for a canvas')
  return context
}

/** Safari counts the memory of canvases that are no longer referenced. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = canvas.height = 0
}

/** Undefined where the browser cannot encode this type, for which it silently makes a PNG instead. */
const encode = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | undefined> =>
  new Promise((resolve) => canvas.toBlob((blob) => resolve(blob?.type === type ? blob : undefined), type, quality))

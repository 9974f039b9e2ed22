import { limits } from '../../../contract/rules.ts'
import { shrinkPicture } from '../../lib/drawPicture.ts'
import { type Frame, turnedSize } from './cropFrame.ts'

/** Canvases on Apple's phones have at most 16.7 million pixels. */
const maxPixels = 16_000_000
/** A picture is sent no wider than this. */
const maxWidth = 1920

/** Browsers turn an element upright as the camera has held it, so what is seen here is what pages show. */
export async function loadPicture(address: string, signal: AbortSignal): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  if (signal.aborted) throw new DOMException('', 'AbortError')
  return image
}

/** Draws the picture, turned by quarters, with the upper left corner of the frame in that of the canvas, which it fills. */
export function drawTurned(canvas: HTMLCanvasElement, image: HTMLImageElement, turns: number, frame: Frame): void {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no memory for a canvas')
  const scale = canvas.width / frame.width
  const turned = turnedSize({ width: image.naturalWidth, height: image.naturalHeight }, turns)
  context.imageSmoothingQuality = 'high'
  context.setTransform(
    scale,
    0,
    0,
    canvas.height / frame.height,
    -frame.x * scale,
    (-frame.y * canvas.height) / frame.height,
  )
  context.translate(turned.width / 2, turned.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2)
}

/** The part of the picture as a file that can be uploaded. A PNG stays one: it may be transparent. */
export async function drawCrop(
  image: HTMLImageElement,
  { turns, frame, name }: { turns: number; frame: Frame; name: string },
): Promise<File> {
  const isPng = /\.png$/i.test(new URL(image.src).pathname)
  const type = isPng ? 'image/png' : 'image/jpeg'
  const scale = Math.min(1, maxWidth / frame.width, Math.sqrt(maxPixels / (frame.width * frame.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(frame.width * scale))
  canvas.height = Math.max(1, Math.round(frame.height * scale))
  drawTurned(canvas, image, turns, frame)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  // Safari counts the memory of canvases that are no longer referenced.
  canvas.width = canvas.height = 0
  if (!blob) throw new Error('this browser cannot draw the picture')
  const file = new File([blob], `${name}-裁切.${isPng ? 'png' : 'jpg'}`, { type })
  return file.size < limits.imageUnder ? file : shrinkPicture(file, { width: maxWidth, under: limits.imageUnder })
}

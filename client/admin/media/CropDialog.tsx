import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/buttons.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { askLibrary } from './askLibrary.ts'
import {
  type Corner,
  type Frame,
  largestFrame,
  movedFrame,
  scaledFrame,
  type Size,
  stretchedFrame,
  turnedSize,
  wholePixels,
} from './cropFrame.ts'
import { limits } from '../../../contract/calls/rules.ts'
import { shrinkPicture } from '../../lib/drawPicture.ts'

/** What a field shows, in pixels. */
export type Shape = readonly [width: number, height: number]

interface Question {
  address: string
  /** For the name of the file. */
  name: string
  /** What the field wants. */
  shape?: Shape | undefined
}

/** A drawing that scales, and a picture elsewhere, whose bytes a browser hides, are left alone. */
export const canCrop = (address: string): boolean => /^\/(?!\/).*\.(?:jpe?g|png)$/i.test(address)

/** Asks for a part of the picture; resolves to it as a new file, or to undefined. The picture itself stays as it is. */
export const openCropper = (question: Question): Promise<File | undefined> =>
  askLibrary((resolve) => <CropDialog {...question} resolve={resolve} />)

interface Choice {
  name: string
  ratio: number | undefined
}

const free: Choice = { name: '自由', ratio: undefined }

function choicesOf(image: HTMLImageElement, turns: number, shape: Shape | undefined): Choice[] {
  const { width, height } = turnedSize(sizeOf(image), turns)
  return [
    ...(shape ? [{ name: `这里的形状 ${shape[0]}×${shape[1]}`, ratio: shape[0] / shape[1] }] : []),
    { name: '原始', ratio: width / height },
    { name: '1:1', ratio: 1 },
    { name: '4:3', ratio: 4 / 3 },
    { name: '16:9', ratio: 16 / 9 },
    free,
  ]
}
/** Not where the picture is no larger: nobody could choose more of it. */
const isSmall = (frame: Frame, shape: Shape, size: Size): boolean =>
  frame.width < shape[0] * 0.6 && frame.width < largestFrame(size, shape[0] / shape[1]).width - 1

const sizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement): Size => ({
  width: naturalWidth,
  height: naturalHeight,
})

/** 裁切与旋转: a frame over the picture, moved and stretched by pointer or keys. */
function CropDialog({ address, name, shape, resolve }: Question & { resolve(file: File | undefined): void }) {
  const [image, setImage] = useState<HTMLImageElement>()
  const [failure, setFailure] = useState('')
  const [turns, setTurns] = useState(0)
  const [choice, setChoice] = useState(0)
  const [frame, setFrame] = useState<Frame>({ x: 0, y: 0, width: 1, height: 1 })
  const [, run, busy] = useRepeatGuard()
  const choices = image ? choicesOf(image, turns, shape) : []
  const ratio = choices[choice]?.ratio
  const size = image ? turnedSize(sizeOf(image), turns) : { width: 1, height: 1 }
  const part = wholePixels(frame, size)

  useEffect(() => {
    const controller = new AbortController()
    loadPicture(address, controller.signal).then(
      (loaded) => {
        setImage(loaded)
        setFrame(largestFrame(sizeOf(loaded), choicesOf(loaded, 0, shape)[0]?.ratio))
      },
      () => {
        if (!controller.signal.aborted) setFailure('这张图片打不开，请换一张。')
      },
    )
    return () => controller.abort()
  }, [address, shape])

  const turn = (by: number): void => {
    if (!image) return
    const next = (turns + by + 4) % 4
    setTurns(next)
    setFrame(largestFrame(turnedSize(sizeOf(image), next), choicesOf(image, next, shape)[choice]?.ratio))
  }
  const choose = (index: number): void => {
    setChoice(index)
    const chosen = choices[index]
    if (chosen && chosen.name !== free.name) setFrame(largestFrame(size, chosen.ratio))
  }
  const crop = (): void =>
    run(async () => {
      if (!image) return
      try {
        resolve(await drawCrop(image, { turns, frame: part, name }))
      } catch {
        setFailure('这个浏览器处理不了这张图片，请换一个浏览器，或先在电脑上裁好再上传。')
      }
    })
  const isWhole = turns === 0 && part.width === size.width && part.height === size.height

  return (
    <Modal
      title="裁切与旋转"
      width="52rem"
      open
      busy={busy}
      onClose={() => resolve(undefined)}
      footer={
        <>
          <Button onClick={() => resolve(undefined)}>取消</Button>
          <Button kind="primary" busy={busy} disabled={!image || isWhole} onClick={crop}>
            裁切
          </Button>
        </>
      }
    >
      <div className="crop stack loose">
        {failure !== '' && (
          <p className="bad" role="alert">
            {failure}
          </p>
        )}
        <div className="row wraps">
          <div className="crop-shapes row wraps tight" role="group" aria-label="形状">
            {choices.map((each, index) => (
              <Button key={each.name} aria-pressed={index === choice} onClick={() => choose(index)}>
                {each.name}
              </Button>
            ))}
          </div>
          <div className="row tight push" role="group" aria-label="旋转">
            <Button icon="refresh" className="crop-left" disabled={!image} onClick={() => turn(-1)}>
              向左转
            </Button>
            <Button icon="refresh" disabled={!image} onClick={() => turn(1)}>
              向右转
            </Button>
          </div>
        </div>
        {image && <Stage {...{ image, turns, frame, ratio, size }} onChange={setFrame} />}
        <p className="row wraps muted">
          <span id="crop-help">拖动选框，或拖它的四角；也可以用方向键移动，用加号、减号改变大小。</span>
          <span className="digits push" role="status">{`${part.width}×${part.height}`}</span>
        </p>
        {shape && isSmall(part, shape, size) && (
          <p className="crop-small">{`网站上显示为${shape[0]}×${shape[1]}，选得太小，放大以后会模糊。`}</p>
        )}
        <p className="muted">裁切后存为一张新图片，原图还在素材库里。</p>
      </div>
    </Modal>
  )
}

interface StageProps {
  image: HTMLImageElement
  turns: number
  frame: Frame
  ratio: number | undefined
  size: Size
  onChange(frame: Frame): void
}

/** The preview needs no more pixels than a screen has. */
const previewSide = 1200
const corners: readonly (Corner & { name: string })[] = [
  { name: 'top-left', x: -1, y: -1 },
  { name: 'top-right', x: 1, y: -1 },
  { name: 'bottom-left', x: -1, y: 1 },
  { name: 'bottom-right', x: 1, y: 1 },
]
/** Where the arrow keys lead. */
const arrowSteps: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const zooms: Readonly<Record<string, number>> = { '+': 1.05, '=': 1.05, '-': 1 / 1.05 }

function Stage({ image, turns, frame, ratio, size, onChange }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  /** Where a drag began. */
  const drag = useRef<{ frame: Frame; x: number; y: number; corner: Corner | undefined }>(undefined)

  useEffect(() => {
    if (!canvas.current) return
    const scale = Math.min(1, previewSide / Math.max(size.width, size.height))
    canvas.current.width = Math.max(1, Math.round(size.width * scale))
    canvas.current.height = Math.max(1, Math.round(size.height * scale))
    drawTurned(canvas.current, image, turns, { x: 0, y: 0, ...size })
  }, [image, turns])

  /** In the pixels of the picture. */
  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const box = canvas.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    return {
      x: ((clientX - box.left) * size.width) / box.width,
      y: ((clientY - box.top) * size.height) / box.height,
    }
  }
  const begin =
    (corner?: Corner) =>
    (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { frame, ...placeOf(event), corner }
    }
  const move = (event: PointerEvent): void => {
    if (!drag.current) return
    const { frame: before, x, y, corner } = drag.current
    const at = placeOf(event)
    onChange(
      corner ? stretchedFrame(before, corner, at, size, ratio) : movedFrame(before, { x: at.x - x, y: at.y - y }, size),
    )
  }
  const end = (): void => {
    drag.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const step = arrowSteps[event.key]
    const zoom = zooms[event.key]
    if (!step && zoom === undefined) return
    event.preventDefault()
    const by = Math.max(size.width, size.height) * (event.shiftKey ? 0.1 : 0.01)
    if (step) onChange(movedFrame(frame, { x: step.x * by, y: step.y * by }, size))
    else if (zoom !== undefined) onChange(scaledFrame(frame, zoom, size))
  }
  const percent = (part: number, whole: number): string => `${(part * 100) / whole}%`
  const left = Math.round((frame.x * 100) / size.width)
  const top = Math.round((frame.y * 100) / size.height)
  return (
    <div className="crop-stage clipped">
      <canvas ref={canvas} />
      <div
        className="crop-frame"
        role="slider"
        tabIndex={0}
        data-autofocus
        aria-label="选框"
        aria-describedby="crop-help"
        aria-valuenow={left}
        aria-valuetext={`左边${left}%，上边${top}%，${Math.round(frame.width)}×${Math.round(frame.height)}`}
        style={{
          left: percent(frame.x, size.width),
          top: percent(frame.y, size.height),
          width: percent(frame.width, size.width),
          height: percent(frame.height, size.height),
        }}
        onKeyDown={onKeyDown}
        onPointerDown={begin()}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {corners.map(({ name, x, y }) => (
          <i key={name} className={`crop-corner ${name}`} onPointerDown={begin({ x, y })} />
        ))}
      </div>
    </div>
  )
}

/** Canvases on Apple's phones have at most 16.7 million pixels. */
const maxPixels = 16_000_000
/** A picture is sent no wider than this. */
const maxWidth = 1920

/** Browsers turn an element upright as the camera has held it, so what is seen here is what pages show. */
async function loadPicture(address: string, signal: AbortSignal): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  if (signal.aborted) throw new DOMException('', 'AbortError')
  return image
}

/** Draws the picture, turned by quarters, with the upper left corner of the frame in that of the canvas, which it fills. */
function drawTurned(canvas: HTMLCanvasElement, image: HTMLImageElement, turns: number, frame: Frame): void {
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
async function drawCrop(
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

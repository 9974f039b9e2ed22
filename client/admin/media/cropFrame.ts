/** The part of a picture that is kept, in its pixels after turning. Plain numbers, so that pointer and keys move it in the same way. */
export interface Frame {
  x: number
  y: number
  width: number
  height: number
}
export interface Size {
  width: number
  height: number
}

/** Smaller ones cannot be grasped, nor used. */
const minSide = 16

const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high))

/** Quarter turns exchange its sides. */
export const turnedSize = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/** The largest frame of this ratio, in the middle; without one, the whole picture. */
export function largestFrame({ width, height }: Size, ratio?: number): Frame {
  if (ratio === undefined) return { x: 0, y: 0, width, height }
  const size = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) }
  return { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size }
}

/** Stops at the edges of the picture. */
export const movedFrame = (frame: Frame, by: { x: number; y: number }, size: Size): Frame => ({
  ...frame,
  x: within(frame.x + by.x, 0, size.width - frame.width),
  y: within(frame.y + by.y, 0, size.height - frame.height),
})

/** A corner, by the sides that meet in it: -1 is left and top, 1 is right and bottom. */
export interface Corner {
  x: -1 | 1
  y: -1 | 1
}

/** The frame whose corner is at a point, while the corner opposite stays; as large as the picture and the ratio allow. */
export function stretchedFrame(
  frame: Frame,
  corner: Corner,
  to: { x: number; y: number },
  size: Size,
  ratio?: number,
): Frame {
  const fixed = {
    x: corner.x === 1 ? frame.x : frame.x + frame.width,
    y: corner.y === 1 ? frame.y : frame.y + frame.height,
  }
  const room = {
    width: corner.x === 1 ? size.width - fixed.x : fixed.x,
    height: corner.y === 1 ? size.height - fixed.y : fixed.y,
  }
  let width = within((to.x - fixed.x) * corner.x, Math.min(minSide, room.width), room.width)
  let height = within((to.y - fixed.y) * corner.y, Math.min(minSide, room.height), room.height)
  if (ratio !== undefined) {
    width = Math.min(Math.max(width, height * ratio), room.width, room.height * ratio)
    height = width / ratio
  }
  return {
    x: corner.x === 1 ? fixed.x : fixed.x - width,
    y: corner.y === 1 ? fixed.y : fixed.y - height,
    width,
    height,
  }
}

/** The same around its middle, as far as the picture allows. */
export function scaledFrame(frame: Frame, factor: number, size: Size): Frame {
  const { x, y, width, height } = frame
  const smallest = Math.max(Math.min(minSide, width) / width, Math.min(minSide, height) / height)
  const most = within(factor, smallest, Math.min(size.width / width, size.height / height))
  const scaled = { width: width * most, height: height * most }
  return movedFrame(
    { ...scaled, x: x + (width - scaled.width) / 2, y: y + (height - scaled.height) / 2 },
    { x: 0, y: 0 },
    size,
  )
}

/** In whole pixels inside of the picture. */
export function wholePixels({ x, y, width, height }: Frame, size: Size): Frame {
  const left = Math.round(x)
  const top = Math.round(y)
  return {
    x: left,
    y: top,
    width: within(Math.round(width), 1, size.width - left),
    height: within(Math.round(height), 1, size.height - top),
  }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
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
} from '../../client/admin/media/cropFrame.ts'

const picture: Size = { width: 1200, height: 800 }

test('a frame begins as large as its ratio allows, in the middle', () => {
  assert.deepEqual(largestFrame(picture), { x: 0, y: 0, width: 1200, height: 800 })
  assert.deepEqual(largestFrame(picture, 1), { x: 200, y: 0, width: 800, height: 800 })
  assert.deepEqual(largestFrame(picture, 4), { x: 0, y: 250, width: 1200, height: 300 })
  assert.deepEqual(turnedSize(picture, 3), { width: 800, height: 1200 })
})

test('it is moved to the edges and no further', () => {
  const frame = { x: 100, y: 100, width: 300, height: 300 }
  assert.deepEqual(movedFrame(frame, { x: -500, y: 20 }, picture), { ...frame, x: 0, y: 120 })
  assert.deepEqual(movedFrame(frame, { x: 5000, y: 5000 }, picture), { ...frame, x: 900, y: 500 })
})

const isInside = ({ x, y, width, height }: Frame): boolean =>
  x >= -1e-6 && y >= -1e-6 && x + width <= picture.width + 1e-6 && y + height <= picture.height + 1e-6

test('a corner goes where it is dragged, with the ratio, within the picture, while the one opposite stays', () => {
  const frame = { x: 300, y: 200, width: 400, height: 300 }
  for (const corner of [-1, 1].flatMap((x) => [-1, 1].map((y) => ({ x, y }) as Corner)))
    for (const ratio of [undefined, 1, 4 / 3, 4, 0.25])
      for (const x of [-300, 0, 350, 700, 1200, 2000])
        for (const y of [-300, 0, 250, 500, 800, 2000]) {
          const next = stretchedFrame(frame, corner, { x, y }, picture, ratio)
          const at = JSON.stringify({ corner, ratio, x, y, next })
          assert.ok(isInside(next), at)
          assert.ok(next.width > 0 && next.height > 0, at)
          if (ratio !== undefined) assert.ok(Math.abs(next.width / next.height - ratio) < 1e-6, at)
          const fixedX = corner.x === 1 ? [frame.x, next.x] : [frame.x + frame.width, next.x + next.width]
          const fixedY = corner.y === 1 ? [frame.y, next.y] : [frame.y + frame.height, next.y + next.height]
          for (const [before = 0, after = 0] of [fixedX, fixedY]) assert.ok(Math.abs(before - after) < 1e-6, at)
        }
  assert.deepEqual(stretchedFrame(frame, { x: 1, y: 1 }, { x: 900, y: 500 }, picture), { ...frame, width: 600 })
})

test('keys make it larger and smaller around its middle, within the picture', () => {
  const frame = { x: 300, y: 200, width: 400, height: 200 }
  assert.deepEqual(scaledFrame(frame, 0.5, picture), { x: 400, y: 250, width: 200, height: 100 })
  const largest = scaledFrame(frame, 100, picture)
  assert.ok(isInside(largest))
  assert.equal(largest.width, 1200)
  assert.ok(scaledFrame(frame, 0.0001, picture).height >= 16)
})

test('what is cut has whole pixels of the picture', () => {
  for (const x of [0, 0.4, 0.5, 899.6])
    for (const width of [0.2, 299.5, 300.4]) {
      const whole = wholePixels({ x, y: 10.5, width, height: 20.5 }, picture)
      assert.ok(Object.values(whole).every(Number.isInteger))
      assert.ok(isInside(whole) && whole.width >= 1)
    }
})

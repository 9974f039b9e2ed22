import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tween } from '../../client/lib/tween.ts'
import { manualClock } from './manualClock.ts'

/** A screen of 50 frames a second. */
function screen() {
  const clock = manualClock(1000)
  return { clock, frames: { now: clock.now, next: (run: () => void) => clock.after(20, run) } }
}

test('it goes from one number to the other in the given time, and ends exactly there', () => {
  const { clock, frames } = screen()
  const steps: number[] = []
  tween({ from: 10, to: 500, ms: 6000, frames, step: (value) => steps.push(value) })
  clock.pass(5980)
  assert.ok((steps.at(-1) ?? 0) < 500)
  assert.ok(steps.every((value, at) => value >= (steps[at - 1] ?? 10)))
  clock.pass(20)
  assert.equal(steps.at(-1), 500)
  assert.equal(steps.length, 300)
  assert.equal(clock.pending(), 0)
})

test('it depends on the elapsed time, not on the number of frames', () => {
  const { clock } = screen()
  const steps: number[] = []
  const frames = { now: clock.now, next: (run: () => void) => clock.after(400, run) }
  tween({ from: 0, to: 100, ms: 1000, step: (value) => steps.push(Math.round(value)), frames })
  clock.pass(5000)
  assert.deepEqual(steps, [78, 99, 100])
})

test('stopped, it stays where it is', () => {
  const { clock, frames } = screen()
  let last = 0
  const stop = tween({ from: 0, to: 100, ms: 1000, frames, step: (value) => (last = value) })
  clock.pass(500)
  const reached = last
  stop()
  clock.pass(5000)
  assert.equal(last, reached)
  assert.ok(reached > 0 && reached < 100)
})

test('with a duration of 0 it ends at once', () => {
  const steps: number[] = []
  tween({ from: 3, to: 9, ms: 0, step: (value) => steps.push(value) })
  assert.deepEqual(steps, [9])
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSlides } from '../../client/lib/slides.ts'
import { manualClock } from './manualClock.ts'

function ring({ count = 4, intervalMs, start }: { count?: number; intervalMs?: number; start?: number } = {}) {
  const clock = manualClock()
  const slides = createSlides({ count, intervalMs, ...(start !== undefined && { start }), clock })
  let emissions = 0
  const unsubscribe = slides.subscribe(() => emissions++)
  return { clock, slides, unsubscribe, emissions: () => emissions, index: () => slides.state().index }
}

describe('moving', () => {
  test('wrapping around keeps the position increasing, so that the strip never rewinds', () => {
    const { slides } = ring({ count: 3 })
    for (let i = 0; i < 7; i++) slides.next()
    assert.equal(slides.position, 7)
    assert.equal(slides.state().index, 1)
    for (let i = 0; i < 9; i++) slides.previous()
    assert.equal(slides.position, -2)
    assert.equal(slides.state().index, 1)
  })

  test('goTo takes the short way round', () => {
    const { slides, index } = ring({ count: 8 })
    slides.goTo(7)
    assert.deepEqual([slides.position, index()], [-1, 7])
    slides.goTo(2)
    assert.deepEqual([slides.position, index()], [2, 2])
    slides.goTo(6)
    assert.deepEqual([slides.position, index()], [6, 6])
  })

  test('one slide does not move, nor does none', () => {
    for (const count of [0, 1]) {
      const { slides, clock, index } = ring({ count, intervalMs: 3000 })
      slides.next()
      slides.goTo(1)
      clock.pass(10_000)
      assert.deepEqual([index(), slides.position, slides.state().running], [0, 0, false])
    }
  })

  test('the state is the same object until it changes', () => {
    const { slides, emissions } = ring()
    const before = slides.state()
    slides.pause('hover')
    assert.equal(slides.state(), before)
    slides.next()
    assert.notEqual(slides.state(), before)
    assert.equal(emissions() > 0, true)
  })
})

describe('advancing by itself', () => {
  for (const intervalMs of [3000, 4000, 5000]) {
    test(`a slide every ${intervalMs} ms, not a moment sooner`, () => {
      const { clock, index } = ring({ intervalMs })
      clock.pass(intervalMs - 1)
      assert.equal(index(), 0)
      clock.pass(1)
      assert.equal(index(), 1)
      clock.pass(intervalMs * 3)
      assert.equal(index(), 0)
    })
  }

  test('not without an interval', () => {
    const { clock, index, slides } = ring()
    clock.pass(60_000)
    assert.equal(index(), 0)
    assert.equal(slides.state().running, false)
  })

  test('after a pause the full interval passes again', () => {
    const { clock, slides, index } = ring({ intervalMs: 3000 })
    clock.pass(2900)
    slides.pause('hover')
    clock.pass(60_000)
    assert.equal(index(), 0)
    slides.resume('hover')
    clock.pass(2999)
    assert.equal(index(), 0)
    clock.pass(1)
    assert.equal(index(), 1)
  })

  test('it resumes when every reason is gone; one given twice counts once', () => {
    const { clock, slides, index } = ring({ intervalMs: 3000 })
    slides.pause('hover')
    slides.pause('focus')
    slides.pause('hover')
    slides.resume('hover')
    clock.pass(9000)
    assert.equal(index(), 0)
    assert.equal(slides.state().running, false)
    slides.resume('focus')
    assert.equal(slides.state().running, true)
    clock.pass(3000)
    assert.equal(index(), 1)
  })

  test('ending a reason that was not given does not restart the interval', () => {
    const { clock, slides, index } = ring({ intervalMs: 3000 })
    clock.pass(2000)
    slides.resume('hover')
    clock.pass(1000)
    assert.equal(index(), 1)
  })

  test('a manual step restarts the interval', () => {
    const { clock, slides, index } = ring({ intervalMs: 3000 })
    clock.pass(2500)
    slides.next()
    clock.pass(2500)
    assert.equal(index(), 1)
    clock.pass(500)
    assert.equal(index(), 2)
  })

  test('paused by the visitor it is stopped, and resumes only on request', () => {
    const { clock, slides, index } = ring({ intervalMs: 3000 })
    slides.pause('user')
    assert.deepEqual(slides.state(), { index: 0, running: false, stopped: true })
    slides.pause('hover')
    slides.resume('hover')
    clock.pass(9000)
    assert.equal(index(), 0)
    slides.resume('user', 'hover', 'focus')
    assert.deepEqual(slides.state(), { index: 0, running: true, stopped: false })
  })

  test('no timer is pending without a listener', () => {
    const { clock, unsubscribe } = ring({ intervalMs: 3000 })
    assert.equal(clock.pending(), 1)
    unsubscribe()
    assert.equal(clock.pending(), 0)
  })
})

describe('dragging', () => {
  const width = 400

  /** Drags by so many pixels in so many milliseconds, then waits before the release. */
  function drag(given: ReturnType<typeof ring>, by: number, ms: number, restMs = 0): void {
    const { slides, clock } = given
    slides.dragStart(1000, width)
    for (let i = 1; i <= 10; i++) {
      clock.pass(ms / 10)
      slides.dragMove(1000 + (by * i) / 10)
    }
    clock.pass(restMs)
    slides.dragEnd()
  }

  test('the strip follows the finger, to the left as to the right', () => {
    const { slides } = ring()
    slides.dragStart(1000, width)
    slides.dragMove(900)
    assert.equal(slides.position, 0.25)
    slides.dragMove(1200)
    assert.equal(slides.position, -0.5)
    assert.equal(slides.dragging, true)
    assert.equal(slides.state().index, 0)
  })

  test('dragged less than a fifth of a slide it returns, from a fifth on it moves', () => {
    const back = ring()
    drag(back, -79, 2000, 300)
    assert.deepEqual([back.index(), back.slides.position], [0, 0])
    const goes = ring()
    drag(goes, -80, 2000, 300)
    assert.deepEqual([goes.index(), goes.slides.position], [1, 1])
  })

  test('dragged the other way it shows the previous one, wrapping around', () => {
    const given = ring()
    drag(given, 120, 2000, 300)
    assert.deepEqual([given.index(), given.slides.position], [3, -1])
  })

  test('a flick moves it, however short', () => {
    const given = ring()
    drag(given, -40, 100)
    assert.equal(given.index(), 1)
  })

  test('a finger that stopped before its release is no flick', () => {
    const given = ring()
    drag(given, -40, 100, 150)
    assert.equal(given.index(), 0)
  })

  test('a long drag with a flick back at the end returns', () => {
    const { slides, clock, index } = ring()
    slides.dragStart(1000, width)
    clock.pass(500)
    slides.dragMove(800)
    clock.pass(500)
    slides.dragMove(800)
    clock.pass(50)
    slides.dragMove(840)
    slides.dragEnd()
    assert.equal(index(), 0)
  })

  test('dragged across several slides it stops at the nearest one', () => {
    const given = ring({ count: 8 })
    drag(given, -2.1 * width, 4000, 300)
    assert.equal(given.index(), 2)
  })

  test('a drag that begins during an animation starts at the drawn position', () => {
    const { slides, index } = ring()
    slides.next()
    slides.dragStart(1000, width, 0.6)
    assert.equal(slides.position, 0.6)
    slides.dragMove(1004)
    slides.dragEnd()
    assert.deepEqual([index(), slides.position], [1, 1])
  })

  test('it does not advance during a drag, and the full interval passes afterwards', () => {
    const { slides, clock, index } = ring({ intervalMs: 3000 })
    clock.pass(2000)
    slides.dragStart(1000, width)
    clock.pass(60_000)
    slides.next()
    assert.equal(index(), 0)
    slides.dragEnd()
    clock.pass(2999)
    assert.equal(index(), 0)
    clock.pass(1)
    assert.equal(index(), 1)
  })

  test('moves and ends without a start are ignored', () => {
    const { slides } = ring()
    slides.dragMove(10)
    slides.dragEnd()
    slides.dragStart(0, 0)
    assert.deepEqual([slides.position, slides.dragging], [0, false])
  })
})

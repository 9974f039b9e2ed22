import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSlides } from '../../client/lib/slides.ts'
import { handClock } from './clock.ts'

function ring({ count = 4, every, start }: { count?: number; every?: number; start?: number } = {}) {
  const clock = handClock()
  const slides = createSlides({ count, every, ...(start !== undefined && { start }), clock })
  let heard = 0
  const unsubscribe = slides.subscribe(() => heard++)
  return { clock, slides, unsubscribe, heard: () => heard, index: () => slides.shown().index }
}

describe('moving', () => {
  test('next and previous go round the ring both ways', () => {
    const { slides, index } = ring({ count: 3 })
    slides.next()
    slides.next()
    assert.equal(index(), 2)
    slides.next()
    assert.equal(index(), 0)
    slides.previous()
    assert.equal(index(), 2)
  })

  test('going round leaves the position running on, so that the strip never winds back', () => {
    const { slides } = ring({ count: 3 })
    for (let i = 0; i < 7; i++) slides.next()
    assert.equal(slides.position, 7)
    assert.equal(slides.shown().index, 1)
    for (let i = 0; i < 9; i++) slides.previous()
    assert.equal(slides.position, -2)
    assert.equal(slides.shown().index, 1)
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

  test('one slide goes nowhere, nor does none', () => {
    for (const count of [0, 1]) {
      const { slides, clock, index } = ring({ count, every: 3000 })
      slides.next()
      slides.goTo(1)
      clock.pass(10_000)
      assert.deepEqual([index(), slides.position, slides.shown().running], [0, 0, false])
    }
  })

  test('what is shown stays the same object until it changes', () => {
    const { slides, heard } = ring()
    const before = slides.shown()
    slides.pause('hover')
    assert.equal(slides.shown(), before)
    slides.next()
    assert.notEqual(slides.shown(), before)
    assert.equal(heard() > 0, true)
  })
})

describe('going on by itself', () => {
  for (const every of [3000, 4000, 5000]) {
    test(`a slide every ${every} ms, not a moment sooner`, () => {
      const { clock, index } = ring({ every })
      clock.pass(every - 1)
      assert.equal(index(), 0)
      clock.pass(1)
      assert.equal(index(), 1)
      clock.pass(every * 3)
      assert.equal(index(), 0)
    })
  }

  test('not without an interval', () => {
    const { clock, index, slides } = ring()
    clock.pass(60_000)
    assert.equal(index(), 0)
    assert.equal(slides.shown().running, false)
  })

  test('after a pause the full interval passes again', () => {
    const { clock, slides, index } = ring({ every: 3000 })
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

  test('every reason must be gone, and one given twice counts once', () => {
    const { clock, slides, index } = ring({ every: 3000 })
    slides.pause('hover')
    slides.pause('focus')
    slides.pause('hover')
    slides.resume('hover')
    clock.pass(9000)
    assert.equal(index(), 0)
    assert.equal(slides.shown().running, false)
    slides.resume('focus')
    assert.equal(slides.shown().running, true)
    clock.pass(3000)
    assert.equal(index(), 1)
  })

  test('a reason that ends without having held puts nothing off', () => {
    const { clock, slides, index } = ring({ every: 3000 })
    clock.pass(2000)
    slides.resume('hover')
    clock.pass(1000)
    assert.equal(index(), 1)
  })

  test('a step by hand starts the interval anew', () => {
    const { clock, slides, index } = ring({ every: 3000 })
    clock.pass(2500)
    slides.next()
    clock.pass(2500)
    assert.equal(index(), 1)
    clock.pass(500)
    assert.equal(index(), 2)
  })

  test('stopped by the visitor it says so, and goes on only when told', () => {
    const { clock, slides, index } = ring({ every: 3000 })
    slides.pause('user')
    assert.deepEqual(slides.shown(), { index: 0, running: false, stopped: true })
    slides.pause('hover')
    slides.resume('hover')
    clock.pass(9000)
    assert.equal(index(), 0)
    slides.resume('user', 'hover', 'focus')
    assert.deepEqual(slides.shown(), { index: 0, running: true, stopped: false })
  })

  test('nothing waits once nobody listens', () => {
    const { clock, unsubscribe } = ring({ every: 3000 })
    assert.equal(clock.waiting(), 1)
    unsubscribe()
    assert.equal(clock.waiting(), 0)
  })
})

describe('dragging', () => {
  const width = 400

  /** Drags by so many pixels in so many milliseconds, then rests before letting go. */
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
    assert.equal(slides.shown().index, 0)
  })

  test('pulled less than a fifth of a slide it goes back, a fifth and it goes', () => {
    const back = ring()
    drag(back, -79, 2000, 300)
    assert.deepEqual([back.index(), back.slides.position], [0, 0])
    const goes = ring()
    drag(goes, -80, 2000, 300)
    assert.deepEqual([goes.index(), goes.slides.position], [1, 1])
  })

  test('pulled the other way it goes to the one before, round the end of the ring', () => {
    const given = ring()
    drag(given, 120, 2000, 300)
    assert.deepEqual([given.index(), given.slides.position], [3, -1])
  })

  test('a flick goes, however short', () => {
    const given = ring()
    drag(given, -40, 100)
    assert.equal(given.index(), 1)
  })

  test('a finger that has come to rest flicks no more', () => {
    const given = ring()
    drag(given, -40, 100, 150)
    assert.equal(given.index(), 0)
  })

  test('flicked back at the end, a long pull is taken back', () => {
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

  test('pulled across several slides it settles on the one it has come to', () => {
    const given = ring({ count: 8 })
    drag(given, -2.1 * width, 4000, 300)
    assert.equal(given.index(), 2)
  })

  test('caught on its way it is not thrown off it', () => {
    const { slides, index } = ring()
    slides.next()
    slides.dragStart(1000, width, 0.6)
    assert.equal(slides.position, 0.6)
    slides.dragMove(1004)
    slides.dragEnd()
    assert.deepEqual([index(), slides.position], [1, 1])
  })

  test('no slide comes by itself meanwhile, and the full interval passes afterwards', () => {
    const { slides, clock, index } = ring({ every: 3000 })
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

  test('moves and ends without a start are nothing', () => {
    const { slides } = ring()
    slides.dragMove(10)
    slides.dragEnd()
    slides.dragStart(0, 0)
    assert.deepEqual([slides.position, slides.dragging], [0, false])
  })
})

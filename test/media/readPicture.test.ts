import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isWithinLimits, readPicture } from '../../server/media/readPicture.ts'
import { random } from '../random.ts'
import {
  canvas,
  chunk,
  frame,
  header,
  jpg,
  lossless,
  lossy,
  png,
  pngOf,
  riff,
  scan,
  segment,
  signature,
  start,
  webp,
} from './pictures.ts'

const { concat, from } = Buffer
const sniff = (bytes: Buffer): { type: string; width: number; height: number } | undefined => {
  const picture = readPicture(bytes)
  return picture && { type: picture.type, width: picture.width, height: picture.height }
}

describe('a png', () => {
  test('is recognized with its size', () => {
    assert.deepEqual(sniff(png(640, 480)), { type: 'png', width: 640, height: 480 })
    assert.equal(pngOf(5000).length, 5000)
    assert.deepEqual(sniff(pngOf(5000)), { type: 'png', width: 1, height: 1 })
  })

  test('is found within a larger buffer', () => {
    const around = concat([from('xxxx'), png(3, 2), from('yyyy')])
    assert.deepEqual(sniff(around.subarray(4, around.length - 4)), { type: 'png', width: 3, height: 2 })
  })

  test('is not recognized when cut at any byte', () => {
    const whole = png()
    for (let length = 0; length < whole.length; length++)
      assert.equal(sniff(whole.subarray(0, length)), undefined, `cut at ${length}`)
  })

  test('may have bytes after its end, which browsers ignore', () => {
    assert.equal(sniff(concat([png(), from('<script>alert(1)</script>')]))?.type, 'png')
  })

  test('needs data, an end, one header in front, and sides', () => {
    const data = chunk('IDAT', from([1]))
    const cases: Record<string, Buffer> = {
      'no data': concat([signature, header(1, 1), chunk('IEND')]),
      'empty data': concat([signature, header(1, 1), chunk('IDAT'), chunk('IEND')]),
      'no end': concat([signature, header(1, 1), data]),
      'an end with content': concat([signature, header(1, 1), data, chunk('IEND', from([1]))]),
      'two headers': concat([signature, header(1, 1), header(1, 1), data, chunk('IEND')]),
      'header second': concat([signature, chunk('tEXt', from('a')), header(1, 1), data, chunk('IEND')]),
      'no width': concat([signature, header(0, 1), data, chunk('IEND')]),
      'no height': concat([signature, header(1, 0), data, chunk('IEND')]),
      'a width past 31 bits': concat([signature, header(0x80000000, 1), data, chunk('IEND')]),
      'colour type 1': concat([signature, header(1, 1, 8, 1), data, chunk('IEND')]),
      'palette of 16 bits': concat([signature, header(1, 1, 16, 3), data, chunk('IEND')]),
      'depth 3': concat([signature, header(1, 1, 3, 0), data, chunk('IEND')]),
      'unknown compression': concat([signature, header(1, 1, 8, 2, [1, 0, 0]), data, chunk('IEND')]),
      'unknown filter': concat([signature, header(1, 1, 8, 2, [0, 1, 0]), data, chunk('IEND')]),
      'unknown interlace': concat([signature, header(1, 1, 8, 2, [0, 0, 2]), data, chunk('IEND')]),
      'signature alone': signature,
      'signature and noise': concat([signature, Buffer.alloc(200, 0x41)]),
    }
    for (const [name, bytes] of Object.entries(cases)) assert.equal(sniff(bytes), undefined, name)
    assert.ok(
      sniff(concat([signature, header(1, 1, 8, 2, [0, 0, 1]), data, chunk('IEND')])),
      'the frame of these cases is sound',
    )
  })

  test('is not recognized with a chunk longer than the file', () => {
    const bytes = png()
    bytes.writeUInt32BE(0xffffffff, 33)
    assert.equal(sniff(bytes), undefined)
  })
})

describe('a jpg', () => {
  test('is recognized with its size, with every kind of frame', () => {
    assert.deepEqual(sniff(jpg(800, 600)), { type: 'jpg', width: 800, height: 600 })
    const tail = concat([scan, from([1, 0xff, 0xd9])])
    for (let code = 0xc0; code <= 0xcf; code++) {
      const expected = [0xc4, 0xc8, 0xcc].includes(code) ? undefined : { type: 'jpg', width: 7, height: 5 }
      assert.deepEqual(sniff(concat([start, frame(7, 5, code), tail])), expected, `mark ${code.toString(16)}`)
    }
  })

  test('is recognized when only its scan is cut, and not when cut before', () => {
    const whole = jpg()
    const scanned = whole.length - 5
    for (let length = 0; length <= scanned; length++)
      assert.equal(sniff(whole.subarray(0, length)), undefined, `cut at ${length}`)
    assert.ok(sniff(whole.subarray(0, scanned + 1)))
  })

  test('may have padded markers, and markers without a length', () => {
    assert.deepEqual(sniff(jpg(2, 3, from([0xff, 0xff, 0xff, 0x01]))), { type: 'jpg', width: 2, height: 3 })
  })

  test('needs a frame before its scan, one frame, and sides', () => {
    const tail = concat([scan, from([1, 0xff, 0xd9])])
    const twoParts = segment(0xc0, Uint8Array.from([8, 0, 1, 0, 1, 2, 1, 0x11, 0]))
    const cases: Record<string, Buffer> = {
      'no frame': concat([start, tail]),
      'two frames': concat([start, frame(1, 1), frame(1, 1), tail]),
      'no width': concat([start, frame(0, 1), tail]),
      'no height': concat([start, frame(1, 0), tail]),
      'a frame that holds less than it says': concat([start, twoParts, tail]),
      'a scan of no parts': concat([start, frame(1, 1), segment(0xda, Uint8Array.from([0, 0, 63, 0])), from([1])]),
      'a later scan of no parts': concat([
        start,
        frame(1, 1),
        scan,
        from([1]),
        segment(0xda, Uint8Array.from([0, 0, 63, 0])),
        from([1]),
      ]),
      'a frame behind the scan': concat([start, frame(1, 1), scan, from([1]), frame(9, 9), tail]),
      'a scan without pixels': concat([start, frame(1, 1), scan, from([0xff, 0xd9])]),
      'ended before the scan': concat([start, frame(1, 1), from([0xff, 0xd9]), tail]),
      'no mark where one is due': concat([start, frame(1, 1), from([0x00]), tail]),
      'a length below its own': concat([start, from([0xff, 0xe0, 0, 1]), frame(1, 1), tail]),
      'a length past the file': concat([start, from([0xff, 0xe0, 0xff, 0xff]), frame(1, 1), tail]),
      'marks alone': Buffer.alloc(3_000_000, 0xff),
      'first bytes alone': from([0xff, 0xd8, 0xff, 0xe0]),
    }
    for (const [name, bytes] of Object.entries(cases)) assert.equal(sniff(bytes), undefined, name)
    assert.ok(sniff(concat([start, frame(1, 1), tail])), 'the frame of these cases is sound')
  })
})

describe('a webp', () => {
  test('is recognized with its size, in every format', () => {
    assert.deepEqual(sniff(webp(480, 320)), { type: 'webp', width: 480, height: 320 })
    assert.deepEqual(sniff(riff(['VP8L', lossless(16_384, 1)])), { type: 'webp', width: 16_384, height: 1 })
    assert.deepEqual(sniff(riff(['VP8X', canvas(7, 5)], ['ALPH', from('a')], ['VP8 ', lossy(7, 5)])), {
      type: 'webp',
      width: 7,
      height: 5,
    })
  })

  test('is not recognized when cut at any byte', () => {
    const whole = riff(['VP8X', canvas(7, 5)], ['VP8L', lossless(7, 5)])
    for (let length = 0; length < whole.length; length++)
      assert.equal(sniff(whole.subarray(0, length)), undefined, `cut at ${length}`)
  })

  test('must be one still picture of the size of its canvas', () => {
    const still: [string, Buffer] = ['VP8 ', lossy(7, 5)]
    const cases: Record<string, Buffer> = {
      'an animation': riff(['VP8X', canvas(7, 5, 2)], ['ANIM', Buffer.alloc(6)], ['ANMF', Buffer.alloc(16)]),
      'a picture and frames': riff(['VP8X', canvas(7, 5, 2)], still, ['ANMF', Buffer.alloc(16)]),
      'two pictures': riff(['VP8X', canvas(7, 5)], still, still),
      'two, without a canvas': riff(still, still),
      'a canvas alone': riff(['VP8X', canvas(7, 5)]),
      'a larger canvas': riff(['VP8X', canvas(8, 5)], still),
      'a canvas behind': riff(still, ['VP8X', canvas(7, 5)]),
      'no key frame': riff(['VP8 ', Buffer.concat([from([1]), lossy(7, 5).subarray(1)])]),
      'no width': riff(['VP8 ', lossy(0, 5)]),
      'another signature': riff(['VP8L', Buffer.concat([from([0x2e]), lossless(7, 5).subarray(1)])]),
      nothing: riff(),
    }
    for (const [name, bytes] of Object.entries(cases)) assert.equal(sniff(bytes), undefined, name)
  })
})

describe('any other file', () => {
  test('is not recognized by its first bytes or its name', () => {
    const others: Record<string, Buffer> = {
      nothing: from(''),
      gif: from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1'),
      webp: from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'),
      svg: from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      html: from('<!doctype html><script>alert(1)</script>'),
      'a page with a picture in it': concat([from('<script>1</script>'), png()]),
      'gif that goes on as jpg': concat([from('GIF89a'), jpg()]),
      'jpg start, png body': concat([start, png()]),
      'png start, jpg body': concat([signature, jpg()]),
    }
    for (const [name, bytes] of Object.entries(others)) assert.equal(sniff(bytes), undefined, name)
  })

  test('is examined without throwing or hanging, whichever byte is wrong', () => {
    for (const whole of [png(4, 4, 20), jpg(4, 4), riff(['VP8X', canvas(7, 5)], ['VP8L', lossless(7, 5)])]) {
      for (let at = 0; at < whole.length; at++) {
        for (const value of [0x00, 0x01, 0x7f, 0x80, 0xd8, 0xda, 0xff]) {
          const hurt = from(whole)
          hurt[at] = value
          sniff(hurt)
        }
      }
    }
    const next = random(1)
    const noise = Buffer.from(Array.from({ length: 100_000 }, () => next(256)))
    noise.set(start)
    assert.equal(sniff(noise), undefined)
  })
})

test('a picture may have up to 16384 pixels on a side and 50 million in all', () => {
  const isAllowed = (width: number, height: number): boolean => isWithinLimits({ width, height })
  assert.equal(isAllowed(16_384, 3051), true)
  assert.equal(isAllowed(16_385, 1), false)
  assert.equal(isAllowed(1, 16_385), false)
  assert.equal(isAllowed(10_000, 5000), true)
  assert.equal(isAllowed(10_000, 5001), false)
})

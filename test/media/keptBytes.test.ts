import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readPicture } from '../../server/media/readPicture.ts'
import { random } from '../random.ts'
import {
  canvas,
  chunk,
  exif,
  exifSegment,
  frame,
  header,
  jpg,
  lossless,
  lossy,
  png,
  riff,
  scan,
  segment,
  signature,
  start,
} from './pictures.ts'

const { concat, from } = Buffer
const letters = (words: string): Buffer => from(words, 'latin1')
const strip = (bytes: Buffer): { bytes: Buffer; orientation: number } => {
  const { kept, orientation } = readPicture(bytes) ?? assert.fail('it is a picture')
  return { bytes: kept, orientation }
}
const sizeOf = (bytes: Buffer): { type: string; width: number; height: number } => {
  const { type, width, height } = readPicture(bytes) ?? assert.fail('it is a picture')
  return { type, width, height }
}

const icc = segment(0xe2, letters('ICC_PROFILE\0\x01\x01profile'))
const adobe = segment(0xee, letters('Adobe\0\x64\0\0\0\0\x01'))
const metadata = [
  segment(0xe1, letters('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>GPS</x:xmpmeta>')),
  segment(0xed, letters('Photoshop 3.0\0GPS')),
  segment(0xe2, letters('MPF\0GPS')),
  segment(0xe0, letters('JFXX\0GPS thumbnail')),
  segment(0xe5, letters('GPS')),
  segment(0xef, letters('GPS')),
  segment(0xfe, letters('GPS')),
]

describe('a jpg', () => {
  test('loses everything that does not affect its pixels', () => {
    assert.deepEqual(strip(jpg(4, 3, exifSegment(1), ...metadata, icc, adobe)), {
      bytes: jpg(4, 3, icc, adobe),
      orientation: 1,
    })
    assert.deepEqual(strip(jpg(4, 3)).bytes, jpg(4, 3))
  })

  test('keeps only the orientation of its Exif, in either byte order', () => {
    for (const little of [false, true]) {
      for (let orientation = 2; orientation <= 8; orientation++) {
        const stripped = strip(jpg(4, 3, exifSegment(orientation, little), ...metadata))
        assert.equal(stripped.orientation, orientation)
        assert.doesNotMatch(stripped.bytes.toString('latin1'), /GPS/)
        assert.equal(stripped.bytes.length, jpg(4, 3).length + 36)
        assert.deepEqual(sizeOf(stripped.bytes), { type: 'jpg', width: 4, height: 3 })
        assert.deepEqual(strip(stripped.bytes), stripped, 'a second time changes nothing')
      }
    }
  })

  test('ignores invalid orientations, and all but the first Exif', () => {
    for (const odd of [0, 9, 65_535])
      assert.deepEqual(strip(jpg(4, 3, exifSegment(odd))), { bytes: jpg(4, 3), orientation: 1 })
    assert.equal(strip(jpg(4, 3, exifSegment(3), exifSegment(6))).orientation, 3)
    for (let length = 0; length < exif(6).length; length++) {
      const { bytes } = strip(jpg(4, 3, segment(0xe1, concat([letters('Exif\0\0'), exif(6).subarray(0, length)]))))
      assert.deepEqual(sizeOf(bytes), { type: 'jpg', width: 4, height: 3 })
    }
  })

  test('loses data between its scans and after its end', () => {
    const head = [start, frame(4, 3)]
    const pixels = from([0x12, 0xff, 0x00, 0xff, 0xd3, 0x34])
    const [note, end] = [segment(0xfe, letters('GPS')), from([0xff, 0xd9])]
    const second = jpg(9, 9, exifSegment(6))
    const whole = concat([...head, scan, pixels, note, scan, pixels, end, second])
    const left = concat([...head, scan, pixels, scan, pixels, end])
    assert.deepEqual(strip(whole).bytes, left)
    assert.deepEqual(strip(concat([left, segment(0xdd, letters('GPS')), end])).bytes, left)
    const unended = concat([...head, scan, pixels])
    assert.deepEqual(strip(unended).bytes, unended, 'a scan that was cut stays')
  })
})

describe('a png', () => {
  // The last three: content credentials with the author's name, a program's own layers, and the screen's settings of a Mac.
  const notes = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX', 'mkBT', 'iDOT'].map((name) => chunk(name, letters('GPS')))
  const pixels = chunk('IDAT', from('789c63f8cfc0000003010100', 'hex'))
  const colours = [
    chunk('iCCP', letters('profile')),
    chunk('tRNS', from([0, 0, 0, 0, 0, 0])),
    chunk('pHYs', Buffer.alloc(9)),
    chunk('acTL', Buffer.alloc(8)),
  ]

  test('loses text, times, Exif and what programs add, and keeps colours and transparency', () => {
    const whole = concat([
      signature,
      header(1, 1),
      ...notes,
      chunk('eXIf', exif(1)),
      ...colours,
      pixels,
      ...notes,
      chunk('IEND'),
      letters('GPS'),
    ])
    assert.deepEqual(strip(whole), {
      bytes: concat([signature, header(1, 1), ...colours, pixels, chunk('IEND')]),
      orientation: 1,
    })
    assert.deepEqual(strip(png(3, 2, 50)).bytes, png(3, 2, 50))
  })

  test('keeps its orientation, in a chunk with a valid checksum', () => {
    for (let orientation = 2; orientation <= 8; orientation++) {
      const { bytes, orientation: found } = strip(
        concat([signature, header(1, 1), chunk('eXIf', exif(orientation)), pixels, chunk('IEND')]),
      )
      assert.equal(found, orientation)
      const tiff = bytes.subarray(41, 67)
      assert.deepEqual(bytes, concat([signature, header(1, 1), chunk('eXIf', tiff), pixels, chunk('IEND')]))
      assert.deepEqual(strip(bytes), { bytes, orientation })
    }
  })
})

test('a webp loses Exif, XMP, unknown chunks and trailing data, with correct flags and size', () => {
  const alpha = 0b10000
  const [odd, icc] = [letters('ALP'), letters('prof')]
  const whole = riff(
    ['VP8X', canvas(4, 3, alpha | 0b101100)],
    ['ICCP', icc],
    ['ALPH', odd],
    ['VP8 ', lossy(4, 3)],
    ['EXIF', exif(6)],
    ['XMP ', letters('GPS')],
    ['GPS!', letters('GPS')],
  )
  const left = riff(['VP8X', canvas(4, 3, alpha | 0b100000)], ['ICCP', icc], ['ALPH', odd], ['VP8 ', lossy(4, 3)])
  assert.deepEqual(strip(concat([whole, letters('GPS')])), { bytes: left, orientation: 1 })
  for (const plain of [riff(['VP8 ', lossy(4, 3)]), riff(['VP8L', lossless(4, 3)])])
    assert.deepEqual(strip(plain).bytes, plain)
})

test('hostile bytes are processed once, without throwing, and never grow; a remaining picture has the same size', () => {
  const next = random(7)
  const pictures = [
    jpg(4, 3, exifSegment(6, true), ...metadata, icc),
    jpg(4, 3, exifSegment(8)),
    concat([
      signature,
      header(1, 1),
      chunk('eXIf', exif(5)),
      chunk('IDAT', from([1])),
      chunk('tEXt', letters('a')),
      chunk('IEND'),
    ]),
    riff(['VP8X', canvas(4, 3, 12)], ['VP8 ', lossy(4, 3)], ['EXIF', exif(6)]),
  ]
  let pictureCount = 0
  for (let round = 0; round < 40_000; round++) {
    const whole = pictures[round % pictures.length] ?? assert.fail()
    const hurt = from(whole.subarray(0, next(4) === 0 ? next(whole.length) : whole.length))
    for (let flips = next(4); flips > 0 && hurt.length > 0; flips--) hurt[next(hurt.length)] = next(256)
    const copy = from(hurt)
    const picture = readPicture(hurt)
    assert.deepEqual(hurt, copy, 'what is read is not changed')
    if (!picture) continue
    const { kept, orientation } = picture
    assert.ok(kept.length <= hurt.length && orientation >= 1 && orientation <= 8)
    assert.deepEqual(readPicture(kept), picture, 'a second time changes nothing')
    pictureCount += 1
  }
  assert.ok(pictureCount > 10_000, `${pictureCount} of them are pictures`)

  // Each would take hours if every byte were compared with the others.
  const many = (block: Buffer): Buffer => Buffer.alloc(2_000_000, block)
  for (const flood of [
    from([0xff]),
    from([0xff, 0]),
    from([0xff, 0xd0]),
    segment(0xfe, from('')),
    segment(0xdd, from('')),
    exifSegment(6),
    scan,
    from([0xff, 0xd8]),
  ]) {
    readPicture(concat([start, many(flood)]))
    readPicture(concat([start, frame(1, 1), scan, many(flood)]))
  }
  for (const flood of [chunk('tEXt'), chunk('IDAT'), chunk('eXIf', exif(6))])
    readPicture(concat([signature, many(flood)]))
  const empty = riff(['VP8X', canvas(1, 1)], ['EXIF', many(letters('EXIF\0\0\0\0'))])
  readPicture(empty)
  readPicture(concat([letters('RIFF\xff\xff\xff\xffWEBP'), many(letters('EXIF\0\0\0\0'))]))
})

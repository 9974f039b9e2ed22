import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { readPicture } from '../../../server/media/readPicture.ts'
import { chunk, exif, exifSegment, segment } from '../../media/pictures.ts'
import { browserTest, launched } from '../../browser/browser.ts'

const strip = (bytes: Buffer): Buffer => readPicture(bytes)?.kept ?? assert.fail('it is a picture')

/** Every pixel of a picture as the browser shows it, summed up with its place. */
const pixels = (page: Page, bytes: Buffer, type: string): Promise<string> =>
  page.evaluate(
    async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      })
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      return `${canvas.width}x${canvas.height} ${[...data].join()}`
    },
    `data:${type};base64,${bytes.toString('base64')}`,
  )

/** Four coloured corners, one of them half transparent. */
const drawn = (page: Page, type: string): Promise<Buffer> =>
  page
    .evaluate((given) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 32 })
      const context = canvas.getContext('2d')
      for (const [at, colour] of ['#ff0000', '#00ff00', '#0000ff', '#00000080'].entries()) {
        if (context) context.fillStyle = colour
        context?.fillRect((at % 2) * 24, Math.floor(at / 2) * 16, 24, 16)
      }
      return canvas.toDataURL(given)
    }, type)
    .then((address) => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))

browserTest('a browser shows every pixel as before when the metadata is gone, whichever way up it is', async (t) => {
  const page = await (await launched()).newPage()
  t.after(() => page.close())
  const jpeg = await drawn(page, 'image/jpeg')
  const turned = new Set<string>()
  for (let orientation = 1; orientation <= 8; orientation++) {
    const marked = Buffer.concat([
      jpeg.subarray(0, 2),
      exifSegment(orientation),
      segment(0xfe, Buffer.from('GPS')),
      jpeg.subarray(2),
      Buffer.from('GPS'),
    ])
    const before = await pixels(page, marked, 'image/jpeg')
    const bytes = strip(marked)
    assert.doesNotMatch(bytes.toString('latin1'), /GPS/)
    assert.equal(await pixels(page, bytes, 'image/jpeg'), before, `orientation ${orientation}`)
    turned.add(before)
  }
  assert.equal(turned.size, 8, 'the browser turns each in its own way')

  const png = await drawn(page, 'image/png')
  for (const orientation of [1, 6]) {
    const marked = Buffer.concat([
      png.subarray(0, 33),
      chunk('eXIf', exif(orientation)),
      chunk('tEXt', Buffer.from('GPS')),
      png.subarray(33),
    ])
    const before = await pixels(page, marked, 'image/png')
    const bytes = strip(marked)
    assert.doesNotMatch(bytes.toString('latin1'), /GPS/)
    assert.equal(await pixels(page, bytes, 'image/png'), before)
  }

  const webp = await drawn(page, 'image/webp')
  const note = Buffer.concat([Buffer.from('EXIF\x04\0\0\0', 'latin1'), Buffer.from('GPS ')])
  const marked = Buffer.concat([webp, note])
  marked.writeUInt32LE(marked.length - 8, 4)
  const before = await pixels(page, webp, 'image/webp')
  assert.match(before, /,0,0,0,128/, 'it is half transparent')
  assert.equal(await pixels(page, strip(marked), 'image/webp'), before)
})

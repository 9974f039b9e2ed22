import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { pictureFacts } from '../../contract/media/pictureName.ts'
import { eventually } from '../eventually.ts'
import { exifSegment } from '../media/pictures.ts'
import { browserTest, type Visit } from './browser.ts'
import { drawn } from './drawing.ts'
import { chooser, library, names, open } from './library.ts'
import { newPhoto, row, save, staff } from './staff.ts'
import { pastePicture } from './transfer.ts'
import { writing } from './writing.ts'

const withExif = (jpeg: Buffer, orientation: number): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), exifSegment(orientation), jpeg.subarray(2)])

/** Size and some colours of a picture on the server, as the browser shows it. */
const shown = (
  page: Page,
  src: string,
  points: readonly (readonly [x: number, y: number])[] = [],
): Promise<{ width: number; height: number; colours: number[][] }> =>
  page.evaluate(
    async ([address, places]) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      })
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const colours = places.map(([x, y]) => [
        ...(context?.getImageData(x * canvas.width, y * canvas.height, 1, 1).data ?? []),
      ])
      return { width: image.naturalWidth, height: image.naturalHeight, colours }
    },
    [src, points] as const,
  )

interface Covers extends Visit {
  dialog: Locator
  choose(bytes: Buffer, mimeType?: string): Promise<void>
  /** Saves the form; the address that the record then has. */
  saved(): Promise<string>
  sent(): number
}

async function covers(t: TestContext, options: Parameters<typeof staff>[2] = {}): Promise<Covers> {
  const visited = await staff(t, '/AdminCarousel', options)
  const { page, server, calls } = visited
  const dialog = await newPhoto(page)
  return {
    ...visited,
    dialog,
    choose: (buffer, mimeType = 'image/jpeg') =>
      dialog.locator('input[type=file]:enabled').setInputFiles({ name: '现场.jpg', mimeType, buffer }),
    async saved() {
      await dialog.getByRole('button', { name: /查看大图/ }).waitFor()
      await dialog.getByLabel('标题').fill('现场照片')
      await save(dialog, '添加成功！')
      await row(page, '现场照片').first().waitFor()
      return (await server.post('/v1/carousel/list', { photoTitle: '现场照片' })).data.data[0].photoUrl
    },
    sent: () => calls.filter((path) => path === '/v1/file/upload').length,
  }
}

const specks = 60_000

browserTest(
  'a phone photo above 2 MB stops with its message, and one press makes it fit, with variants, in one call',
  async (t) => {
    const { page, server, dialog, choose, saved, sent } = await covers(t)
    const photo = await drawn(page, { width: 4000, height: 3000, ground: '#808080', specks })
    assert.ok(photo.length > 2_097_152)
    await choose(photo)
    await dialog.getByText('上传封面图片大小不能超过2MB！').waitFor()
    assert.equal(sent(), 0)
    await dialog.getByRole('button', { name: '压缩后上传' }).click()
    await dialog.getByText(/^已压缩：[\d.]+ MB → \d+ KB$/).waitFor()
    const address = await saved()
    assert.equal(sent(), 1)
    assert.match(address, /^\/uploads\/carousel\/[0-9a-f]{32}\.1920x1440\.[0-9a-f]{6}\.480w\.960w\.jpg$/)
    const main = Number((await fetch(server.url + address, { method: 'HEAD' })).headers.get('content-length'))
    for (const { width, src } of pictureFacts(address)?.variants ?? assert.fail()) {
      const { status, headers } = await fetch(server.url + src)
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/webp'])
      assert.ok(Number(headers.get('content-length')) < main)
      const { width: wide, height } = await shown(page, src)
      assert.deepEqual([wide, height], [width, width * 0.75])
    }
  },
)

browserTest(
  'a photo below 2 MB gets its variants without a word, and what is small and narrow stays as it is',
  async (t) => {
    const { page, server, choose, dialog, saved } = await covers(t)
    const small = await drawn(page, { width: 1000, height: 500, ground: '#204060', specks: 300 })
    await choose(small)
    const address = await saved()
    assert.match(address, /\.1000x500\.[0-9a-f]{6}\.480w\.960w\.jpg$/)
    assert.deepEqual(Buffer.from(await (await fetch(server.url + address)).arrayBuffer()), small)
    const [red = 0, green = 0, blue = 0] = (address.match(/\.([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\./) ?? [])
      .slice(1)
      .map((each) => Number.parseInt(each, 16))
    assert.ok(
      Math.abs(red - 0x20) < 40 && Math.abs(green - 0x40) < 40 && Math.abs(blue - 0x60) < 40,
      'its average colour',
    )
    assert.equal(await dialog.count(), 0)
  },
)

browserTest(
  'a photo that was taken upright is upright, main and variants, and does not contain where it was taken',
  async (t) => {
    const { page, server, choose, saved } = await covers(t)
    // Orientation 6: what lies to the right in the bytes is below when shown.
    const photo = withExif(
      await drawn(page, { width: 2400, height: 1600, ground: '#ffffff', corner: '#ff0000', specks: 200 }),
      6,
    )
    await choose(photo)
    const address = await saved()
    assert.match(address, /\.1600x2400\.|\.1920x2880\./)
    const facts = pictureFacts(address) ?? assert.fail()
    assert.deepEqual(
      facts.variants.map(({ width }) => width),
      [480, 960],
    )
    for (const src of [address, ...facts.variants.map((each) => each.src)]) {
      const { width, height, colours } = await shown(page, src, [
        [0.8, 0.2],
        [0.2, 0.2],
        [0.2, 0.8],
      ])
      assert.ok(height > width)
      const [upperRight = [], upperLeft = [], lowerLeft = []] = colours
      assert.ok((upperRight[0] ?? 0) > 200 && (upperRight[1] ?? 255) < 80, `${src}: the corner is at the upper right`)
      assert.ok((upperLeft[1] ?? 0) > 150 && (lowerLeft[1] ?? 0) > 150)
      assert.doesNotMatch(await (await fetch(server.url + src)).text(), /GPS/)
    }
  },
)

browserTest('a drawing with transparency keeps it', async (t) => {
  const { page, choose, saved } = await covers(t)
  await choose(
    await drawn(page, { width: 2200, height: 1100, type: 'image/png', corner: '#00ff00', specks: 3000 }),
    'image/png',
  )
  const address = await saved()
  assert.match(
    address,
    /^\/uploads\/carousel\/[0-9a-f]{32}\.(?:1920x960|2200x1100)\.480w\.960w\.png$/,
    'without a colour, which would show through',
  )
  for (const src of [address, ...(pictureFacts(address)?.variants ?? []).map((each) => each.src)]) {
    const { colours } = await shown(page, src, [
      [0.25, 0.25],
      [0.999, 0.999],
    ])
    assert.deepEqual([colours[0]?.[3], colours[1]?.[3]], [255, 0], src)
  }
})

browserTest('a picture with a small transparent corner keeps it', async (t) => {
  const { page, choose, saved } = await covers(t)
  await choose(
    await drawn(page, { width: 2200, height: 1100, type: 'image/png', ground: '#ffffff', specks, notch: 24 }),
    'image/png',
  )
  const address = await saved()
  assert.match(address, /\.png$/)
  const { colours } = await shown(page, address, [
    [0.5, 0.5],
    [0.999, 0.999],
  ])
  assert.deepEqual(
    colours.map((colour) => colour[3]),
    [255, 0],
  )
})

browserTest(
  'a browser that gives PNG for WebP sends JPEG variants, and one that gives only PNG sends the picture alone',
  async (t) => {
    const { page, server, choose, dialog, saved, sent } = await covers(t)
    const photo = await drawn(page, { width: 1900, height: 950, ground: '#808080', specks: 3000 })
    const lie = (types: readonly string[]): Promise<void> =>
      page.evaluate((unknown) => {
        // It draws in the page then, as such a browser does.
        Reflect.deleteProperty(window, 'OffscreenCanvas')
        const real = HTMLCanvasElement.prototype.toBlob
        HTMLCanvasElement.prototype.toBlob = function (given, type, quality) {
          real.call(this, given, type !== undefined && unknown.includes(type) ? 'image/png' : type, quality)
        }
      }, types)
    await lie(['image/webp'])
    await choose(photo)
    await dialog.getByRole('button', { name: /查看大图/ }).waitFor()
    const src = (await dialog.locator('.picture-thumbnail img').getAttribute('src')) ?? ''
    assert.match(src, /\.480w\.960w\.jpg$/)
    for (const { width, src: variant } of pictureFacts(src)?.variants ?? assert.fail()) {
      assert.equal((await fetch(server.url + variant)).headers.get('content-type'), 'image/jpeg')
      assert.equal((await shown(page, variant)).width, width)
    }
    await lie(['image/webp', 'image/jpeg'])
    await choose(photo)
    await page.waitForFunction(
      (old) => document.querySelector('.picture-thumbnail img')?.getAttribute('src') !== old,
      src,
    )
    const address = await saved()
    assert.match(address, /\.1900x950\.jpg$/)
    assert.deepEqual(Buffer.from(await (await fetch(server.url + address)).arrayBuffer()), photo)
    assert.equal(sent(), 2)
  },
)

browserTest('what cannot be drawn is sent as it is below 2 MB, and says so above', async (t) => {
  const { page, server, choose, dialog, saved, sent } = await covers(t)
  await page.evaluate(() => {
    Reflect.deleteProperty(window, 'OffscreenCanvas')
    HTMLCanvasElement.prototype.getContext = () => null
  })
  const large = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(2_097_152)])
  await choose(large)
  await dialog.getByRole('button', { name: '压缩后上传' }).click()
  await dialog.getByText('这张图片无法压缩，请换一张，或用其他软件缩小后再上传').waitFor()
  assert.equal(sent(), 0)
  assert.equal(await dialog.getByRole('button', { name: '重试' }).count(), 0, 'it would fail again')
  await page.waitForFunction(() => document.activeElement?.closest('.picture') !== null)

  const photo = await (await page.context().newPage()).evaluate(() =>
    Object.assign(document.createElement('canvas'), { width: 700, height: 70 }).toDataURL('image/jpeg'),
  )
  const bytes = Buffer.from(photo.slice(photo.indexOf(',') + 1), 'base64')
  await choose(bytes)
  const address = await saved()
  assert.match(address, /\.700x70\.jpg$/)
  assert.deepEqual(Buffer.from(await (await fetch(server.url + address)).arrayBuffer()), bytes)
})

browserTest('a picture whose variant the server refuses is sent once more without it', async (t) => {
  const { page, choose, saved, sent } = await covers(t)
  await page.route('**/v1/file/upload', (route) =>
    route.request().postDataBuffer()?.includes('name="w480"')
      ? route.fulfill({ status: 422, json: { code: 422, msg: '小', data: { field: 'w480' } } })
      : route.continue(),
  )
  await choose(await drawn(page, { width: 1000, height: 500, ground: '#204061', specks: 300 }))
  assert.match(await saved(), /\.1000x500\.jpg$/)
  assert.equal(sent(), 2)
})

browserTest('in a text, a picture that is too large stays where it was put, and one press makes it fit', async (t) => {
  const { page, dialog, paper, tool, calls, saved } = await writing(t, '<p>文</p>')
  const photo = await drawn(page, { width: 4000, height: 3000, ground: '#818181', specks })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('图片').click()])
  await chooser.setFiles({ name: '现场.jpg', mimeType: 'image/jpeg', buffer: photo })
  const news = dialog.getByRole('status').filter({ hasText: '图片大小不能超过2MB！' })
  await news.waitFor()
  assert.equal(calls.includes('/v1/file/upload'), false)
  await dialog.getByRole('button', { name: '更新' }).click()
  await dialog.getByText('有图片没有上传成功，请重试或放弃后再保存').waitFor()
  await news.getByRole('button', { name: '压缩后上传' }).click()
  await paper.locator('img[src^="/uploads/quill/"]').waitFor()
  await dialog.getByText(/^已压缩：[\d.]+ MB → \d+ KB/).waitFor()
  assert.match(
    await saved(),
    /<p><img src="\/uploads\/quill\/[0-9a-f]{32}\.1920x1440\.[0-9a-f]{6}\.480w\.960w\.jpg" alt="" width="1920" height="1440"><\/p>/,
  )
})

browserTest(
  'what shared links show of a picture is cut from its middle when it is uploaded, and around its focus when that is moved',
  async (t) => {
    const { page, server, headers } = await library(t)
    const red = ([r = 0, , b = 0]: readonly number[] = []): boolean => r > 150 && b < 100
    /** Of points on the left, a quarter and three quarters down, which are red. */
    const cut = async (): Promise<{ address: string; size: number[]; reds: boolean[] }> => {
      const {
        data: [{ poster = '' }],
      } = (await server.post('/v1/media/list', { word: '方图' }, { headers })).data
      if (poster === '') return { address: '', size: [], reds: [] }
      const { width, height, colours } = await shown(page, poster, [
        [0.25, 0.25],
        [0.25, 0.75],
      ])
      return { address: poster, size: [width, height], reds: colours.map(red) }
    }
    await chooser(page).setInputFiles({
      name: '方图.jpg',
      mimeType: 'image/jpeg',
      buffer: await drawn(page, { width: 2000, height: 2000, ground: '#2040c0', corner: '#e02020' }),
    })
    await eventually(async () => (await names(page)).includes('方图.jpg'), 'the picture is listed')
    assert.equal((await names(page)).length, 3)
    const first = await cut()
    assert.deepEqual(
      [first.size, first.reds],
      [
        [1200, 630],
        [true, false],
      ],
    )

    const dialog = await open(page, '方图.jpg')
    for (let n = 0; n < 5; n++) await dialog.getByRole('slider', { name: '焦点' }).press('ArrowUp')
    await save(dialog, '修改成功！')
    const second = await cut()
    assert.deepEqual(
      [second.size, second.reds],
      [
        [1200, 630],
        [true, true],
      ],
    )
    assert.equal((await fetch(server.url + first.address)).status, 404)
    assert.equal((await names(page)).length, 3)
  },
)

browserTest(
  'a picture is pasted where the focus is, and Back and Forward close and open the one that was looked at',
  async (t) => {
    const { page } = await staff(t, '/AdminNews')
    await page.getByRole('button', { name: '新增', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '新增新闻' })
    await dialog.locator('summary', { hasText: '搜索与分享' }).click()
    const [cover, share] = [
      dialog.getByRole('group', { name: '封面' }),
      dialog.getByRole('group', { name: '分享图片' }),
    ]
    const picture = (field: Locator): Locator => field.getByRole('button', { name: /^查看大图/ })
    await pastePicture(page, share.getByRole('button').first())
    await picture(share).waitFor()
    assert.equal(await picture(cover).count(), 0)
    await cover.getByRole('button', { name: '从素材库选择' }).click()
    const picker = page.getByRole('dialog').last()
    await picker.getByRole('searchbox').or(picker.getByRole('textbox')).first().waitFor()
    await pastePicture(page, picker.getByRole('searchbox').or(picker.getByRole('textbox')).first())
    await page.keyboard.press('Escape')
    await eventually(async () => (await page.getByRole('dialog').count()) === 1, 'the picker is closed')
    assert.equal(await cover.getByRole('progressbar').or(picture(cover)).count(), 0, 'the form behind takes nothing')
    await pastePicture(page, dialog.getByLabel('新闻标题').first())
    await picture(cover).waitFor()

    const large = page.locator('dialog.preview[open]')
    await picture(share).click()
    const shown = await large.getByRole('img').getAttribute('src')
    await page.goBack()
    await large.waitFor({ state: 'detached' })
    await page.goForward()
    await large.first().waitFor()
    assert.equal(await large.count(), 1)
    assert.equal(await large.getByRole('img').getAttribute('src'), shown)
  },
)

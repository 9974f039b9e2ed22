import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { exifSegment } from '../../media/pictures.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { drawn } from '../../browser/drawing.ts'
import { library, open } from '../../browser/library.ts'
import { newPhoto, staff, toast } from '../../browser/staff.ts'

const cropper = (page: Page): Locator => page.getByRole('dialog', { name: '裁切与旋转' })
const frameOf = (page: Page): Locator => cropper(page).getByRole('slider', { name: '选框' })
const crop = (page: Page): Promise<void> => cropper(page).getByRole('button', { name: '裁切', exact: true }).click()

/** The colours at these places of a picture, from 0 to 1 each way, with its size. */
const coloursOf = (page: Page, src: string, places: readonly (readonly [x: number, y: number])[]) =>
  page.evaluate(
    async ([address, points]) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const { naturalWidth: width, naturalHeight: height } = image
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d', { willReadFrequently: true })
      context?.drawImage(image, 0, 0)
      const colours = points.map(([x, y]) => [...(context?.getImageData(x * width, y * height, 1, 1).data ?? [])])
      return { width, height, colours }
    },
    [src, places] as const,
  )

/** A form with a picture field into which this file has been uploaded. */
async function withPicture(
  page: Page,
  buffer: Buffer,
  mimeType: string,
): Promise<{ form: Locator; src(): Promise<string> }> {
  const form = await newPhoto(page)
  await form.locator('input[type=file]:enabled').setInputFiles({ name: '现场.png', mimeType, buffer })
  const picture = form.locator('.picture-thumbnail img')
  await picture.waitFor()
  return { form, src: async () => (await picture.getAttribute('src')) ?? '' }
}

browserTest('a transparent picture is turned and cropped by keys, stays transparent, and comes back', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminCarousel')
  const { form, src } = await withPicture(
    page,
    await drawn(page, { width: 800, height: 400, type: 'image/png', corner: '#ff0000' }),
    'image/png',
  )
  const original = await src()
  await form.getByRole('button', { name: '裁切' }).click()
  await frameOf(page).waitFor()
  // The shape that the field wants comes first.
  assert.equal(await frameOf(page).getAttribute('aria-valuetext'), '左边0%，上边19%，800×250')
  assert.deepEqual(await seriousFaults(page), [])
  await cropper(page).getByRole('button', { name: '原始' }).click()
  assert.equal(await cropper(page).getByRole('button', { name: '裁切', exact: true }).isDisabled(), true)
  await cropper(page).getByRole('button', { name: '向右转' }).click()
  await cropper(page).getByRole('button', { name: '1:1' }).click()
  await frameOf(page).focus()
  for (let n = 0; n < 5; n++) await page.keyboard.press('Shift+ArrowUp')
  assert.equal(await frameOf(page).getAttribute('aria-valuetext'), '左边0%，上边0%，400×400')
  await crop(page)
  await toast(page, '已裁切，原图还在素材库里')
  const cropped = await src()
  assert.match(cropped, /^\/uploads\/carousel\/[0-9a-f]{32}\.400x400\.png$/)
  const { width, height, colours } = await coloursOf(page, cropped, [
    [0.75, 0.5],
    [0.25, 0.5],
  ])
  assert.deepEqual([width, height], [400, 400])
  assert.deepEqual(colours, [
    [255, 0, 0, 255],
    [0, 0, 0, 0],
  ])
  const headers = await server.signIn()
  const nameOf = async (address: string): Promise<string> =>
    (await server.post('/v1/media/detail', { address }, { headers })).data.name
  assert.equal(await nameOf(original), '现场.png')
  await eventually(async () => (await nameOf(cropped)) === '现场（裁切）', 'it is named after the original')
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
  await eventually(async () => (await src()) === original, 'the original is back')
  assert.deepEqual(complaints, [])
})

browserTest('a photo that the camera has turned is cropped as one sees it, by pointer', async (t) => {
  const { page } = await staff(t, '/AdminCarousel')
  const jpeg = await drawn(page, { width: 800, height: 400, ground: '#0000ff', corner: '#ff0000' })
  const turned = Buffer.concat([jpeg.subarray(0, 2), exifSegment(6), jpeg.subarray(2)])
  const { form, src } = await withPicture(page, turned, 'image/jpeg')
  await form.getByRole('button', { name: '裁切' }).click()
  await cropper(page).getByRole('button', { name: '自由' }).click()
  const stage = (await cropper(page).locator('.crop-stage').boundingBox()) ?? assert.fail()
  const at = (x: number, y: number) => [stage.x + stage.width * x, stage.y + stage.height * y] as const
  // The frame begins as the shape of the field, in the middle: its lower right corner goes down, then all of it up.
  const corner = (await frameOf(page).locator('.bottom-right').boundingBox()) ?? assert.fail()
  await page.mouse.move(corner.x + corner.width - 3, corner.y + corner.height - 3)
  await page.mouse.down()
  await page.mouse.move(...at(1, 0.75), { steps: 4 })
  await page.mouse.up()
  await page.mouse.move(...at(0.5, 0.6))
  await page.mouse.down()
  await page.mouse.move(...at(0.5, 0), { steps: 4 })
  await page.mouse.up()
  assert.match((await frameOf(page).getAttribute('aria-valuetext')) ?? '', /^左边0%，上边0%，400×26\d$/)
  await crop(page)
  await toast(page, '已裁切，原图还在素材库里')
  const { width, colours } = await coloursOf(page, await src(), [
    [0.75, 0.5],
    [0.25, 0.5],
  ])
  assert.equal(width, 400)
  const [[red = 0, , blueInRed = 0] = [], [redInBlue = 0, , blue = 0] = []] = colours
  assert.ok(red > 200 && blueInRed < 60 && redInBlue < 60 && blue > 200, JSON.stringify(colours))
})

browserTest(
  'a picture of the library is cropped to a new one, which takes its places, and gives them back',
  async (t) => {
    const { page, server, headers, upload } = await library(t)
    const original = await upload(await drawn(page, { width: 640, height: 480, ground: 'navy' }), '航拍.jpg')
    const photo = `<p><img src="${original}"></p>`
    await server.post(
      '/v1/product/saveProduct',
      { coverName: '航拍监测', coverUrl: original, productCon: photo },
      { headers },
    )
    await page.reload()
    const cover = async (): Promise<string> =>
      (await server.post('/v1/product/list', { coverName: '航拍监测' })).data.data[0].coverUrl
    const dialog = await open(page, '航拍.jpg')
    await dialog.getByRole('button', { name: '裁切与旋转' }).click()
    await cropper(page).getByRole('button', { name: '1:1' }).click()
    await crop(page)
    await page.getByRole('dialog', { name: '裁切', exact: true }).getByRole('button', { name: '全部替换' }).click()
    await toast(page, '已在 2 处替换')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#media-form [name=name]')?.value === '航拍（裁切）',
    )
    assert.match(await cover(), /\.480x480\./)
    await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
    await toast(page, '已换回原图')
    assert.equal(await cover(), original)
  },
)

/** Holds so many pictures over it. */
const hold = async (target: Locator, count: number, type: 'dragover' | 'drop' = 'dragover'): Promise<string | null> => {
  const dataTransfer = await target.page().evaluateHandle((files) => {
    const transfer = new DataTransfer()
    for (let n = 0; n < files; n++) transfer.items.add(new File([`${n}`], `${n}.png`, { type: 'image/png' }))
    return transfer
  }, count)
  await target.dispatchEvent(type, { dataTransfer })
  return target.getAttribute('data-drop-note')
}

browserTest('pictures held over a field say what dropping them will do', async (t) => {
  const { page } = await staff(t, '/AdminMedia')
  const screen = page.locator('.media-screen')
  await page.locator('.media-card').first().waitFor()
  await hold(screen, 6)
  await page.locator('.media-screen[data-drop-note="松开后上传6个文件到素材库"]').waitFor()

  await page.goto('/AdminProduct?edit=zhgd-unloading-platform')
  const dialog = page.getByRole('dialog', { name: '编辑产品' })
  const cover = dialog.locator('.picture').first()
  await cover.waitFor()
  await hold(cover, 1)
  await dialog.locator('[data-drop-note="松开后上传，换掉现在的图片"]').waitFor()
  await hold(cover, 6)
  await dialog.locator('[data-drop-note="这里放一张图片：使用第一张，其余5张不上传"]').waitFor()
  await dialog.getByText('图集', { exact: true }).first().click()
  const gallery = dialog.getByRole('group', { name: '图集' }).last()
  await hold(gallery, 6)
  await dialog.locator('[data-drop-note="松开后上传6张，加到“图集”的末尾"]').waitFor()
  await hold(gallery, 14)
  await dialog.locator('[data-drop-note="图集最多12张图片：添加前12张，其余2张不添加"]').waitFor()
})

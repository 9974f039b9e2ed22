import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { TestServer } from '../../server.ts'
import { onePixel, png } from '../../media/pictures.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'
import { browserTest } from '../../browser/browser.ts'
import { groupSaved, question, save, staff, toast } from '../../browser/staff.ts'
import { framesPass, holdUploads } from '../../browser/waiting.ts'

const settings = '/settings?group=about'
const partners = (page: Page) => page.getByRole('group', { name: /^合作伙伴/ }).last()

browserTest(
  'a picture of one item goes up while another item is opened and the first one moved, and ends up where it belongs',
  async (t) => {
    const { page, server } = await staff(t, settings)
    const list = partners(page)
    const next = await holdUploads(page)
    const [first, second] = [list.locator('.setting-fold').first(), list.locator('.setting-fold').nth(1)]
    await first.click()
    const name = await first.innerText()
    await list
      .locator('input[type=file]:enabled:not([multiple])')
      .setInputFiles({ name: '新标志.png', mimeType: 'image/png', buffer: onePixel })
    await list.getByText('正在上传').waitFor()
    await second.click()
    assert.equal(await list.getByText('正在上传').count(), 0, 'the first item is folded')
    await second.press('Alt+ArrowUp')
    const save = page.getByRole('button', { name: '保存', exact: true })
    await save.click()
    await page.getByRole('button', { name: '等待图片上传…' }).waitFor()
    await next('continue')
    await toast(page, groupSaved)
    const moved = (await server.post('/v1/site/detail')).data.partners[1]
    assert.equal(moved.name, name)
    assert.match(moved.image, /^\/uploads\/quill\//)
  },
)

browserTest(
  'a picture of an item ends up there after an item before it was removed, and nowhere if the item itself was',
  async (t) => {
    const { page, server } = await staff(t, settings, { own: true })
    const list = partners(page)
    const next = await holdUploads(page)
    const before = (await server.post('/v1/site/detail')).data.partners
    const remove = list.getByRole('button', { name: '移除' }).and(page.locator('.setting-actions *'))
    for (const index of [1, 2]) {
      await list.locator('.setting-fold').nth(index).click()
      await list
        .locator('input[type=file]:enabled:not([multiple])')
        .setInputFiles({ name: '新标志.png', mimeType: 'image/png', buffer: onePixel })
      await list.getByText('正在上传').waitFor()
    }
    await remove.nth(2).click()
    await remove.first().click()
    await next('continue')
    await next('continue')
    await save(page, groupSaved)
    const after = (await server.post('/v1/site/detail')).data.partners
    assert.match(after[0].image, /^\/uploads\/quill\//)
    assert.deepEqual(after, [{ ...before[1], image: after[0].image }, ...before.slice(3)])
  },
)

/** A product with three pictures. */
async function withPictures(server: TestServer, coverName: string): Promise<{ productId: string; pictures: string[] }> {
  const headers = await server.signIn()
  const pictures = await Promise.all(
    [40, 50, 60].map(
      async (width) => (await uploadPicture(server, headers, png(width, 30), { type: 'product' })).data as string,
    ),
  )
  const { productId } = (
    await server.post('/v1/product/saveProduct', { coverName, locationId: 'cpxt', pictures }, { headers })
  ).data
  return { productId, pictures }
}

browserTest(
  'a file for a list of a product goes up while others are moved and removed: it is last, and is saved',
  async (t) => {
    const { page, server } = await staff(t, '/dashboard', { own: true })
    const { productId, pictures } = await withPictures(server, '焊接机器人')
    await page.goto(`/AdminProduct?edit=${productId}`)
    const dialog = page.getByRole('dialog', { name: '编辑产品' })
    await dialog.getByRole('button', { name: '移除：第3张' }).waitFor()
    const next = await holdUploads(page)
    await dialog
      .locator('input[type=file][aria-label=图集]')
      .setInputFiles({ name: '新.png', mimeType: 'image/png', buffer: onePixel })
    await dialog.getByText('新.png').waitFor()
    await dialog.getByRole('button', { name: '下移：第1张' }).click()
    await dialog.getByRole('button', { name: '移除：第1张' }).click()
    await dialog.getByRole('button', { name: '更新', exact: true }).click()
    await next('continue')
    await toast(page, '修改成功！')
    const saved = (await server.post('/v1/product/detailProduct', { productId })).data.pictures
    assert.deepEqual(saved.slice(0, 2), [pictures[0], pictures[2]])
    assert.match(saved[2], /^\/uploads\/product\//)
    assert.equal(saved.length, 3)
  },
)

browserTest(
  'a file for a list ends with its form: no other record gets it, nor the same one when it is opened again',
  async (t) => {
    const { page, server } = await staff(t, '/dashboard', { own: true })
    const [one, other] = [await withPictures(server, '焊接机器人'), await withPictures(server, '巡检机器人')]
    await page.goto(`/AdminProduct?edit=${one.productId}`)
    const next = await holdUploads(page)
    const dialog = page.getByRole('dialog', { name: '编辑产品' })
    const row = dialog.getByRole('button', { name: '移除：第3张' })
    await row.waitFor()
    await dialog
      .locator('input[type=file][aria-label=图集]')
      .setInputFiles({ name: '新.png', mimeType: 'image/png', buffer: onePixel })
    await dialog.getByText('新.png').waitFor()
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: '放弃修改' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '编辑：巡检机器人' }).first().click()
    await row.waitFor()
    await next('continue')
    await framesPass(page)
    assert.equal(
      await dialog
        .getByText('新.png')
        .or(dialog.getByRole('button', { name: '移除：第4张' }))
        .count(),
      0,
    )
    await dialog.getByLabel('产品名称').fill('巡检机器人二代')
    await save(dialog, '修改成功！')
    await page.getByRole('button', { name: '编辑：焊接机器人' }).first().click()
    await row.waitFor()
    assert.equal(
      await dialog
        .getByText('新.png')
        .or(dialog.getByRole('button', { name: '移除：第4张' }))
        .count(),
      0,
    )
    for (const { productId, pictures } of [one, other]) {
      assert.deepEqual((await server.post('/v1/product/detailProduct', { productId })).data.pictures, pictures)
    }
  },
)

browserTest(
  'an item whose picture failed to go up behind another one is opened, with the reason and another try',
  async (t) => {
    const { page } = await staff(t, settings)
    const list = partners(page)
    const next = await holdUploads(page)
    await list.locator('.setting-fold').first().click()
    await list
      .locator('input[type=file]:enabled:not([multiple])')
      .setInputFiles({ name: '新标志.png', mimeType: 'image/png', buffer: onePixel })
    await list.locator('.setting-fold').nth(1).click()
    await next('abort')
    await list.getByText('网络连接失败，上传未完成，请重试').waitFor()
    await list.getByRole('button', { name: '重试' }).click()
    await next('continue')
    await toast(page, '上传成功！')
    await list.locator('.picture-thumbnail img[src^="/uploads/quill/"]').waitFor()
  },
)

browserTest('of 90 pictures that are dropped on a list with room for 73, the other 17 are named', async (t) => {
  const { page } = await staff(t, settings)
  const list = partners(page)
  await list.getByText('27项').waitFor()
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const files = new DataTransfer()
      for (let n = 1; n <= 90; n++)
        files.items.add(new File([new Uint8Array(bytes)], `伙伴${n}.png`, { type: 'image/png' }))
      return files
    },
    [...onePixel],
  )
  await list.dispatchEvent('drop', { dataTransfer: transfer })
  await list.getByText('100项', { exact: true }).waitFor()
  const left = await list.getByRole('status').innerText()
  assert.match(left, /^最多100项，17个文件没有添加：伙伴74\.png、伙伴75\.png、.*、伙伴90\.png$/)
  assert.deepEqual(
    await list
      .locator('.setting-fold span')
      .allInnerTexts()
      .then((names) => names.slice(27)),
    Array.from({ length: 73 }, (_, index) => `伙伴${index + 1}`),
    'in the order of the files',
  )
})

browserTest(
  'a file that is dropped beside a field does not make the browser leave the page, on any screen',
  async (t) => {
    const { page } = await staff(t, '/dashboard')
    for (const path of ['/dashboard', settings, '/AdminNews', '/AdminMedia']) {
      await page.goto(path)
      await page.locator('main.views').waitFor()
      const taken = await page.locator('.top-bar').evaluate((element) =>
        ['dragover', 'drop'].map((type) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File(['x'], 'a.png', { type: 'image/png' }))
          const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
          element.dispatchEvent(event)
          return [event.defaultPrevented, dataTransfer.dropEffect]
        }),
      )
      assert.deepEqual(
        taken.map(([prevented]) => prevented),
        [true, true],
        path,
      )
      assert.equal(taken[0]?.[1], 'none', path)
    }
  },
)

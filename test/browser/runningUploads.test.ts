import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { onePixel } from '../uploads/pictures.ts'
import { browserTest } from './browser.ts'
import { staff, toast } from './staff.ts'
import { holdUploads } from './waiting.ts'

const settings = '/settings?group=about'
const partners = (page: Page) => page.getByRole('group', { name: /^合作伙伴/ }).last()

browserTest('a picture of one item goes up while another item is opened and the first one moved, and ends up where it belongs', async (
  t,
) => {
  const { page, server } = await staff(t, settings)
  const list = partners(page)
  const next = await holdUploads(page)
  const [first, second] = [list.locator('.setting-fold').first(), list.locator('.setting-fold').nth(1)]
  await first.click()
  const name = await first.innerText()
  await list.locator('input[type=file]:enabled').setInputFiles({ name: '新标志.png', mimeType: 'image/png', buffer: onePixel })
  await list.getByText('正在上传').waitFor()
  await second.click()
  assert.equal(await list.getByText('正在上传').count(), 0, 'the first item is folded')
  await second.press('Alt+ArrowUp')
  const save = page.getByRole('button', { name: '保存', exact: true })
  await save.click()
  await page.getByRole('button', { name: '等待图片上传…' }).waitFor()
  await next('continue')
  await toast(page, '修改成功！')
  const moved = (await server.post('/v1/site/detail')).data.partners[1]
  assert.equal(moved.name, name)
  assert.match(moved.image, /^\/uploads\/quill\//)
})

browserTest('an item whose picture failed to go up behind another one is opened, with the reason and another try', async (t) => {
  const { page } = await staff(t, settings)
  const list = partners(page)
  const next = await holdUploads(page)
  await list.locator('.setting-fold').first().click()
  await list.locator('input[type=file]:enabled').setInputFiles({ name: '新标志.png', mimeType: 'image/png', buffer: onePixel })
  await list.locator('.setting-fold').nth(1).click()
  await next('abort')
  await list.getByText('网络连接失败，上传未完成，请重试').waitFor()
  await list.getByRole('button', { name: '重试' }).click()
  await next('continue')
  await toast(page, '上传成功！')
  await list.locator('.picture-thumbnail img[src^="/uploads/quill/"]').waitFor()
})

browserTest('of 90 pictures that are dropped on a list with room for 73, the other 17 are named', async (t) => {
  const { page } = await staff(t, settings)
  const list = partners(page)
  await list.getByText('27项').waitFor()
  const transfer = await page.evaluateHandle((bytes) => {
    const files = new DataTransfer()
    for (let n = 1; n <= 90; n++) files.items.add(new File([new Uint8Array(bytes)], `伙伴${n}.png`, { type: 'image/png' }))
    return files
  }, [...onePixel])
  await list.dispatchEvent('drop', { dataTransfer: transfer })
  await list.getByText('100项', { exact: true }).waitFor({ timeout: 60_000 })
  const left = await list.getByRole('status').innerText()
  assert.match(left, /^最多100项，17个文件没有添加：伙伴74\.png、伙伴75\.png、.*、伙伴90\.png$/)
  assert.deepEqual(
    await list.locator('.setting-fold span').allInnerTexts().then((names) => names.slice(27)),
    Array.from({ length: 73 }, (_, index) => `伙伴${index + 1}`),
    'in the order of the files',
  )
})

browserTest('a file that is dropped beside a field does not make the browser leave the page, on any screen', async (t) => {
  const { page } = await staff(t, '/dashboard')
  for (const path of ['/dashboard', settings, '/AdminNews', '/AdminMedia']) {
    await page.goto(path)
    await page.locator('.top-bar').waitFor()
    const taken = await page.locator('.top-bar').evaluate((element) =>
      ['dragover', 'drop'].map((type) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['x'], 'a.png', { type: 'image/png' }))
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
        element.dispatchEvent(event)
        return [event.defaultPrevented, dataTransfer.dropEffect]
      }),
    )
    assert.deepEqual(taken.map(([prevented]) => prevented), [true, true], path)
    assert.equal(taken[0]?.[1], 'none', path)
  }
})

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { png } from '../uploads/pictures.ts'
import { browserTest, seriousFaults } from './browser.ts'
import { save, staff, toast } from './staff.ts'

/** From the clipboard, by the keyboard: the browser chooses what receives it. */
async function pastePicture(page: Page, focused: Locator): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(60, 30)
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob() })])
  })
  await focused.focus()
  await page.keyboard.press('Control+v')
}

browserTest('pictures and technical data are put on a product, pasted, moved and removed', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminProduct', { own: true })
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  await dialog.getByLabel('产品位置').selectOption('cpxt')
  await dialog.getByLabel('产品名称').fill('焊接机器人')

  await dialog.locator('summary', { hasText: '参数' }).click()
  await dialog.getByRole('button', { name: '添加一项' }).click()
  const first = dialog.getByRole('textbox', { name: '第1项的名称' })
  await eventually(() => first.evaluate((input) => input === document.activeElement), 'the focus is on the name of the new item')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '重量\t120kg\r\n续航\t4h\t约\r\n\r\n电压\t48V\r\n')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const row = (number: number) => Promise.all(['名称', '值'].map((part) =>
    dialog.getByRole('textbox', { name: `第${number}项的${part}` }).inputValue()))
  await dialog.getByRole('textbox', { name: '第3项的名称' }).waitFor()
  assert.deepEqual([await row(1), await row(2), await row(3)], [['重量', '120kg'], ['续航', '4h'], ['电压', '48V']])
  const [title, body, table] = await Promise.all([
    dialog.getByLabel('产品名称'), dialog.locator('.editor'), dialog.getByRole('group', { name: '参数' }),
  ].map((part) => part.boundingBox()))
  assert.ok(title && body && table && table.y >= body.y + body.height && table.x - title.x < 40, 'it is under the text')
  await dialog.getByRole('button', { name: '移动：电压' }).focus()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Alt+ArrowUp')
  await page.locator('[aria-label="移动：电压"]:focus').waitFor()
  await dialog.getByRole('button', { name: '移除：续航' }).click()
  assert.deepEqual([await row(1), await row(2)], [['电压', '48V'], ['重量', '120kg']])
  await first.fill('')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await dialog.getByText('第1项：请填写参数名称').waitFor()
  await first.fill('额定电压')

  const gallery = dialog.locator('summary', { hasText: '图集' })
  await gallery.click()
  await pastePicture(page, gallery)
  await dialog.getByRole('button', { name: '移除：第1张' }).click()
  await page.waitForFunction(() => /^图集/.test(document.activeElement?.textContent ?? ''), undefined, { timeout: 5000 })
    .catch(() => assert.fail('the focus is in the form after the last picture was removed'))
  const file = (name: string, width: number) => ({ name, mimeType: 'image/png', buffer: png(width, 30) })
  await dialog.locator('input[type=file][aria-label=图集]').setInputFiles([file('a.png', 40), file('b.png', 50)])
  await dialog.getByText('第2张').waitFor()
  await dialog.getByRole('button', { name: '从素材库选择' }).last().waitFor()
  const [before, after] = await dialog.locator('.setting-number img').evaluateAll((all) => all.map((each) => each.getAttribute('src')))
  await dialog.getByRole('button', { name: '下移：第1张' }).click()
  assert.deepEqual(await seriousFaults(page), [])
  await save(dialog, '发布成功！')

  const { productId } = (await server.post('/v1/product/list', { coverName: '焊接机器人' })).data.data[0]
  const { specs, pictures } = (await server.post('/v1/product/detailProduct', { productId })).data
  assert.deepEqual(specs, [{ term: '额定电压', value: '48V' }, { term: '重量', value: '120kg' }])
  assert.deepEqual(pictures, [after, before])
  assert.deepEqual(complaints.filter((each) => !each.includes('422')), [])
})

browserTest('pasted rows without room are left out with a message; what was removed returns by an undo', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true })
  const specs = Array.from({ length: 39 }, (_, index) => ({ term: `名称${index + 1}`, value: '值' }))
  const headers = await server.signIn()
  const product = { coverName: '焊接机器人', locationId: 'cpxt', specs }
  const { productId } = (await server.post('/v1/product/saveProduct', product, { headers })).data
  await page.goto(`/AdminProduct?edit=${productId}`)
  const dialog = page.getByRole('dialog', { name: '编辑产品' })
  const terms = dialog.getByRole('textbox', { name: /^第\d+项的名称$/ })
  const undo = page.locator('.toast').getByRole('button', { name: '撤销' })
  await terms.first().focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '重量\t120kg\n电压\t48V\n')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await toast(page, '参数最多40项')
  assert.deepEqual([await terms.nth(1).inputValue(), await terms.last().inputValue(), await terms.count()], ['重量', '名称39', 40])
  assert.equal(await dialog.getByRole('button', { name: '添加一项' }).isDisabled(), true)
  await dialog.getByRole('button', { name: '移除：重量' }).click()
  assert.equal(await terms.count(), 39)
  await undo.click()
  assert.equal(await terms.nth(1).inputValue(), '重量')

  await dialog.getByRole('button', { name: '移除：名称1', exact: true }).click()
  await undo.waitFor()
  await save(dialog, '修改成功！')
  assert.equal(await undo.count(), 0)
  const saved = (await server.post('/v1/product/detailProduct', { productId })).data.specs
  assert.deepEqual(saved, [{ term: '重量', value: '120kg' }, ...specs.slice(1)])
})

browserTest('a picture is pasted where the focus is, and Back and Forward close and open the one that was looked at', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增新闻' })
  await dialog.locator('summary', { hasText: '搜索与分享' }).click()
  const [cover, share] = [dialog.getByRole('group', { name: '封面' }), dialog.getByRole('group', { name: '分享图片' })]
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
})

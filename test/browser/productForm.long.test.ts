import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { browserTest } from './browser.ts'
import { save, staff, toast } from './staff.ts'
import { pastePicture } from './transfer.ts'

browserTest('pasted rows without room are left out with a message; what was removed returns by an undo', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true })
  const specs = Array.from({ length: 39 }, (_, index) => ({ term: `名称${index + 1}`, value: '值' }))
  const headers = await server.signIn()
  const product = { coverName: '焊接机器人', locationId: 'cpxt', specs }
  const { productId } = (await server.post('/v1/product/saveProduct', product, { headers })).data
  await page.goto(`/AdminProduct?edit=${productId}`)
  const dialog = page.getByRole('dialog', { name: '编辑产品' })
  const terms = dialog.getByRole('textbox', { name: /^第\d+项的名称$/ })
  const undo = page.locator('.toast').getByRole('button', { name: '撤销' }).last()
  await terms.first().focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '重量\t120kg\n电压\t48V\n')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await toast(page, '参数最多40项')
  assert.deepEqual(
    [await terms.nth(1).inputValue(), await terms.last().inputValue(), await terms.count()],
    ['重量', '名称39', 40],
  )
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
  assert.deepEqual(
    saved,
    [{ term: '重量', value: '120kg' }, ...specs.slice(1)].map((each) => ({ ...each, key: false })),
  )
})

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

browserTest(
  'a jump path gets the scheme that it lacks when it is left, also in a draft; what is no address is marked',
  async (t) => {
    const { page, server } = await staff(t, '/AdminProduct', { own: true })
    await page.getByRole('button', { name: '新增', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /产品$/ })
    await dialog.getByLabel('产品名称').fill('焊接机器人')
    const path = dialog.getByLabel('跳转路径')
    const note = dialog.getByText('应为以“/”开头的站内地址或http(s)网址')
    await path.fill('javascript:alert(1)')
    await path.blur()
    await note.waitFor()
    await path.fill(' www.example.com ')
    await note.waitFor({ state: 'detached' })
    await path.blur()
    assert.equal(await path.inputValue(), 'https://www.example.com')
    await path.fill('/xwdt')
    await path.blur()
    assert.equal(await path.inputValue(), '/xwdt')
    await path.fill('example.com/robots')
    await page.keyboard.press('Control+s')
    await toast(page, '草稿已保存')
    await path.blur()
    assert.equal(await path.inputValue(), 'https://example.com/robots')
    await save(dialog, '发布成功！')
    const [row] = (await server.post('/v1/product/list', { coverName: '焊接机器人' })).data.data
    assert.equal(row.jumpUrl, 'https://example.com/robots')
  },
)

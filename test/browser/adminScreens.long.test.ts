import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { admin } from '../server.ts'
import { browserTest, visit } from './browser.ts'
import { rows } from './lists.ts'
import { editing, row, staff, strip, toast } from './staff.ts'
import { stopClock } from './waiting.ts'

const textsOf = async (all: Locator): Promise<string[]> => (await all.allTextContents()).map((text) => text.trim())
const heads = (page: Page): Promise<string[]> => textsOf(page.getByRole('columnheader').filter({ visible: true }))
const searchOf = (page: Page): Locator => page.getByRole('search').filter({ visible: true })

browserTest('the login has its fields, shows the password when asked, and its button rests for a second', async (t) => {
  const { page } = await visit(t, { viewport: { width: 1440, height: 900 } })
  await page.clock.install()
  await page.goto('/login')
  await page.getByRole('checkbox', { name: '记住密码' }).waitFor()
  const [agreement] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '《用户协议》' }).click(),
  ])
  await agreement.waitForURL('**/agreement')
  await agreement.close()

  const password = page.getByLabel('登录密码', { exact: true })
  assert.equal(await password.getAttribute('type'), 'password')
  await page.getByRole('button', { name: '显示登录密码' }).click()
  assert.equal(await password.getAttribute('type'), 'text')
  await page.getByRole('button', { name: '隐藏登录密码' }).click()
  assert.equal(await password.getAttribute('type'), 'password')

  await page.getByLabel('登录账号').fill(admin.username)
  await password.fill(admin.password)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  const send = page.getByRole('button', { name: '立即登录' })
  await page.route('**/v1/indexLogin/loginAuth', (route) => route.abort(), { times: 1 })
  await stopClock(page)
  await send.click()
  await page.getByText(/网络连接失败/).waitFor()
  await page.clock.runFor(999)
  assert.equal(await send.isDisabled(), true)
  await page.clock.runFor(1)
  assert.equal(await send.isDisabled(), false)
  await page.clock.resume()
  await send.click()
  await page.waitForURL(/\/dashboard$/)
  assert.deepEqual(await textsOf(strip(page).getByRole('link')), ['首页'])
  assert.equal(await strip(page).getByRole('button', { name: '关闭首页' }).count(), 0, 'it is pinned')
})

browserTest('the sidebar of a narrow window closes when the window gets another size', async (t) => {
  const { page } = await staff(t, '/dashboard', { viewport: { width: 800, height: 800 } })
  await page.getByRole('button', { name: '展开菜单' }).click()
  await page.locator('.layout.open').waitFor()
  await page.setViewportSize({ width: 900, height: 800 })
  await page.locator('.layout.mobile:not(.open)').waitFor()
})

browserTest(
  'above the screens are the crumbs, the button for the whole screen and the menu of the account',
  async (t) => {
    const { page } = await staff(t, '/AdminProduct')
    const crumbs = page.getByRole('navigation', { name: '当前位置' })
    assert.deepEqual(await textsOf(crumbs.getByRole('listitem')), ['首页', '菜单', '产品管理'])
    await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
    await page.locator('.user-button').click()
    const entries = await textsOf(page.getByRole('menu', { name: '账号' }).getByRole('menuitem'))
    assert.ok(
      ['修改密码', '扫码关注公众号', '退出登录'].every((entry) => entries.includes(entry)),
      entries.join(),
    )
    await page.getByRole('menuitem', { name: '修改密码' }).click()
    const dialog = page.getByRole('dialog', { name: '修改密码' })
    assert.deepEqual(await textsOf(dialog.locator('.field-label')), ['旧密码', '新密码', '确认密码'])
    await dialog.getByRole('button', { name: '确定' }).waitFor()
    await dialog.getByRole('button', { name: '取消' }).click()
    await dialog.waitFor({ state: 'detached' })
  },
)

browserTest('products are searched by name and place, and each mode of their dialog is as wide as 72 %', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct')
  await rows(page).nth(9).waitFor()
  const search = searchOf(page)
  assert.deepEqual(await textsOf(search.getByRole('button', { name: /^(重置|查询|新增)$/ })), ['重置', '查询', '新增'])
  await search.getByLabel('产品名称').fill('监测')
  await search.getByLabel('产品位置').selectOption('zhgd')
  await search.getByRole('button', { name: '查询' }).click()
  const { data } = await server.post('/v1/product/list', { coverName: '监测', locationId: 'zhgd' })
  assert.ok(data.count > 1 && data.count < 8)
  await page.getByText(`共 ${data.count} 条`, { exact: true }).waitFor()
  assert.deepEqual(
    await textsOf(rows(page).locator('[data-column=productType]')),
    Array(data.count).fill('智慧工地产品'),
  )
  await search.getByRole('button', { name: '重置' }).click()
  await rows(page).nth(9).waitFor()
  assert.equal(await search.getByLabel('产品位置').inputValue(), '')

  await rows(page).first().locator('.thumbnail').click()
  const large = page.getByRole('dialog', { name: '查看大图' })
  await large.getByRole('img').first().waitFor()
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'hidden' })

  const sizes = page.getByLabel('每页条数')
  assert.deepEqual(await textsOf(sizes.getByRole('option')), ['10 条/页', '20 条/页', '50 条/页', '100 条/页'])
  assert.equal(await sizes.inputValue(), '10')

  const open = (name: RegExp) => rows(page).first().getByRole('button', { name }).click()
  for (const [title, press] of [
    ['新增产品', () => search.getByRole('button', { name: '新增' }).click()],
    ['编辑产品', () => open(/^编辑：/)],
    ['查看产品', () => open(/^查看：/)],
  ] as const) {
    await press()
    const dialog = page.getByRole('dialog', { name: title })
    await eventually(
      async () => Math.round((await dialog.boundingBox())?.width ?? 0) === Math.round(0.72 * 1440),
      `${title} is 72 % wide`,
    )
    await dialog.getByLabel('产品名称').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})

browserTest('editing loads the record first, and what is closed leaves an empty form for the next one', async (t) => {
  const { page, calls } = await staff(t, '/AdminProduct')
  await rows(page).first().waitFor()
  for (const [path, button, kind, field] of [
    ['/AdminProduct', '新增', '产品', '产品名称'],
    ['/AdminNews', '新增', '新闻', '新闻标题'],
    ['/AdminCarousel', '上传图片', '', '标题'],
  ] as const) {
    await page.goto(path)
    await rows(page).first().waitFor()
    const before = calls.filter((call) => /\/draft\/detail|\/detail/.test(call)).length
    const [edit, add] = kind ? [`编辑${kind}`, `新增${kind}`] : ['修改', '上传图片']
    const dialog = await editing(page, edit)
    assert.ok(calls.filter((call) => /\/draft\/detail|\/detail/.test(call)).length > before, `${path} loads it`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: button, exact: true }).filter({ visible: true }).first().click()
    const form = page.getByRole('dialog', { name: add })
    await form.waitFor()
    assert.equal(await form.getByLabel(field, { exact: true }).inputValue(), '')
    assert.equal(await form.getByRole('button', { name: /^查看大图/ }).count(), 0)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    // The history follows in a task of its own, which would end the next load.
    await page.waitForFunction(() => !history.state?.dialogs)
  }
})

browserTest('photos are searched by title, paged, edited and deleted', async (t) => {
  const { page, server } = await staff(t, '/AdminCarousel', { own: true })
  await rows(page).nth(3).waitFor()
  const search = searchOf(page)
  assert.deepEqual(await textsOf(search.getByRole('button')), ['重置', '查询', '上传图片'])
  const columns = await heads(page)
  for (const title of ['序号', '标题', '描述', '图片', '操作'])
    assert.ok(columns.includes(title), `${title} of ${columns}`)
  const [photo] = (await server.post('/v1/carousel/list')).data.data
  await search.getByLabel('标题').fill(photo.photoTitle)
  await search.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 1 条', { exact: true }).waitFor()
  await search.getByRole('button', { name: '重置' }).click()
  await page.getByText('共 4 条', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('每页条数').inputValue(), '10')

  const edit = await editing(page, '修改', photo.photoTitle)
  await edit.getByLabel('标题').fill('改过的标题')
  await edit.getByRole('button', { name: '更新', exact: true }).click()
  await toast(page, '修改成功！')
  await row(page, '改过的标题').waitFor()
  await row(page, '改过的标题')
    .getByRole('button', { name: /^删除：/ })
    .click()
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '删除' }).click()
  await page.getByText('共 3 条', { exact: true }).waitFor()
})

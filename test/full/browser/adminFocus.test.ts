import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { admin } from '../../server.ts'
import { onePixel, png } from '../../media/pictures.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'
import { browserTest } from '../../browser/browser.ts'
import { menu, pick, question, row, staff, toast } from '../../browser/staff.ts'

const retry = (page: Page) => page.getByRole('button', { name: '重试' }).filter({ visible: true })
const focusIn = (page: Page, selector: string): Promise<unknown> =>
  page.waitForFunction((within) => document.activeElement?.closest(within) != null, selector)
const focusOn = (page: Page, selector: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)

/** Answers calls to this address with a failure until the function that it returns is called. */
async function fail(page: Page, address: string): Promise<() => void> {
  let failing = true
  await page.route(address, (route) => (failing ? route.abort() : route.continue()))
  return () => (failing = false)
}

browserTest('the first Tab leads past the menu to the screen', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  await row(page, '编辑').first().waitFor()
  await page.keyboard.press('Tab')
  await focusOn(page, '.skip')
  assert.ok(((await page.locator('.skip').boundingBox())?.y ?? -1) >= 0, 'it is seen')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await focusOn(page, 'input[name=newTitle]')
})

browserTest('a list that was refused is not tried again, one whose connection broke is', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await page.route('**/v1/news/list', (route) =>
    route.fulfill({ status: 403, json: { code: 403, msg: '没有权限', data: null } }),
  )
  await menu(page).getByRole('link', { name: '新闻管理' }).click()
  await page.getByRole('alert').getByText('没有权限').waitFor()
  assert.equal(await retry(page).count(), 0)
  await page.unroute('**/v1/news/list')
  await page.route('**/v1/news/list', (route) => route.abort())
  await page.getByRole('button', { name: '查询' }).click()
  await retry(page).waitFor()
})

browserTest('after a file of the library is deleted, the focus is on the one that took its place', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true })
  const headers = await server.signIn()
  for (const [at, name] of ['甲.png', '乙.png', '丙.png', '丁.png'].entries()) {
    await uploadPicture(server, headers, png(300, 200 + at), { type: 'media', name })
  }
  await page.goto('/AdminMedia')
  const remove = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await page.getByRole('dialog', { name: '图片详情' }).getByRole('button', { name: '删除' }).press('Enter')
    await question(page).getByRole('button', { name: '删除' }).press('Enter')
    await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
  }
  const focused = (name: string): Promise<unknown> =>
    page.waitForFunction((title) => document.activeElement?.textContent === title, name)
  await remove('丙.png')
  await focused('乙.png')
  await page.getByRole('checkbox', { name: '选择：乙.png' }).check()
  await page.getByRole('button', { name: /^删除所选/ }).click()
  await question(page).getByRole('button', { name: '删除' }).click()
  await focused('甲.png')
})

browserTest('after a record is deleted, the focus is on the row that took its place', async (t) => {
  const { page } = await staff(t, '/AdminNews', { own: true })
  const titles = (): Promise<string[]> => page.locator('tbody td[data-column=newTitle] .strong').allInnerTexts()
  await page.locator('tbody tr[data-id]').nth(2).waitFor()
  const [, second = '', third = ''] = await titles()
  await row(page, second).getByRole('button', { name: /^删除/ }).press('Enter')
  await question(page).getByRole('button', { name: '删除' }).press('Enter')
  await toast(page, '删除成功！')
  await page.waitForFunction(
    (title) => document.activeElement?.matches('tbody tr') && document.activeElement.textContent?.includes(title),
    third,
  )
})

browserTest(
  'a library that could not be loaded again keeps its files, says so above them, and 重试 keeps the focus there',
  async (t) => {
    const { page, server } = await staff(t, '/dashboard', { own: true })
    await uploadPicture(server, await server.signIn(), onePixel, { type: 'media', name: '甲.png' })
    await page.goto('/AdminMedia')
    await page.getByRole('button', { name: '甲.png' }).waitFor()
    const succeed = await fail(page, '**/v1/media/list')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByRole('alert').getByText('下面是上次的内容').waitFor()
    assert.equal(await page.getByRole('button', { name: '甲.png' }).isVisible(), true)
    succeed()
    await retry(page).press('Enter')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await focusIn(page, '[aria-label=素材列表]')
  },
)

browserTest('after 重试 the focus is on what was tried again', async (t) => {
  const { page } = await staff(t, '/dashboard')
  const again = async (address: string, path: string, inside: string): Promise<void> => {
    const succeed = await fail(page, address)
    await page.goto(path)
    await retry(page).waitFor()
    succeed()
    await retry(page).press('Enter')
    await retry(page).waitFor({ state: 'detached' })
    await focusIn(page, inside)
    await page.unroute(address)
  }
  await again('**/v1/dashboard/summary', '/dashboard', '.dashboard')
  await again('**/v1/media/list', '/AdminMedia', '[aria-label=素材列表]')
  await again('**/v1/site/detail', '/settings?group=basics', '.settings-form')

  await page.goto('/AdminNews')
  const succeed = await fail(page, '**/v1/page/preview')
  await page
    .getByRole('button', { name: /^查看：/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: '查看新闻' })
  await dialog.getByRole('button', { name: '预览页面' }).click()
  await retry(page).waitFor()
  succeed()
  await retry(page).press('Enter')
  await page.locator('iframe').waitFor()
  await focusIn(page, '.page-preview')

  await page.goto('/AdminNews')
  const load = await fail(page, '**/v1/news/detailNews')
  await page
    .getByRole('button', { name: /^查看：/ })
    .first()
    .click()
  await retry(page).waitFor()
  load()
  await retry(page).press('Enter')
  await retry(page).waitFor({ state: 'detached' })
  await focusIn(page, '.modal-body')

  await page.keyboard.press('Escape')
  const search = await fail(page, '**/v1/search/**')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索内容、页面和操作' }).fill('塔吊')
  await retry(page).waitFor()
  search()
  await retry(page).press('Enter')
  await focusOn(page, 'input[role=combobox]')
})

browserTest('the error of a try that failed goes when the same action succeeds', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true })
  await server.post('/v1/agent/saveAgent', { agentInfo: '样例公司', agentName: '访客一', phone: '13800000001' })
  await page.goto('/AdminAgenttoJoin')
  const error = page.locator('.toast.bad')
  const failOnce = (address: string): Promise<unknown> => page.route(address, (route) => route.abort(), { times: 1 })
  const succeeds = async (button: string, words: RegExp | string): Promise<void> => {
    await error.waitFor()
    // Locked for a second after the first click.
    await page
      .locator('button:enabled[aria-disabled=false], button:enabled:not([aria-disabled])')
      .filter({ hasText: button })
      .last()
      .click()
    await page.locator('.toast.good').getByText(words).waitFor()
    assert.equal(await error.count(), 0, button)
    await page.locator('.toast.good').first().waitFor({ state: 'detached' })
  }
  await page.locator('tbody tr[data-id]').first().waitFor()
  await failOnce('**/v1/agent/list')
  await page.getByRole('button', { name: '导出' }).click()
  // Its tab is closed meanwhile, and opened again.
  await error.waitFor()
  await page.getByRole('button', { name: '关闭代理加盟' }).click()
  await menu(page).getByRole('link', { name: '代理加盟' }).click()
  await page.locator('tbody tr[data-id]').first().waitFor()
  await succeeds('导出', /^已导出/)

  await page
    .getByRole('button', { name: /系统名称|官网后台管理系统/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /系统/ })
  await dialog.getByLabel('系统名称').fill('筑站后台')
  await failOnce('**/item/item')
  await dialog.getByRole('button', { name: '确定' }).click()
  await succeeds('确定', '修改成功！')

  await pick(page, '修改密码')
  const password = page.getByRole('dialog', { name: '修改密码' })
  await password.getByLabel('旧密码', { exact: true }).fill(admin.password)
  for (const label of ['新密码', '确认密码']) await password.getByLabel(label, { exact: true }).fill('fresh-secret')
  await failOnce('**/getAssignRole')
  await password.getByRole('button', { name: '确定' }).click()
  await error.waitFor()
  await password.locator('button[type=submit]:enabled').click()
  await page.locator('.toast.good').getByText('修改成功！').waitFor()
  assert.equal(await error.count(), 0)
})

browserTest(
  'after an entry of the list of uploads is removed, the focus is on the one beside it, at last on the library',
  async (t) => {
    const { page } = await staff(t, '/AdminMedia')
    await page.route('**/v1/file/upload', (route) => route.abort())
    const files = ['甲.png', '乙.png', '丙.png', '丁.png'].map((name, at) => ({
      name,
      mimeType: 'image/png',
      buffer: png(300, 200 + at),
    }))
    await page.locator('.media-screen input[type=file]:enabled').setInputFiles(files)
    const remove = (name: string) => page.getByRole('button', { name: `移除：${name}` })
    for (const { name } of files) await remove(name).waitFor()
    await remove('乙.png').press('Enter')
    await focusOn(page, '[aria-label="移除：丙.png"]')
    await remove('丁.png').press('Enter')
    await focusOn(page, '[aria-label="移除：丙.png"]')
    await remove('丙.png').press('Enter')
    await remove('甲.png').press('Enter')
    await focusOn(page, '.media-list')
  },
)

browserTest('after a form that was opened by Ctrl+K the focus is on its row', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索内容、页面和操作' }).fill('钢筋加工棚')
  await page
    .getByRole('option', { name: /钢筋加工棚/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: '编辑产品' })
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('dialog [name=coverName]:enabled')?.value)
  await page.locator('tbody tr[data-id]').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('tr[data-id]:focus').filter({ hasText: '钢筋加工棚' }).waitFor()
})

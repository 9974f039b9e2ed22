import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { browserTest } from '../../browser/browser.ts'
import { menu, question, staff } from '../../browser/staff.ts'
import { onePixel } from '../../media/pictures.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: '搜索或跳转' })
const field = (page: Page) => page.getByRole('combobox', { name: '搜索内容、页面和操作' })
const options = (page: Page) => palette(page).getByRole('option')
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })
const group = (page: Page, title: string) => palette(page).getByRole('group', { name: title }).getByRole('option')

async function open(page: Page): Promise<void> {
  await menu(page).waitFor({ state: 'attached' })
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
}

async function find(page: Page, word: string, title: string): Promise<void> {
  await open(page)
  await field(page).fill(word)
  await options(page).filter({ hasText: title }).first().waitFor()
}

browserTest(
  'applications, cases, files and fields of the settings are found and opened; applicants are not remembered',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/dashboard', { own: true })
    const agent = { companyName: '青岛海纳建设', clientName: '于经理', phone: '13805327788' }
    assert.equal((await server.post('/v1/agent/saveAgent', agent)).code, 200)
    await find(page, '5327788', '青岛海纳建设 · 于经理')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('13805327788').first().waitFor()
    assert.doesNotMatch(JSON.stringify(await page.evaluate(() => ({ ...localStorage }))), /5327788|海纳/)
    await page.keyboard.press('Escape')

    await find(page, '齐鲁能源', '齐鲁能源基地项目')
    await group(page, '内容').filter({ hasText: '案例' }).first().click()
    const name = page.getByRole('dialog').getByLabel('案例名称')
    await name.waitFor()
    await eventually(async () => (await name.inputValue()) === '齐鲁能源基地项目', 'it is loaded')
    await page.keyboard.press('Escape')

    await find(page, '公司地址', '公司地址')
    await group(page, '设置').filter({ hasText: '网站设置 · ' }).first().click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'address')
    // In the group that is shown already, and inside another field.
    await find(page, '纬度', '纬度')
    await group(page, '设置').first().click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'map.lat')

    const form = new FormData()
    form.set('type', 'media')
    form.set('file', new Blob([new Uint8Array(onePixel)]), '吊钩特写.png')
    await fetch(`${server.url}/v1/file/upload`, { method: 'POST', headers: await server.signIn(), body: form })
    await find(page, 'dgtx', '吊钩特写.png')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('[value="吊钩特写.png"]').waitFor()
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'arrows walk through screens and actions and round the end, Esc leaves and gives the focus back',
  async (t) => {
    const { page } = await staff(t, '/AdminNews')
    const button = page.getByRole('button', { name: '搜索或跳转' })
    await button.click()
    await field(page).waitFor()
    const all = await options(page).allTextContents()
    assert.ok(all.length > 10)
    await page.keyboard.press('ArrowUp')
    assert.equal(await chosen(page).textContent(), all.at(-1))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    assert.equal(await chosen(page).textContent(), all[1])
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    assert.equal(await button.evaluate((element) => element === document.activeElement), true)

    await find(page, '修改密码', '修改密码')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '修改密码' }).getByLabel('旧密码', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await find(page, 'zlgl', '资料管理')
    await options(page).filter({ hasText: '资料管理' }).click()
    await page.waitForURL(/\/profile$/)
    await find(page, '上传图片', '上传轮播图')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '上传图片' }).waitFor()
  },
)

browserTest('the site opens beside, and signing out asks as it does in the menu', async (t) => {
  const { page } = await staff(t, '/AdminCarousel?add=1')
  const title = page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题')
  await title.waitFor()
  await find(page, 'ckwz', '查看网站')
  const [site] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
  await site.waitForURL((url) => url.pathname === '/')
  await site.close()

  await title.fill('写到一半')
  await find(page, '退出登录', '退出登录')
  await page.keyboard.press('Enter')
  const asked = question(page)
  await asked.waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  assert.equal(await palette(page).count(), 0, 'nothing opens over a question')
  assert.equal(await title.inputValue(), '写到一半')
})

browserTest('nothing found says so, and a failed search can be tried again', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await open(page)
  await field(page).fill('没有这样的东西')
  await palette(page).getByText('没有找到与“没有这样的东西”相符的内容、页面或操作').waitFor()
  assert.equal(await field(page).getAttribute('aria-expanded'), 'false')

  await page.route('**/v1/search/titles', (route) => route.abort())
  await field(page).fill('塔机')
  await palette(page).getByRole('alert').getByText('网络连接失败').waitFor()
  await page.unroute('**/v1/search/titles')
  await palette(page).getByRole('button', { name: '重试' }).click()
  await options(page).filter({ hasText: '塔机安全监测系统' }).first().waitFor()
  assert.equal(await palette(page).getByRole('alert').count(), 0)
})

browserTest('a search that somebody types on from is cut off, so its late answer covers nothing', async (t) => {
  const { page } = await staff(t, '/dashboard')
  // The first search is never answered.
  await page.route('**/v1/search/titles', (route) =>
    route.request().postDataJSON().word === '塔机' ? undefined : route.continue(),
  )
  await open(page)
  const [first] = await Promise.all([page.waitForRequest('**/v1/search/titles'), field(page).fill('塔机')])
  const cut = page.waitForEvent('requestfailed', { predicate: (request) => request === first })
  await field(page).fill('扬尘')
  await options(page).filter({ hasText: '扬尘噪声在线监测系统' }).first().waitFor()
  await cut
  assert.equal(await options(page).filter({ hasText: '塔机' }).count(), 0)
})

browserTest('while an input method composes nothing is searched, chosen or closed', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await open(page)
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'ta ji', selectionStart: 5, selectionEnd: 5 })
  assert.equal(await field(page).inputValue(), 'ta ji')
  const before = await options(page).allTextContents()
  // As an input method passes keys on.
  for (const key of ['Enter', 'ArrowDown', 'Escape']) {
    await field(page).evaluate(
      (element, key) =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key, keyCode: 229, isComposing: true, bubbles: true, cancelable: true }),
        ),
      key,
    )
  }
  assert.deepEqual(await options(page).allTextContents(), before)
  assert.equal(await chosen(page).textContent(), before[0])
  await input.send('Input.insertText', { text: '塔机' })
  await options(page).filter({ hasText: '塔机安全监测系统' }).first().waitFor()
})

browserTest(
  'over a form with unsaved work another record opens only after a question, and in the text Ctrl+K stays the link',
  async (t) => {
    const { page } = await staff(t, '/AdminProduct?add=1')
    const form = page.getByRole('dialog', { name: '新增产品' })
    await form.getByLabel('产品名称').fill('写到一半')
    await find(page, 'tjaqjc', '塔机安全监测系统')
    await page.keyboard.press('Enter')
    const asked = question(page)
    await asked.getByRole('button', { name: '继续编辑' }).click()
    assert.equal(await form.getByLabel('产品名称').inputValue(), '写到一半')
    await find(page, 'zz-t100v', '塔机安全监测系统')
    await page.keyboard.press('Enter')
    await asked.getByRole('button', { name: '打开另一条' }).click()
    await page.getByRole('dialog', { name: '编辑产品' }).waitFor()

    await page.locator('.modal [contenteditable=true]').click()
    await page.keyboard.press('Control+k')
    await page.getByLabel('地址', { exact: true }).waitFor()
    assert.equal(await palette(page).count(), 0)
  },
)

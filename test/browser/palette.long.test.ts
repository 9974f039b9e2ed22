import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { user } from '../accounts.ts'
import { eventually } from '../eventually.ts'
import { admin } from '../server.ts'
import { browserTest, ownServer, phoneAgent, seriousFaults } from './browser.ts'
import { menu, pick, question, signIn, staff } from './staff.ts'
import { onePixel } from '../uploads/pictures.ts'

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
  'a group of settings is found by its name or its first letters, by those who may change it, and only when asked for',
  async (t) => {
    const { page, server } = await staff(t, '/dashboard', { own: true })
    await open(page)
    assert.equal(await options(page).filter({ hasText: '网站设置 · ' }).count(), 0)
    for (const word of ['备案与协议', 'bayxy']) {
      await field(page).fill(word)
      await group(page, '页面').filter({ hasText: '网站设置 · 备案与协议' }).waitFor()
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings?group=legal')
    await page.getByRole('form', { name: '备案与协议' }).waitFor()
    await find(page, 'jbxx', '网站设置 · 基本信息')
    await page.keyboard.press('Enter')
    await page.getByRole('form', { name: '基本信息' }).waitFor()
    // It is among the recent items now.
    await open(page)
    assert.equal(await group(page, '最近').first().textContent(), '网站设置 · 基本信息网站')

    await user(server.folder, ['add', 'li.gong', '--password-stdin'], `${admin.password}\n`)
    await page.context().clearCookies()
    await page.goto('/AdminNews')
    await signIn(page, 'li.gong')
    await page.waitForURL('**/AdminNews')
    await open(page)
    await field(page).fill('xyyys')
    await page.getByText('没有找到与“xyyys”相符的内容、页面或操作').waitFor()
  },
)

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
    await open(page)
    await group(page, '最近').filter({ hasText: '公司地址' }).waitFor()
    await page.keyboard.press('Escape')

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
  'the words for applications and inquiries find both screens, and what is found opens on its own',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/dashboard', { own: true })
    await server.post('/v1/agent/saveAgent', {
      companyName: '青岛海纳建设',
      clientName: '于经理',
      phone: '13805327788',
    })
    await server.post('/v1/inquiry/save', { topic: '报价', name: '海先生', phone: '13705327788' })
    await open(page)
    for (const word of ['客户线索', '线索', '咨询']) {
      await field(page).fill(word)
      for (const title of ['代理加盟', '客户咨询'])
        await group(page, '页面')
          .filter({ hasText: new RegExp(`^${title}`) })
          .first()
          .waitFor()
    }
    for (const [word, screen, path] of [
      ['海先生', '客户咨询', '/AdminInquiry'],
      ['于经理', '代理加盟', '/AdminAgenttoJoin'],
    ] as const) {
      await field(page).fill(word)
      await group(page, '内容').filter({ hasText: word }).filter({ hasText: screen }).click()
      await page.waitForURL((url) => url.pathname === path)
      await page.getByRole('dialog', { name: word }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await open(page)
    }
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
  await find(page, 'ckwz', '查看网站')
  const [site] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
  await site.waitForURL((url) => url.pathname === '/')
  await site.close()

  await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').fill('写到一半')
  await find(page, '退出登录', '退出登录')
  await page.keyboard.press('Enter')
  const asked = question(page)
  await asked.waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  assert.equal(await palette(page).count(), 0, 'nothing opens over a question')
  assert.equal(await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').inputValue(), '写到一半')
})

browserTest(
  'what somebody went to lately comes first, also what was opened in a list; another person sees nothing of it',
  async (t) => {
    const server = await ownServer(t)
    assert.equal((await user(server.folder, ['add', 'li.gong', '--password-stdin'], 'clerk-secret\n')).code, 0)
    const { page } = await staff(t, '/AdminNews', { server, remember: true })
    const first = page.getByRole('button', { name: /^编辑：/ }).first()
    const title = ((await first.getAttribute('aria-label')) ?? '').replace('编辑：', '')
    await first.click()
    await page.getByRole('dialog', { name: '编辑新闻' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await find(page, 'tjaqjc', '塔机安全监测系统')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '编辑产品' }).waitFor()
    await page.reload()
    await open(page)
    assert.deepEqual(await group(page, '最近').locator('span').allTextContents(), ['塔机安全监测系统', title])
    assert.equal(await chosen(page).locator('span').textContent(), '塔机安全监测系统')

    await page.keyboard.press('Escape')
    await pick(page, '退出登录')
    await page.waitForURL(/\/login/)
    await signIn(page, 'li.gong', 'clerk-secret')
    await page.waitForURL(/\/AdminProduct$/)
    await open(page)
    assert.equal(await group(page, '最近').count(), 0)
  },
)

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
    await find(page, 'tjaqjc', '塔机安全监测系统')
    await page.keyboard.press('Enter')
    await asked.getByRole('button', { name: '打开另一条' }).click()
    await page.getByRole('dialog', { name: '编辑产品' }).waitFor()

    await page.locator('.modal [contenteditable=true]').click()
    await page.keyboard.press('Control+k')
    await page.getByLabel('地址', { exact: true }).waitFor()
    assert.equal(await palette(page).count(), 0)
  },
)

browserTest('a record that is gone says so where it would have opened', async (t) => {
  const { page } = await staff(t, '/AdminNews?edit=gone')
  const form = page.getByRole('dialog', { name: '编辑新闻' })
  await form.getByRole('alert').waitFor()
  assert.equal(new URL(page.url()).search, '')
})

browserTest('? shows all keys, but types itself in a field', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  await page.getByLabel('新闻标题').press('?')
  assert.equal(await page.getByLabel('新闻标题').inputValue(), '?')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.getByRole('button', { name: '重置' }).focus()
  await page.keyboard.press('?')
  const overview = page.getByRole('dialog', { name: '快捷键' })
  await overview.waitFor()
  for (const keys of ['Ctrl+K', 'Ctrl+S', 'Ctrl+Shift+Z', 'Alt+↑', 'Alt+F10', 'Esc']) {
    await overview.getByText(keys, { exact: true }).first().waitFor()
  }
  assert.equal(
    await overview
      .getByRole('group', { name: '所有快捷键' })
      .evaluate((list) => list === document.activeElement && getComputedStyle(list).outlineStyle),
    'none',
    'arrows scroll it',
  )
  await page.keyboard.press('Escape')
  await overview.waitFor({ state: 'detached' })
  await pick(page, '快捷键')
  await overview.waitFor()
})

browserTest('the palette and the overview of keys are accessible, in the dark scheme and on a phone too', async (t) => {
  const faults: string[] = []
  for (const how of [
    {},
    { colorScheme: 'dark' as const },
    { viewport: { width: 320, height: 640 }, userAgent: phoneAgent },
  ]) {
    const { page } = await staff(t, '/dashboard', { bypassCSP: true, reducedMotion: 'reduce', ...how })
    await page.getByRole('button', { name: '搜索或跳转' }).click()
    await field(page).fill('jc')
    await options(page).filter({ hasText: '塔机安全监测系统' }).first().waitFor()
    faults.push(...(await seriousFaults(page)))
    const box = await palette(page).boundingBox()
    if (!box || box.x < 0 || box.x + box.width > (page.viewportSize()?.width ?? 0))
      faults.push(`it is at ${JSON.stringify(box)}`)
    await field(page).fill('没有这样的东西')
    await palette(page).getByText('没有找到与').waitFor()
    faults.push(...(await seriousFaults(page)))
    await palette(page).getByRole('button', { name: '关闭' }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '快捷键' }).waitFor()
    faults.push(...(await seriousFaults(page)))
  }
  assert.deepEqual(faults, [])
})

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { startServer } from '../server.ts'
import { browserTest, ownServer, seriousFaults, visit } from './browser.ts'
import { menu, row, staff, strip, toast } from './staff.ts'
import { framesPass } from './waiting.ts'

browserTest('views are kept as they were left, until their tab is closed', async (t) => {
  const { page, complaints } = await staff(t, '/AdminNews')
  await page.getByLabel('新闻标题').fill('半句话')
  await menu(page).getByRole('link', { name: '产品管理' }).click()
  await page.getByLabel('产品名称').waitFor()
  await menu(page).getByRole('link', { name: '新闻管理' }).click()
  assert.equal(await page.getByLabel('新闻标题').inputValue(), '半句话')

  await strip(page).getByText('新闻管理').click({ button: 'right' })
  const width = await page.getByRole('menu').evaluate((element) => element.getBoundingClientRect().width)
  assert.equal(Math.round(width), 105)
  await page.getByRole('menuitem', { name: '关闭当前' }).click()
  await strip(page).getByText('新闻管理').waitFor({ state: 'detached' })
  await menu(page).getByRole('link', { name: '新闻管理' }).click()
  assert.equal(await page.getByLabel('新闻标题').inputValue(), '')

  await strip(page).getByText('首页').click({ button: 'right' })
  assert.equal(await page.getByRole('menuitem', { name: '关闭当前' }).isDisabled(), true, 'the pinned tab cannot be closed')
  await page.getByRole('menuitem', { name: '关闭所有' }).click()
  await page.waitForURL(/\/dashboard$/)
  assert.deepEqual(complaints, [])
})

browserTest('under 992 px the sidebar is a drawer that closes on the way', async (t) => {
  const { page } = await staff(t, '/dashboard', { viewport: { width: 800, height: 900 } })
  const link = page.getByRole('link', { name: '产品管理' }).first()
  await page.getByRole('button', { name: '展开菜单' }).click()
  await link.click()
  await page.waitForURL(/AdminProduct/)
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(sideways <= 0)
})

browserTest('applications are exported as a table that no spreadsheet runs as formulas', async (t) => {
  const server = await ownServer(t)
  await server.post('/v1/agent/saveAgent', { companyName: '=HYPERLINK("x")', clientName: '王工', phone: '13800000001' })
  await server.post('/v1/agent/saveAgent', { agentInfo: '普通公司', agentName: '李工', phone: '13800000002' })
  const { page } = await staff(t, '/AdminAgenttoJoin', { server })
  await row(page, '王工').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出' }).click()])
  assert.match(download.suggestedFilename(), /^代理加盟申请-\d{8}-\d{4}\.csv$/)
  const text = await readFile((await download.path()) ?? '', 'utf8')
  const [mark, heads, newest, oldest, end] = [text[0], ...text.slice(1).split('\r\n')]
  assert.deepEqual([mark, heads, end], ['\uFEFF', '"序号","代理商名称","公司 / 描述","联系方式","来源","时间"', ''])
  assert.match(newest ?? '', /^1,"李工","普通公司","13800000002\t","网站","\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t"$/)
  assert.match(oldest ?? '', /^2,"王工","'=HYPERLINK\(""x""\)","13800000001\t","手机",/)

  await page.getByLabel('代理商名称').fill('李')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 1 条').waitFor()
  const [found] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出' }).click()])
  assert.deepEqual((await readFile((await found.path()) ?? '', 'utf8')).match(/.工/g), ['李工'], 'what the search shows')
})

browserTest('every screen is accessible, in both colour schemes and at every width', async (t) => {
  const faults: string[] = []
  for (const options of [{}, { colorScheme: 'dark' as const }, { viewport: { width: 390, height: 844 } }]) {
    const { page, complaints } = await staff(t, '/dashboard', { bypassCSP: true, reducedMotion: 'reduce', ...options })
    for (const path of ['/dashboard', '/AdminProduct', '/AdminNews', '/AdminCarousel', '/AdminAgenttoJoin', '/AdminMedia', '/profile', '/AdminProduct?add=1']) {
      await page.goto(path)
      // Views that are kept hidden may come before the one that is shown.
      await page.locator('h1:visible').first().waitFor()
      if (path.endsWith('add=1')) await page.getByRole('dialog').waitFor()
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .skeleton'))
      await framesPass(page)
      faults.push(...(await seriousFaults(page)).map((fault) => `${path} ${JSON.stringify(options)} ${fault}`))
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (sideways > 0) faults.push(`${path} ${JSON.stringify(options)} scrolls sideways by ${sideways}`)
    }
    assert.deepEqual(complaints, [])
  }
  assert.deepEqual(faults, [])
})

browserTest('the menu of a tab works by mouse and by keys, and the focus is never lost', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  const tabs = strip(page).getByRole('link')
  for (const name of ['产品管理', '轮播图管理']) await menu(page).getByRole('link', { name }).click()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)

  await tabs.getByText('新闻管理').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: '标签页：新闻管理' }).waitFor()
  assert.equal(await focused(), '关闭当前')
  await page.keyboard.press('Escape')
  assert.equal(await focused(), '新闻管理')
  await page.keyboard.press('ContextMenu')
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(), '关闭其他')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/AdminNews$/)
  assert.deepEqual(await tabs.allTextContents(), ['首页', '新闻管理'])

  await tabs.getByText('新闻管理').focus()
  await page.keyboard.press('Delete')
  await page.waitForURL(/\/dashboard$/)
  await page.waitForFunction(() => document.activeElement?.textContent === '首页')

  for (const name of ['产品管理', '新闻管理']) await menu(page).getByRole('link', { name }).click()
  await tabs.getByText('产品管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭当前' }).click()
  assert.deepEqual(await tabs.allTextContents(), ['首页', '新闻管理'])
  await tabs.getByText('新闻管理').click({ button: 'middle' })
  await page.waitForURL(/\/dashboard$/)
  assert.deepEqual(await tabs.allTextContents(), ['首页'])
})

browserTest('many tabs scroll within their strip, and the current one is completely visible', async (t) => {
  const { page } = await staff(t, '/dashboard', { viewport: { width: 520, height: 800 } })
  for (const title of ['产品管理', '新闻管理', '轮播图管理', '代理加盟', '资料管理']) {
    await page.getByRole('button', { name: '展开菜单' }).click()
    await menu(page).getByRole('link', { name: title }).click()
  }
  const list = strip(page).getByRole('list')
  await strip(page).getByRole('link', { name: '资料管理' }).waitFor()
  const place = () =>
    list.evaluate((element) => {
      const [own, tab] = [element.getBoundingClientRect(), element.querySelector('.current')?.getBoundingClientRect()]
      return { left: element.scrollLeft, more: element.scrollWidth - element.clientWidth, whole: tab && tab.left >= own.left && tab.right <= own.right }
    })
  const { left, more, whole } = await place()
  assert.ok(more > 50 && left > 0 && whole === true, JSON.stringify({ left, more, whole }))
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
  await list.hover()
  await page.mouse.wheel(0, -1000)
  await page.waitForFunction(() => document.querySelector('.tab-strip ul')?.scrollLeft === 0)
  assert.equal((await place()).whole, false)
})

browserTest('a sidebar reduced to its icons stays so after a reload and a narrow window, and so do the open tabs', async (t) => {
  const { page } = await staff(t, '/dashboard')
  const width = () => page.locator('.sidebar').evaluate((element) => element.getBoundingClientRect().width)
  assert.equal(await width(), 210)
  await menu(page).getByRole('link', { name: '新闻管理' }).click()
  await page.getByRole('button', { name: '收起菜单' }).click()
  await page.waitForFunction(() => (document.querySelector('.sidebar')?.getBoundingClientRect().width ?? 210) < 80)
  await page.reload()
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
  assert.ok((await width()) < 80)
  assert.deepEqual(await strip(page).getByRole('link').allTextContents(), ['首页', '新闻管理'])
  assert.equal(await menu(page).getByRole('link', { name: '产品管理' }).getAttribute('title'), '产品管理')
  await page.setViewportSize({ width: 700, height: 900 })
  await page.locator('.layout.mobile').waitFor()
  await page.reload()
  await page.locator('.layout.mobile').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('.layout.narrow').waitFor()
})

browserTest('a browser that cannot fill the screen says so', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await page.getByRole('button', { name: '全屏' }).click()
  await toast(page, '您的浏览器不支持全屏！')
})

browserTest('the screen can be filled where only the prefixed names are known, as in Safari before 16.4', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await page.addInitScript(() => {
    for (const name of ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen']) Reflect.deleteProperty(Document.prototype, name)
    Reflect.deleteProperty(Element.prototype, 'requestFullscreen')
    Object.defineProperty(Document.prototype, 'webkitFullscreenEnabled', { value: true })
    Object.defineProperty(Document.prototype, 'webkitFullscreenElement', { value: null, configurable: true })
    Object.assign(Document.prototype, {
      webkitExitFullscreen() {
        Object.defineProperty(document, 'webkitFullscreenElement', { value: null, configurable: true })
        document.dispatchEvent(new Event('webkitfullscreenchange'))
      },
    })
    Object.assign(Element.prototype, {
      webkitRequestFullscreen() {
        Object.defineProperty(document, 'webkitFullscreenElement', { value: document.documentElement, configurable: true })
        document.dispatchEvent(new Event('webkitfullscreenchange'))
      },
    })
  })
  await page.reload()
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await page.getByRole('button', { name: '退出全屏' }).click()
  await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
})

browserTest('the dashboard agrees with the lists, counts visits and applications, and its shortcuts work', async (t) => {
  const { page, server, complaints } = await staff(t, '/dashboard', { own: true })
  const count = (words: string) => page.locator('.dashboard-counts li').filter({ hasText: words }).locator('.count-value')
  const stored = async (kind: string) => (await server.post(`/v1/${kind}/list`)).data.count
  await page.locator('.count-value').filter({ hasText: /\d/ }).nth(3).waitFor()
  assert.equal(await count('产品管理').textContent(), `${await stored('product')}个`)
  assert.equal(await count('新闻管理').textContent(), `${await stored('news')}篇`)
  assert.equal(await count('轮播图管理').textContent(), `${await stored('carousel')}张`)
  await page.getByText('还没有代理加盟申请').waitFor()
  await page.getByText('近30天还没有访问记录').waitFor()

  // The browser of these tests calls itself headless, and robots are no visitors.
  const visitor = await visit(t, { server, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36' })
  await visitor.page.goto('/')
  await server.post('/v1/agent/saveAgent', { agentInfo: '新来的公司', agentName: '赵工', phone: '13900000009' })
  await page.getByRole('button', { name: '刷新' }).click()
  await page.locator('.dashboard-latest').getByText('新来的公司').waitFor()
  await page.locator('.dashboard-latest').getByText('13900000009').waitFor()
  assert.equal(await count('近7天新申请').textContent(), '1份')
  assert.equal(await page.locator('.dashboard-visits table tbody tr').count(), 30)
  assert.equal(await page.locator('.dashboard-visits table tbody tr:last-child td').textContent(), '1')
  await page.locator('.dashboard-disk').getByText(/KB|MB/).first().waitFor()

  for (const [words, path, title] of [['新增产品', '/AdminProduct', '新增产品'], ['新增新闻', '/AdminNews', '新增新闻'], ['上传轮播图', '/AdminCarousel', '上传图片']] as const) {
    await page.getByRole('navigation', { name: '快捷操作' }).getByRole('link', { name: words }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, path)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await strip(page).getByRole('link', { name: '首页' }).click()
  }
  await page.getByRole('link', { name: '查看全部' }).click()
  await page.waitForURL(/\/AdminAgenttoJoin$/)
  await row(page, '赵工').waitFor()
  assert.deepEqual(complaints, [])
})

browserTest('the dashboard says when applications were refused, and when a disk is below its reserve', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on', APPLICATIONS_PER_HOUR: '1' } })
  const { page } = await staff(t, '/dashboard', { server })
  await page.locator('.disk-parts').getByText(/GB|TB|MB/).first().waitFor()
  assert.equal(await page.locator('.dashboard-warning').count(), 0)
  for (let n = 1; n <= 4; n++) await server.post('/v1/agent/saveAgent', { agentInfo: '公司', agentName: '人', phone: `1380000000${n}` })
  await page.getByRole('button', { name: '刷新' }).click()
  await page.getByRole('alert').filter({ hasText: /近7天有 3 次代理加盟申请因提交过多未被接收，最近一次在 \d{4}-\d\d-\d\d \d\d:\d\d/ }).waitFor()

  // More than any disk has.
  const full = await startServer(t, { env: { SEED: 'on', DISK_RESERVE: '999999999' } })
  const other = await staff(t, '/dashboard', { server: full })
  await other.page.getByRole('alert').filter({ hasText: '已暂停接收代理加盟申请和上传图片；其他内容仍可保存' }).waitFor()
})

browserTest('the materials are a sample: searched in place, the last three files under 5 MB kept, and no call made', async (t) => {
  const { page, calls, complaints } = await staff(t, '/dashboard')
  await page.getByText(/数据更新于/).waitFor()
  const before = calls.length
  await menu(page).getByRole('link', { name: '资料管理' }).click()
  await page.getByLabel('资料名称').fill('手册')
  await page.getByRole('button', { name: '查询' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.data tbody tr').length === 1)
  await page.getByRole('button', { name: '上传资料' }).click()
  const dialog = page.getByRole('dialog', { name: '上传资料' })
  const file = (name: string, size = 10) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size) })
  await dialog.locator('input[type=file]:enabled').setInputFiles(['一', '二', '三', '四'].map((name) => file(`${name}.txt`)))
  const chosen = dialog.getByRole('list', { name: '已选文件' }).getByRole('listitem')
  await chosen.filter({ hasText: '四.txt' }).waitFor()
  assert.deepEqual((await chosen.allTextContents()).map((words) => words[0]), ['二', '三', '四'])
  await dialog.locator('input[type=file]:enabled').setInputFiles([file('大.txt', 5 * 1_048_576), file('五.txt', 5 * 1_048_576 - 1)])
  await toast(page, '上传文件大小不能超过5MB！')
  assert.deepEqual((await chosen.allTextContents()).map((words) => words[0]), ['三', '四', '五'])
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '本页为示例，文件没有上传')
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(calls.slice(before), [])
  assert.deepEqual(complaints, [])
})

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { admin, answerOf, startServer, type TestServer } from '../server.ts'
import { browserTest, seriousFaults, visit, type Visit } from './browser.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC', 'base64')

async function signIn(page: Page, name = admin.username, password = admin.password): Promise<void> {
  await page.getByLabel('登录账号').fill(name)
  await page.getByLabel('登录密码', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '立即登录' }).click()
}

/** Signed in, and on the page that was asked for. */
async function staff(t: TestContext, path: string, options: Parameters<typeof visit>[1] = {}): Promise<Visit> {
  const visited = await visit(t, { viewport: { width: 1440, height: 900 }, ...options })
  await visited.page.goto(path)
  await visited.page.waitForURL(/\/login\?redirect=/)
  await signIn(visited.page)
  await visited.page.waitForURL((url) => url.pathname === path)
  return visited
}

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

browserTest('the login tells what is missing, what is wrong, and how long it is locked', async (t) => {
  const { page } = await visit(t, { viewport: { width: 1440, height: 900 }, server: await startServer(t, { env: { SEED: 'on' } }) })
  await page.goto('/login')
  await page.getByRole('heading', { name: '官网后台管理系统' }).waitFor()
  await page.getByRole('button', { name: '立即登录' }).click()
  await page.getByText('请输入登录账号', { exact: true }).waitFor()
  await page.getByText('密码不能少于6位', { exact: true }).waitFor()
  await page.getByLabel('登录账号').fill('admin')
  await page.getByLabel('登录密码', { exact: true }).fill('wrong-one')
  await page.waitForTimeout(1100)
  await page.getByRole('button', { name: '立即登录' }).click()
  await page.getByText('请勾选用户协议').first().waitFor()
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  for (let n = 0; n < 5; n++) {
    await page.waitForTimeout(1100)
    await page.getByRole('button', { name: '立即登录' }).click()
    await page.getByText('账号或密码错误').waitFor()
  }
  assert.equal(await page.getByLabel('登录账号').inputValue(), 'admin')
  await page.waitForTimeout(1100)
  await page.getByRole('button', { name: '立即登录' }).click()
  await page.getByText(/15分钟后再试/).waitFor()
})

browserTest('a remembered password is encrypted where a script can read, filled in again, and forgotten when asked', async (t) => {
  const { page } = await visit(t)
  await page.goto('/login')
  await page.getByRole('checkbox', { name: '记住密码' }).check()
  await signIn(page)
  await page.waitForURL(/dashboard/)
  const stored = await page.evaluate(() => ({ ...localStorage }))
  const remembered = JSON.parse(stored.userInfo ?? '{}')
  assert.equal(remembered.user, 'admin')
  assert.ok(remembered.pwd.length > 20)
  assert.equal(JSON.stringify(stored).includes(admin.password), false)
  assert.equal(stored.isDeadlineToken, '1')
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'item_token')?.value ?? ''
  assert.ok(token !== '' && !Object.values(stored).includes(token), 'the credential is out of reach of scripts')

  await page.context().clearCookies()
  await page.goto('/login')
  await page.waitForFunction((password) => document.querySelector<HTMLInputElement>('input[name=password]')?.value === password, admin.password)
  await page.getByRole('checkbox', { name: '记住密码' }).uncheck()
  await signIn(page)
  await page.waitForURL(/dashboard/)
  assert.equal(await page.evaluate(() => localStorage.getItem('userInfo')), null)
})

browserTest('only paths of this site are followed after the login', async (t) => {
  const { page } = await visit(t)
  for (const redirect of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
    await page.context().clearCookies()
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`)
    await signIn(page)
    await page.waitForURL(/\/dashboard$/)
  }
})

browserTest('a product is added with a picture and a text, seen, changed and deleted', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminProduct')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  await dialog.getByLabel('产品位置').selectOption('cpxt')
  await dialog.getByLabel('产品名称').fill('测试机器人')
  await dialog.locator('input[type=file]').first().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
  await dialog.getByRole('button', { name: '查看大图：封面图' }).waitFor()
  await dialog.locator('[contenteditable=true]').click()
  await page.keyboard.type('第一段文字')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '添加成功！')
  await dialog.waitFor({ state: 'detached' })
  await row(page, '测试机器人').waitFor()

  const list = await server.post('/v1/product/list', { coverName: '测试机器人' })
  const [saved] = list.data.data
  assert.match(saved.coverUrl, /^\/uploads\/product\//)
  const { data } = await server.post('/v1/product/detailProduct', { productId: saved.productId })
  assert.equal(data.productCon, '<p>第一段文字</p>')

  await row(page, '测试机器人').getByRole('button', { name: /^查看：/ }).click()
  const view = page.getByRole('dialog', { name: '查看产品' })
  await view.getByLabel('产品名称').waitFor()
  assert.equal(await view.getByLabel('产品名称').isDisabled(), true)
  assert.equal(await view.getByRole('button', { name: '确定' }).count(), 0)
  await page.keyboard.press('Escape')
  await view.waitFor({ state: 'detached' })

  await row(page, '测试机器人').getByRole('button', { name: /^编辑：/ }).click()
  const edit = page.getByRole('dialog', { name: '编辑产品' })
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('dialog input[name=coverName]')?.value === '测试机器人')
  await edit.getByLabel('产品名称').fill('改名机器人')
  await page.keyboard.press('Control+s')
  await toast(page, '修改成功！')

  await row(page, '改名机器人').getByRole('button', { name: /^删除：/ }).click()
  const prompt = page.getByRole('dialog', { name: '提示' })
  await prompt.getByText('是否确认删除名称为：改名机器人 的数据？').waitFor()
  await prompt.getByRole('button', { name: '取消' }).click()
  assert.equal(await row(page, '改名机器人').count(), 1)
  await row(page, '改名机器人').getByRole('button', { name: /^删除：/ }).click()
  await prompt.getByRole('button', { name: '确定' }).click()
  await toast(page, '删除成功！')
  await row(page, '改名机器人').waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

browserTest('lists are searched, reset and paged', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  const rows = page.locator('tbody tr')
  await rows.nth(9).waitFor()
  await page.getByRole('button', { name: /下一页/ }).click()
  await page.locator('tbody').getByText('11', { exact: true }).waitFor()
  await page.getByLabel('新闻标题').fill('安全帽')
  await page.getByRole('button', { name: '查询' }).click()
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
  await page.getByRole('button', { name: '重置' }).first().click()
  await rows.nth(9).waitFor()
  assert.equal(await page.getByLabel('新闻标题').inputValue(), '')
})

browserTest('a carousel photo is uploaded; what is no picture, or too large, is refused at once', async (t) => {
  const { page, calls } = await staff(t, '/AdminCarousel')
  await page.getByRole('button', { name: '上传图片' }).first().click()
  const dialog = page.getByRole('dialog', { name: '上传图片' })
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await dialog.getByText('只能上传jpg/png文件！').first().waitFor()
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_152) })
  await dialog.getByText('上传封面图片大小不能超过2MB！').first().waitFor()
  assert.equal(calls.includes('/v1/file/upload'), false)
  await dialog.getByLabel('标题').fill('新轮播')
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
  await dialog.getByRole('button', { name: /查看大图/ }).waitFor()
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '添加成功！')
  await row(page, '新轮播').getByRole('button', { name: /^删除：/ }).click()
  await page.getByText('是否确认删除当前标题为 新轮播 的图片？').waitFor()
})

browserTest('unsaved work is asked after, and offered again after a crash', async (t) => {
  const { page } = await staff(t, '/AdminCarousel')
  await page.getByRole('button', { name: '上传图片' }).first().click()
  await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').fill('写了一半')
  await page.keyboard.press('Escape')
  await page.getByText('有未保存的修改，确定关闭吗？').waitFor()
  await page.getByRole('button', { name: '继续编辑' }).click()
  await page.waitForTimeout(1500)

  const again = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await again.goto('/AdminCarousel')
  await again.getByRole('button', { name: '上传图片' }).first().click()
  await again.getByText(/发现未保存的草稿/).waitFor()
  await again.getByRole('button', { name: '恢复' }).click()
  assert.equal(await again.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').inputValue(), '写了一半')
})

async function update(server: TestServer, productId: string, fields: object): Promise<void> {
  const { code } = await server.post('/v1/product/updateProduct', { productId, ...fields }, { headers: await server.signIn() })
  assert.equal(code, 200)
}

browserTest('a save built on an older copy is not written over the newer one unseen', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct')
  await row(page, '标准化防护栏杆').getByRole('button', { name: /^编辑：/ }).click()
  const dialog = page.getByRole('dialog', { name: '编辑产品' })
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('dialog input[name=coverName]')?.value !== '')
  await update(server, 'jzbh-guardrail', { coverDescribe: '别人改的描述' })
  await dialog.getByLabel('产品名称').fill('我改的名称')
  await dialog.getByRole('button', { name: '确定' }).click()
  const conflict = page.getByRole('dialog', { name: '内容已被修改' })
  await conflict.getByText(/admin ?于 ?\d{4}-/).waitFor()
  await conflict.getByRole('button', { name: '查看最新内容' }).click()
  await conflict.getByText('别人改的描述').waitFor()
  assert.equal((await server.post('/v1/product/detailProduct', { productId: 'jzbh-guardrail' })).data.coverName, '标准化防护栏杆')
  await conflict.getByRole('button', { name: '用我的覆盖' }).click()
  await toast(page, '修改成功！')
  assert.equal((await server.post('/v1/product/detailProduct', { productId: 'jzbh-guardrail' })).data.coverName, '我改的名称')
})

browserTest('a session that ends while a form is open is opened again in place, and nothing typed is lost', async (t) => {
  const { page, server } = await staff(t, '/AdminCarousel')
  await page.getByRole('button', { name: '上传图片' }).first().click()
  const dialog = page.getByRole('dialog', { name: '上传图片' })
  await dialog.getByLabel('标题').fill('没有丢')
  await page.evaluate(() => fetch('/item/user/logout', { method: 'POST' }))
  await dialog.getByRole('button', { name: '确定' }).click()
  const again = page.getByRole('dialog', { name: /重新登录|登录/ }).last()
  await again.getByLabel('登录密码', { exact: true }).fill(admin.password)
  await again.getByRole('button', { name: /登录/ }).last().click()
  await toast(page, '添加成功！')
  assert.equal((await server.post('/v1/carousel/list', { photoTitle: '没有丢' })).data.count, 1)
})

browserTest('views are kept as they were left, until their tab is closed', async (t) => {
  const { page, complaints } = await staff(t, '/AdminNews')
  const menu = page.getByRole('navigation').filter({ hasText: '产品管理' }).first()
  await page.getByLabel('新闻标题').fill('半句话')
  await menu.getByRole('link', { name: '产品管理' }).click()
  await page.getByLabel('产品名称').waitFor()
  await menu.getByRole('link', { name: '新闻管理' }).click()
  assert.equal(await page.getByLabel('新闻标题').inputValue(), '半句话')

  const strip = page.getByRole('navigation', { name: '已打开的页面' })
  await strip.getByText('新闻管理').click({ button: 'right' })
  const width = await page.getByRole('menu').evaluate((element) => element.getBoundingClientRect().width)
  assert.equal(Math.round(width), 105)
  await page.getByRole('menuitem', { name: '关闭当前' }).click()
  await strip.getByText('新闻管理').waitFor({ state: 'detached' })
  await menu.getByRole('link', { name: '新闻管理' }).click()
  assert.equal(await page.getByLabel('新闻标题').inputValue(), '')

  await strip.getByText('首页').click({ button: 'right' })
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

browserTest('a password is changed, told, and everything starts anew', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await page.getByRole('button', { name: /admin/ }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('旧密码', { exact: true }).fill('not-the-old')
  await dialog.getByLabel('新密码', { exact: true }).fill('fresh-secret')
  await dialog.getByLabel('确认密码', { exact: true }).fill('other-secret')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('两次输入密码不一致！').waitFor()
  await dialog.getByLabel('确认密码', { exact: true }).fill('fresh-secret')
  await page.waitForTimeout(1100)
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('旧密码不正确').waitFor()
  await dialog.getByLabel('旧密码', { exact: true }).fill(admin.password)
  await page.waitForTimeout(1100)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByText('修改成功！').first().waitFor()
  await page.waitForURL(/\/login/, { timeout: 10_000 })
  await signIn(page, 'admin', 'fresh-secret')
  await page.waitForURL(/dashboard/)
})

browserTest('the official account’s code is there to scan, and who signs out is out', async (t) => {
  const { page, server } = await staff(t, '/dashboard')
  await page.getByRole('button', { name: /admin/ }).click()
  await page.getByRole('menuitem', { name: '扫码关注公众号' }).click()
  const code = page.getByRole('dialog', { name: '扫码关注公众号' }).getByRole('img')
  await code.waitFor()
  const box = await code.boundingBox()
  assert.deepEqual([box?.width, box?.height].map((side) => Math.round(side ?? 0)), [256, 256])
  await page.keyboard.press('Escape')
  const token = (await page.context().cookies()).find(({ name }) => name === 'item_token')?.value
  await page.getByRole('button', { name: /admin/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  const sure = page.getByRole('dialog').getByRole('button', { name: '确定' })
  if (await sure.isVisible().catch(() => false)) await sure.click()
  await page.waitForURL(/\/login\?redirect=%2Fdashboard/)
  const me = await answerOf(fetch(`${server.url}/v1/indexLogin/userInfo`, { method: 'POST', headers: { Cookie: `item_token=${token}` } }))
  assert.equal(me.code, 401)
})

browserTest('the system is renamed by who may, and others see no way in', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await page.getByRole('button', { name: /系统名称|官网后台管理系统/ }).first().click()
  const dialog = page.getByRole('dialog', { name: /系统/ })
  await dialog.getByLabel('系统名称').fill('')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByText('请填写完整信息').first().waitFor()
  await dialog.getByLabel('系统名称').fill('筑站后台')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await page.waitForTimeout(1500)
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '修改成功！')
  await page.getByText('筑站后台').first().waitFor()

  await page.evaluate(() => localStorage.setItem('auth', ''))
  await page.route('**/v1/indexLogin/userInfo', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    await route.fulfill({ json: { ...reply, data: { ...reply.data, auth: '' } } })
  })
  await page.reload()
  await page.getByText('筑站后台').first().waitFor()
  assert.equal(await page.getByRole('button', { name: /系统名称|筑站后台/ }).count(), 0)
})

browserTest('applications are exported as a table that no spreadsheet runs as formulas', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
  await server.post('/v1/agent/saveAgent', { agentInfo: '=HYPERLINK("x")', agentName: '王工', phone: '13800000001' })
  await server.post('/v1/agent/saveAgent', { agentInfo: '普通公司', agentName: '李工', phone: '13800000002' })
  const { page } = await staff(t, '/AdminAgenttoJoin', { server })
  await row(page, '王工').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出' }).click()])
  assert.match(download.suggestedFilename(), /^代理加盟申请-\d{8}-\d{4}\.csv$/)
  const text = await readFile((await download.path()) ?? '', 'utf8')
  assert.equal(text.charCodeAt(0), 0xfeff)
  assert.equal(text.trim().split('\r\n').length, 3)
  assert.doesNotMatch(text, /(^|,)"?[=+@-]/m)
  assert.match(text, /13800000001/)
})

browserTest('nothing keeps staff from using a screen, by day or by night, wide or narrow', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
  const faults: string[] = []
  for (const options of [{}, { colorScheme: 'dark' as const }, { viewport: { width: 390, height: 844 } }]) {
    const { page, complaints } = await staff(t, '/dashboard', { server, bypassCSP: true, reducedMotion: 'reduce', ...options })
    for (const path of ['/dashboard', '/AdminProduct', '/AdminNews', '/AdminCarousel', '/AdminAgenttoJoin', '/profile', '/AdminProduct?add=1']) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
      await page.waitForTimeout(400)
      faults.push(...(await seriousFaults(page)).map((fault) => `${path} ${JSON.stringify(options)} ${fault}`))
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (sideways > 0) faults.push(`${path} ${JSON.stringify(options)} scrolls sideways by ${sideways}`)
    }
    assert.deepEqual(complaints, [])
  }
  assert.deepEqual(faults, [])
})

import assert from 'node:assert/strict'
import { browserTest, ownServer, phoneAgent, seriousFaults } from '../../browser/browser.ts'
import { question, shownUntil, signIn, staff, toast, account, editing, save, signInAgain } from '../../browser/staff.ts'
import { admin } from '../../server.ts'

browserTest(
  'a new device is told on 首页, and is ended from 登录设备, where one that cannot be ended is tried again',
  async (t) => {
    const server = await ownServer(t)
    const { page } = await staff(t, '/dashboard', { server, bypassCSP: true })
    const phone = await (await page.context().browser())?.newContext({
      baseURL: server.url,
      userAgent: phoneAgent,
      locale: 'zh-CN',
    })
    assert.ok(phone)
    t.after(() => phone.close())
    const other = await phone.newPage()
    await other.goto('/login')
    await signIn(other)
    await other.waitForURL(/dashboard/)
    await other.locator('.dashboard-counts').waitFor()
    assert.equal(await other.getByText(/新设备登录/).count(), 0, 'it is not told of itself')

    const notice = page.getByRole('alert').filter({ hasText: '新设备登录：iPhone · Safari（本机）' })
    await shownUntil(page, notice)
    await notice.getByRole('button', { name: '知道了' }).click()
    await notice.waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('.dashboard-counts').waitFor()
    assert.equal(await notice.count(), 0)

    await page.goto('/account')
    const rows = page.getByRole('list', { name: '登录设备' }).getByRole('listitem')
    await rows.nth(1).waitFor()
    assert.match(await rows.first().innerText(), /^程序\s*此设备\s+本机，[\d-]+ [\d:]+登录$/)
    assert.match(await rows.nth(1).innerText(), /^iPhone · Safari\s+本机，[^]*最近使用/)
    assert.deepEqual(await seriousFaults(page), [])
    assert.equal(
      await page
        .locator('time')
        .evaluateAll((times: HTMLElement[]) => times.filter(({ tabIndex }) => tabIndex >= 0).length),
      0,
    )

    await page.route('**/v1/session/end', (route) => route.abort(), { times: 1 })
    const end = async (): Promise<void> => {
      await rows.nth(1).getByRole('button', { name: '退出：iPhone · Safari' }).click()
      await question(page).getByRole('button', { name: '退出' }).click()
    }
    await end()
    await toast(page, '网络连接失败，请检查网络后重试')
    await end()
    await page.getByText('没有在其他设备上登录。').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), '登录设备')
    await other.evaluate(() => window.dispatchEvent(new Event('focus')))
    await other.getByRole('dialog', { name: '登录已失效，请重新登录' }).waitFor()
  },
)

browserTest(
  'a session that was ended elsewhere is noticed without an action, and what was typed can be saved',
  async (t) => {
    const server = await ownServer(t)
    const { page } = await staff(t, '/AdminNews', { server })
    const form = await editing(page, '编辑新闻')
    await form.getByLabel('标题').first().fill('还没有保存的标题')
    const { page: other } = await staff(t, '/account', { server })
    await other.getByRole('button', { name: '退出其他设备' }).click()
    await question(other).getByRole('button', { name: '退出' }).click()
    await other.getByText('没有在其他设备上登录。').waitFor()

    await shownUntil(page, page.getByRole('dialog', { name: '登录已失效，请重新登录' }))
    await signInAgain(page)
    assert.equal(await form.getByLabel('标题').first().inputValue(), '还没有保存的标题')
    await save(form, '修改成功！')
    await page.getByRole('row').filter({ hasText: '还没有保存的标题' }).waitFor()
  },
)

browserTest('an editor, whose menu counts nothing, notices it as well', async (t) => {
  const editor = await account('editor', '何工')
  const { server, name: username, password } = editor
  const { page, calls } = await staff(t, '/AdminNews', editor)
  await page.getByRole('row').nth(1).waitFor()
  await page.waitForLoadState('networkidle')
  const other = await server.signIn({ username, password })
  assert.equal((await server.post('/v1/session/end', { others: true }, { headers: other })).status, 200)
  await shownUntil(page, page.getByRole('dialog', { name: '登录已失效，请重新登录' }))
  assert.equal(calls.includes('/v1/agent/list'), false, 'it asks for nothing that it may not see')
})

browserTest(
  'sign-ins from equal devices and networks are one line on 首页, with their number and the last time',
  async (t) => {
    const server = await ownServer(t)
    const { page } = await staff(t, '/dashboard', { server })
    const linux =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    // A browser without our cookie is a new one each time.
    for (const agent of [linux, linux, phoneAgent, linux]) {
      assert.equal(
        (await server.post('/v1/indexLogin/loginAuth', admin, { headers: { 'User-Agent': agent } })).code,
        200,
      )
    }
    const notice = page.getByRole('alert').filter({ hasText: '新设备登录' })
    await shownUntil(page, notice)
    const time = String.raw`\d\d-\d\d \d\d:\d\d`
    const [first = '', second = '', ...others] = await notice.getByRole('listitem').allTextContents()
    assert.match(first, new RegExp(`^新设备登录：Linux电脑 · Chrome（本机），3次，最近一次 ${time}$`))
    assert.match(second, new RegExp(`^新设备登录：iPhone · Safari（本机），${time}$`))
    assert.deepEqual(others, [])
    await notice.getByRole('button', { name: '知道了' }).click()
    await notice.waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('.dashboard-counts .count-value').first().waitFor()
    assert.equal(await notice.count(), 0, 'all of them are seen')
  },
)

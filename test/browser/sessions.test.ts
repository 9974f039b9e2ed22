import assert from 'node:assert/strict'
import { browserTest, ownServer, phoneAgent, seriousFaults } from './browser.ts'
import { question, shownUntil, signIn, staff, toast } from './staff.ts'

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
    assert.deepEqual(await seriousFaults(page), [])
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

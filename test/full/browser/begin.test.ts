import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { newFolder, type TestServer } from '../../server.ts'
import { box, company, emptyServer, form, linkOf, next, password, ready } from '../../browser/beginScreen.ts'
import { browserTest, seriousFaults, visit } from '../../browser/browser.ts'
import { stored } from '../../browser/staff.ts'

const preview = (page: Page) => page.frameLocator('iframe[title="页面预览"]')

async function begun(t: Parameters<typeof visit>[0], server: TestServer, options = {}): Promise<Page> {
  const { page } = await visit(t, { server, viewport: { width: 1440, height: 900 }, ...options })
  await page.goto(linkOf(server))
  await page.getByRole('button', { name: '开始' }).click()
  await ready(page)
  return page
}

browserTest('the screen is left and taken up again, and what was typed is there', async (t) => {
  const server = await emptyServer(t)
  const page = await begun(t, server)
  const { token, isDeadlineToken } = await stored(page)
  assert.deepEqual([typeof token, isDeadlineToken], ['string', '0'], 'a session as any other')
  await next(page).click()
  await page.getByText('请输入新密码').waitFor()
  await box(page, 'newPassword').fill('1234567890')
  await next(page).click()
  await page.getByText(/新密码太常见/).waitFor()
  assert.equal(await box(page, 'siteName').count(), 0, 'without a password nothing is saved')
  await box(page, 'newPassword').fill(password)
  await next(page).click()

  await box(page, 'siteName').fill(company.siteName)
  await preview(page).getByText(company.siteName).first().waitFor({ state: 'attached' })
  await page.getByRole('link', { name: '首页' }).first().click()
  await page.waitForURL('/dashboard')
  await page.reload()
  await page.getByRole('link', { name: '一步一步填好' }).click()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  assert.equal(await box(page, 'siteName').inputValue(), company.siteName)
  assert.equal(await box(page, 'hotline').getAttribute('placeholder'), '示例：400-000-0000')
  const skip = page.getByRole('button', { name: '跳过' })
  assert.equal(await skip.getAttribute('aria-disabled'), 'true', 'what is typed is not passed over')

  await box(page, 'hotline').fill('12')
  await next(page).click()
  await form(page).locator('.field-note.bad').first().waitFor()
  await box(page, 'hotline').fill('')
  await next(page).click()
  await page.getByRole('radio', { name: '从空白开始' }).and(page.locator(':checked')).waitFor()
  await page.goBack()
  assert.equal(await box(page, 'siteName').inputValue(), company.siteName, 'Back is the step before')
  await skip.click()
  await page.reload()
  await page.getByRole('radio', { name: '从空白开始' }).and(page.locator(':checked')).waitFor()
  await page.getByRole('radio', { name: '保留示例' }).check()
  await preview(page).getByRole('heading', { name: '项目案例' }).waitFor()
  await page.getByRole('button', { name: '完成' }).click()
  await page.waitForURL('/dashboard')
  const { data: site } = await server.post('/v1/site/detail')
  assert.deepEqual([site.siteName, site.hotline], [company.siteName, '400-000-0000'])
  assert.equal((await server.post('/v1/news/list')).data.count, 24, 'the starter content is kept')
  await page.getByRole('link', { name: '一步一步填好' }).waitFor()
})

browserTest('a server that ends between the saves of the screen leaves a site with which one goes on', async (t) => {
  const folder = newFolder(t)
  const first = await emptyServer(t, folder)
  const { port } = new URL(first.url)
  const page = await begun(t, first)
  let server = first
  const finish = page.getByRole('button', { name: '完成' })
  const failed = page.locator('.form-message.bad, .toast.bad').filter({ visible: true })
  for (const [call, go, typed] of [
    ['**/v1/account/choosePassword', next(page), { newPassword: password }],
    ['**/v1/site/update', next(page), company],
    ['**/v1/operation/start', finish, {}],
  ] as const) {
    for (const [name, text] of Object.entries(typed)) await box(page, name).fill(text)
    await page.route(
      call,
      async (route) => {
        // It is done, and the reply is lost with the server.
        await route.fetch()
        await server.stop()
        await route.abort()
      },
      { times: 1 },
    )
    await go.click()
    await failed.first().waitFor()
    server = await emptyServer(t, folder, { PORT: port })
    await server.signIn({ username: 'admin', password })
    await go.click()
  }
  await page.waitForURL('/dashboard')
  const { data: site } = await server.post('/v1/site/detail')
  assert.deepEqual([site.siteName, site.hotline, site.honours], [company.siteName, company.hotline, []])
  assert.equal((await server.post('/v1/news/list')).data.count, 0)
})

browserTest('the link works without a script, and both pages are fit for everybody', async (t) => {
  const server = await emptyServer(t)
  const { page } = await visit(t, { server, javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  await page.goto('/begin')
  await page.getByRole('heading', { name: '从链接开始' }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
  for (const [path, colorScheme] of [
    ['/begin', 'light'],
    [linkOf(server), 'dark'],
  ] as const) {
    const { page: checked } = await visit(t, { server, bypassCSP: true, colorScheme })
    await checked.goto(path)
    assert.deepEqual(await seriousFaults(checked), [])
  }
  const desktop = await begun(t, server, { bypassCSP: true })
  assert.deepEqual(await seriousFaults(desktop), [])
  await box(desktop, 'newPassword').fill(password)
  await next(desktop).click()
  for (const go of [next(desktop), desktop.getByRole('button', { name: '预览' })]) {
    await desktop.setViewportSize({ width: 1440, height: 900 })
    await form(desktop).getByRole('heading').first().waitFor()
    assert.deepEqual(await seriousFaults(desktop), [])
    for (const [width, height] of [
      [768, 1024],
      [390, 844],
      [320, 640],
    ] as const) {
      await desktop.setViewportSize({ width, height })
      await desktop.locator('.layout.mobile').waitFor()
      const view = desktop.getByRole('region', { name: '开始' })
      assert.ok(await view.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), `${width}`)
    }
    await go.click()
  }
  await preview(desktop).getByText('筑站科技').first().waitFor({ state: 'attached' })
  assert.deepEqual(await seriousFaults(desktop), [])
})

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { newFolder, type TestServer } from '../server.ts'
import { plainPng } from '../uploads/pictures.ts'
import { box, company, emptyServer, form, linkOf, next, password, ready } from './beginScreen.ts'
import { browserTest, phoneAgent, seriousFaults, visit } from './browser.ts'
import { counting } from './counting.ts'
import { stored } from './staff.ts'

const preview = (page: Page) => page.frameLocator('iframe[title="页面预览"]')

async function begun(t: Parameters<typeof visit>[0], server: TestServer, options = {}): Promise<Page> {
  const { page } = await visit(t, { server, viewport: { width: 1440, height: 900 }, ...options })
  await page.goto(linkOf(server))
  await page.getByRole('button', { name: '开始' }).click()
  await ready(page)
  return page
}

const textOf = async (server: TestServer, path: string, agent: string): Promise<string> =>
  (await (await fetch(server.url + path, { headers: { 'User-Agent': agent } })).text()).replaceAll(/<wbr[^>]*>/g, '')

browserTest(
  'from an empty folder to a company’s own name, colour and telephone on every page in 21 actions',
  async (t) => {
    const server = await emptyServer(t)
    const { page, complaints } = await visit(t, { server, viewport: { width: 1440, height: 900 } })
    const { counted, click, type, choose, open } = counting()
    await open(page, linkOf(server))
    await click(page.getByRole('button', { name: '开始' }))
    await ready(page)
    assert.equal(new URL(page.url()).search, '', 'no key stays in the address')

    await type(box(page, 'newPassword'), password)
    await click(next(page))
    for (const [name, text] of Object.entries(company)) {
      await type(box(page, name), text)
      if (name !== 'icp') await preview(page).getByText(text).first().waitFor({ state: 'attached' })
    }
    await type(page.getByRole('textbox', { name: '粘贴坐标或地图链接' }), '117.020359, 36.668530')
    await click(next(page))
    await choose(box(page, 'logo.light'), {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: plainPng(300, 200, [20, 90, 160]),
    })
    await click(page.getByRole('button', { name: '蓝', exact: true }))
    for (const name of ['代理加盟', '应用场景', '资质与检测'])
      await click(page.getByRole('switch', { name, exact: true }))
    await preview(page).getByRole('link', { name: '代理加盟' }).first().waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('radio', { name: '从空白开始' }).isChecked(), true)
    await page.getByRole('button', { name: '手机', exact: true }).click()
    await preview(page).getByText(company.hotline).first().waitFor({ state: 'attached' })
    await click(page.getByRole('button', { name: '完成' }))
    await page.waitForURL('/dashboard')
    await page.getByText(/^已清空示例内容/).waitFor()
    const tabs = page.getByRole('navigation', { name: '已打开的页面' })
    assert.equal((await tabs.innerText()).trim(), '首页', 'its tab is closed')
    t.diagnostic(`${counted.actions} actions`)
    assert.ok(counted.actions <= 21, `${counted.actions} actions`)

    for (const [agent, paths] of [
      ['Chrome', ['/', '/product', '/xwdt', '/gywm', '/zixun', '/search', '/privacy', '/none']],
      [phoneAgent, ['/mobile', '/zhuyingyewu', '/xwdt', '/gongsijianjie', '/zixun']],
    ] as const) {
      for (const path of paths) {
        const html = await textOf(server, path, agent)
        const { siteName, hotline } = company
        assert.ok(html.includes(siteName) && html.includes(hotline) && html.includes('1565c0'), path)
        const shown = html.replace(/<script[^]*?<\/script>/g, '')
        assert.deepEqual(shown.match(/.{0,20}(?:筑站|400-000|0533-0|example\.com|00000000号).{0,20}/g), null, path)
      }
    }
    const { data: site } = await server.post('/v1/site/detail')
    assert.deepEqual([site.map.lng, site.map.lat, site.map.title], [117.020359, 36.66853, company.companyName])
    assert.deepEqual([site.phones, site.icp, site.intro], [[company.hotline], company.icp, [company.companyName]])
    assert.deepEqual([site.logo.dark, site.favicon], [site.logo.light, site.logo.light])
    assert.equal(site.banners.home.image, '', 'nor is a picture of the starter’s')
    for (const path of ['/dljm', '/yingyongchangjing', '/zizhi']) {
      assert.equal((await fetch(server.url + path, { headers: { 'User-Agent': 'Chrome' } })).status, 404, path)
    }
    assert.equal((await server.post('/v1/news/list')).data.count, 0)
    const headers = await server.signIn({ username: 'admin', password })
    const checks = (await server.post('/v1/check/list', {}, { headers })).data as { id: string; state: string }[]
    assert.equal(checks.find(({ id }) => id === 'names')?.state, 'ok')
    assert.equal(await page.getByRole('link', { name: '一步一步填好' }).count(), 0, 'it is not the starter’s any more')
    assert.deepEqual(complaints, [])

    await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
    await page.getByText(/^已撤销清空示例内容/).waitFor()
    assert.equal((await server.post('/v1/news/list')).data.count, 24)
    assert.equal((await server.post('/v1/site/detail')).data.siteName, company.siteName)
  },
)

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

browserTest(
  'a server that is killed between the saves of the screen leaves a site with which one goes on',
  async (t) => {
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
          await server.stop('SIGKILL')
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
  },
)

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

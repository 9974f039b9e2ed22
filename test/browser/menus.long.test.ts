import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, hydrated, visit, visitPage } from './browser.ts'
import { ofDesktop, ofPhone, shared } from './paths.ts'
import { framesPass } from './waiting.ts'

// Without the map, which is shown within other pages, and the page of samples.
const wide = shared.filter((path) => !['/map', '/demo'].includes(path))

const linksOf = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((links) => links.map((link) => `${link.textContent?.trim()} ${link.getAttribute('href')}`))

const own = ['资质与检测 /zizhi', '下载中心 /p/xiazai', '加入我们 /p/jiaru']
const ask = '在线咨询 /zixun'
const english = 'English /en'
const phoneMenu = [
  '首页 /mobile',
  '公司简介 /gongsijianjie',
  '产品中心 /zhuyingyewu',
  '项目案例 /xiangmuanli',
  '应用场景 /yingyongchangjing',
  '新闻动态 /xwdt',
  '代理加盟 /dailijiameng',
  '联系我们 /gongsijianjie#contact',
  ...own,
]
/** The page with the form does not lead to it. */
const phoneMenuOn = (path: string): string[] => [...(path === '/zixun' ? [] : [ask]), ...phoneMenu, english]
const desktopMenu = ['首页 /', '产品中心 /product', '新闻动态 /xwdt', '代理加盟 /dljm', '关于我们 /gywm']
const ofCompany = ['项目案例 /xiangmuanli', '应用场景 /yingyongchangjing']
const [home = '', products = '', ...others] = desktopMenu
const withPanels = [home, products, ...ofCompany, ...others, '联系我们 /gywm#contact', ...own]
const phoneFooter = [
  '首页 /mobile',
  '产品中心 /zhuyingyewu',
  ...ofCompany,
  '新闻动态 /xwdt',
  '代理加盟 /dailijiameng',
  '关于我们 /gongsijianjie',
  '联系我们 /gongsijianjie#contact',
  ...own,
  '隐私说明 /privacy',
]

browserTest('a phone has one menu and one footer on every page, however wide it is', async (t) => {
  for (const [viewport, paths] of [
    [{ width: 390, height: 844 }, [...ofPhone, ...wide]],
    [{ width: 1180, height: 820 }, ['/gongsijianjie', '/xiangmuanli', '/privacy']],
  ] as const) {
    const { page } = await visit(t, { phone: true, viewport })
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await hydrated(page)
      await page.locator('.folded summary').click()
      assert.deepEqual(
        await linksOf(page, '.site-header nav a:visible'),
        phoneMenuOn(path),
        `${path} at ${viewport.width}`,
      )
      assert.deepEqual(await linksOf(page, '.site-footer nav a'), phoneFooter, path)
      assert.equal(await page.locator('.brand').getAttribute('href'), '/mobile', path)
    }
  }
})

browserTest('panels of the menu open without a script as well, one at a time, and mark the page', async (t) => {
  const plain = await visit(t, { javaScriptEnabled: false })
  await plain.page.goto('/huanghejiangong')
  const about = plain.page.getByLabel('关于我们的更多页面')
  const proofs = plain.page.locator('.menu').getByRole('link', { name: '资质与检测' })
  assert.equal(await proofs.isVisible(), false)
  await about.click()
  assert.equal(await proofs.isVisible(), true)
  const marked = plain.page.locator('.menu a[aria-current]')
  assert.deepEqual(
    await marked.evaluateAll((all) => all.map((each) => `${each.textContent} ${each.getAttribute('aria-current')}`)),
    ['产品中心 true', '项目案例 page'],
  )
  await proofs.click()
  await plain.page.waitForURL('**/zizhi')

  const { page } = await visitPage(t, '/')
  const panel = page.locator('.menu-panel').last()
  await page.getByLabel('关于我们的更多页面').focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name: '下载中心' }).waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await panel.evaluate((element: HTMLDetailsElement) => element.open), false)
  await page.getByLabel('关于我们的更多页面').click()
  // An open panel has an entry of the history, a moment after it opens.
  await framesPass(page)
  await page.goBack()
  assert.equal(await panel.evaluate((element: HTMLDetailsElement) => element.open), false, 'Back closes it')
})

browserTest('a desktop has one menu and one footer on every page, also in a narrow window', async (t) => {
  for (const [viewport, paths] of [
    [{ width: 1280, height: 800 }, [...ofDesktop, ...wide]],
    [{ width: 700, height: 800 }, ['/gywm', '/xiangmuanli', '/privacy']],
  ] as const) {
    const { page } = await visit(t, { viewport })
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await hydrated(page)
      if (viewport.width < 1024) await page.locator('.folded summary').click()
      const shown = viewport.width < 1024 ? [ask, ...withPanels, english] : desktopMenu
      assert.deepEqual(await linksOf(page, '.site-header nav a:visible'), shown, `${path} at ${viewport.width}`)
      assert.deepEqual(await linksOf(page, '.site-footer nav a'), [...withPanels, '隐私说明 /privacy'], path)
      assert.equal(await page.locator('.brand').getAttribute('href'), '/', path)
    }
  }
})

browserTest('before and without a script a phone has the same menu on every page', async (t) => {
  const { page } = await visit(t, { phone: true, javaScriptEnabled: false })
  for (const path of [...ofPhone, ...wide]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.locator('.folded summary').click()
    assert.deepEqual(await linksOf(page, '.site-header nav a:visible'), phoneMenuOn(path), path)
  }
})

browserTest('the phone’s menu leads from page to page without a redirect, and marks the current one', async (t) => {
  const { page, complaints } = await visit(t, { phone: true })
  const redirects: string[] = []
  page.on('response', (response) => void (response.status() === 302 && redirects.push(response.url())))
  await goTo(page, '/xiangmuanli')
  for (const entry of phoneMenu) {
    const [name = '', href] = entry.split(' ')
    await page.locator('.folded summary').tap()
    await page.locator('.folded').getByRole('link', { name }).tap()
    await page.waitForURL((url) => url.pathname + url.hash === href)
    const marked = href?.split('#')[0]
    await page.locator(`.folded a[aria-current=page][href="${marked}"]`).waitFor({ state: 'attached' })
    assert.equal(await page.locator('.folded a[aria-current=page]').count(), 1, href)
  }
  assert.deepEqual(redirects, [])
  assert.deepEqual(complaints, [])
})

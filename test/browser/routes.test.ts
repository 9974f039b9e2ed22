import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { browserTest, hydrated, visit } from './browser.ts'
import { everyDesktop, everyPhone } from './paths.ts'

const product = '/productDet?productId=zhgd-tower-crane'
const article = '/xwdtDet?newId=20250514-dealer-conference'

/** How often each selector must be there at least. */
const named: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '/': {
    '.partners img': 27,
    '.site-header .menu > a, .menu-entry > a': 5,
    '.site-header .menu-panel a': 6,
    'a[href^="/productDet?productId="]': 20,
    'a[href="/qdfangwu"]': 1,
    'a[href="/yingyongchangjing"]': 2,
  },
  '/product': { '[role=tab]': 3, 'a[href^="/productDet?productId="]': 8 },
  [product]: { '.crumbs a[href="/product"]': 1, '#specs dl': 1, '.floating': 1 },
  '/xwdt': { '.news-first': 1, '.news-side a': 3, '.news-list li': 15 },
  [article]: { '.crumbs a[href="/xwdt"]': 1, '.rich p': 3 },
  '/dljm': { 'form.apply': 1, 'form.apply input:not([name=website])': 3 },
  '/gywm': { video: 1, '.contact iframe[data-src*="zoom=20"][data-src*="wheel=0"]': 1 },
  '/mobile': {
    '.partners img': 27,
    'a[href^="/cpDeatail?"]': 20,
    '[role=tab]': 3,
    'a[href="/gongsijianjie"]': 2,
    'a[href="/sdkaili"]': 1,
  },
  '/zhuyingyewu': { '[role=tab]': 3, 'a[href^="/cpDeatail?"]': 8 },
  '/dailijiameng': { 'form.apply': 1 },
  '/gongsijianjie': { '.contact iframe[data-src*="zoom=15"][data-src*="wheel=1"]': 1 },
  '/xiangmuanli': { '.case-row h2 a': 4 },
  '/huanghejiangong': { '#overview .lead': 1, '.banner': 1, video: 1 },
  '/sddianjian1': { '#overview .lead': 1, '.banner': 1, video: 1 },
  '/qdfangwu': { '#overview .lead': 1, video: 2 },
  '/sdkaili': { video: 1 },
  '/yingyongchangjing': { '.scenario-list article': 5 },
  '/map': { '.map-links a': 3 },
  '/no-such-page': { 'h1:text-is("页面无法进入")': 1, 'main a[href="/"]:text-is("返回首页")': 1 },
}

const expected = (path: string): number => (path === '/no-such-page' ? 404 : 200)

async function check(t: TestContext, paths: readonly string[], options: { phone?: boolean }): Promise<void> {
  const { page, complaints, calls } = await visit(t, options)
  for (const path of paths) {
    const response = await page.goto(path)
    assert.equal(response?.status(), expected(path), path)
    assert.equal(new URL(page.url()).pathname, path.split('?')[0], `${path} stays where it is`)
    await hydrated(page)
    for (const [selector, count] of Object.entries(named[path] ?? {})) {
      const found = await page.locator(selector).count()
      assert.ok(found >= count, `${path} holds ${found} ${selector}, not ${count}`)
    }
    assert.equal(await page.locator('h1').count(), 1, `${path} has one h1`)
    assert.notEqual(await page.title(), '', path)
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    assert.ok(sideways <= 0, `${path} scrolls sideways by ${sideways}`)
    assert.equal((await page.locator('link[rel=modulepreload]').count()) > 0, true, `${path} names its own code`)
  }
  const own404 = complaints.filter((line) => !/404 \(Not Found\)/.test(line))
  assert.deepEqual(own404, [])
  assert.deepEqual(calls, [], 'nothing is asked for that the HTML already holds')
}

browserTest('every desktop route renders at 1920, without console output or a call', async (t) => {
  await check(t, everyDesktop, {})
})

browserTest('every phone route renders at 390, without console output or a call', async (t) => {
  await check(t, everyPhone, { phone: true })
})

browserTest('without a script the text can be read', async (t) => {
  const { page } = await visit(t, { javaScriptEnabled: false })
  for (const [path, words] of [
    ['/', '让工地看得见'],
    ['/product', '塔机'],
    [product, '回转角度'],
    ['/xwdt', '更多新闻'],
    [article, '代理商'],
    ['/dljm', '盈利模式'],
    ['/gywm', '公司简介'],
    ['/qdfangwu', '项目介绍'],
    ['/yingyongchangjing', '社区'],
    ['/map', '淄博市'],
    ['/no-such-page', '页面无法进入'],
  ] as const) {
    await page.goto(path)
    assert.match(await page.locator('body').innerText(), new RegExp(words), path)
  }
})

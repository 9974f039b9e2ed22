import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { browserTest, hydrated, visit } from './browser.ts'
import { everyDesktop, everyPhone } from './paths.ts'

const product = '/productDet?productId=zhgd-tower-crane'
const article = '/xwdtDet?newId=20250514-dealer-conference'

const expected = (path: string): number => (path === '/no-such-page' ? 404 : 200)

async function check(t: TestContext, paths: readonly string[], options: { phone?: boolean }): Promise<void> {
  const { page, complaints, calls } = await visit(t, options)
  for (const path of paths) {
    const response = await page.goto(path)
    assert.equal(response?.status(), expected(path), path)
    assert.equal(new URL(page.url()).pathname, path.split('?')[0], `${path} stays where it is`)
    await hydrated(page)
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

import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { browserTest, visitPage } from './browser.ts'
import { restsAt, scrollSaved } from './waiting.ts'

browserTest('links are followed without a document load, with the title of the new page', async (t) => {
  const { page, complaints, calls } = await visitPage(t, '/')
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }))
  await page.locator('.menu').getByRole('link', { name: '新闻动态' }).click()
  await page.waitForURL(/xwdt/)
  await page.locator('.news-first').click()
  await page.waitForURL(/xwdtDet/)
  await page.locator('.crumbs').waitFor()
  assert.equal(await page.evaluate(() => 'stayed' in globalThis), true)
  assert.match(await page.title(), /筑站科技$/)
  assert.equal(calls.filter((path) => path === '/v1/site/detail').length, 1, 'the facts are asked for once')
  assert.deepEqual(complaints, [])
})

browserTest('the map moves, zooms, and is still useful without tiles', async (t) => {
  const { page, complaints } = await visitPage(t, '/map?lng=118.05&lat=36.81&zoom=15&wheel=1&title=公司')
  await page.locator('.map-tile').first().waitFor()
  const pinIsAt = (x: number): Promise<void> =>
    eventually(async () => {
      const shown = await page
        .locator('.map-pin')
        .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).e)
      return Math.abs(shown - x) < 1
    }, `the pin is at ${x}`)
  await pinIsAt(0)
  await page.mouse.move(900, 600)
  await page.mouse.down()
  await page.mouse.move(1000, 600, { steps: 4 })
  await page.mouse.up()
  await pinIsAt(100)
  const src = await page.locator('.map-tile').first().getAttribute('src')
  await page.mouse.wheel(0, -100)
  await page.waitForFunction((old) => document.querySelector('.map-tile')?.getAttribute('src') !== old, src)
  assert.match((await page.locator('.map-tile').first().getAttribute('src')) ?? '', /z=16/)
  await page.getByRole('button', { name: '回到标记处' }).click()
  await pinIsAt(0)
  assert.deepEqual(complaints, [])

  await page.context().unrouteAll()
  await page.context().route(/autonavi/, (route) => route.abort())
  await page.reload()
  await page.getByText('地图暂时无法显示').waitFor()
  assert.equal(await page.getByRole('link', { name: '高德地图' }).isVisible(), true)
})

browserTest(
  'the page of the news is in the address, and Back from an article restores it and its scroll position',
  async (t) => {
    const { page, complaints } = await visitPage(t, '/xwdt')
    assert.equal(await page.locator('.news-list li:visible').count(), 15)
    await page.locator('.pager').getByLabel('第2页').click()
    await page.waitForURL(/\/xwdt\?page=2/)
    await page.waitForFunction(() => document.querySelectorAll('.news-list li').length === 5)
    assert.equal(await page.locator('.pager [aria-current=page]').getAttribute('aria-label'), '第2页')
    const last = page.locator('.news-list a').last()
    const words = await last.innerText()
    await last.scrollIntoViewIfNeeded()
    const left = await scrollSaved(page)
    assert.ok(left > 100)
    await last.click()
    await page.locator('.article').waitFor()
    await page.goBack()
    await page.locator('.news-list').waitFor()
    assert.equal(await page.locator('.news-list a').last().innerText(), words)
    await restsAt(page, left)
    await page.reload()
    assert.equal(await page.locator('.news-list li:visible').count(), 5, 'a reload stays on it')
    await page.goBack()
    await page.waitForFunction(() => document.querySelectorAll('.news-list li').length === 15)
    assert.deepEqual(complaints, [])
  },
)

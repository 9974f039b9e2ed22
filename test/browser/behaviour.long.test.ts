import assert from 'node:assert/strict'
import { browserTest, goTo, hydrated, phoneAgent, visit, visitPage } from './browser.ts'
import { framesPass, restsAt, scrollSaved } from './waiting.ts'

browserTest('the product centre keeps its tab and its scroll position', async (t) => {
  const { page, complaints } = await visitPage(t, '/product')
  await page.getByRole('tab', { name: /建筑机器人/ }).click()
  await page.locator('a[href^="/productDet?productId=cpxt"]').last().scrollIntoViewIfNeeded()
  const left = await scrollSaved(page)
  assert.ok(left > 100)
  await page.locator('a[href^="/productDet?productId=cpxt"]:visible').last().click()
  await page.waitForURL(/productDet/)
  await page.locator('.crumbs').waitFor()
  await restsAt(page, 0)
  await page.goBack()
  await page.waitForURL(/\/product\?locationId=cpxt$/)
  await page.getByRole('tab', { name: /建筑机器人/, selected: true }).waitFor()
  await restsAt(page, left)
  await page.goForward()
  await page.waitForURL(/productDet/)
  assert.deepEqual(complaints, [])
})

browserTest('a page that cannot be loaded shows a message and can be retried', async (t) => {
  const { page } = await visitPage(t, '/')
  await page.route('**/v1/**', (route) => route.abort())
  await page.locator('.menu').getByRole('link', { name: '新闻动态' }).click()
  await page.getByRole('alert').getByText('页面加载失败').waitFor()
  await page.unroute('**/v1/**')
  await page.getByRole('button', { name: '重试' }).click()
  await page.locator('.news-first').waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
})

browserTest('the pin of an embedded map is visible, beside the card, at any width', async (t) => {
  for (const [path, phone] of [
    ['/gywm', false],
    ['/gongsijianjie', true],
  ] as const) {
    const { page } = await visit(t, { phone })
    await page.goto(path)
    const frame = page.frameLocator('iframe')
    await page.locator('iframe').scrollIntoViewIfNeeded()
    await frame.locator('.map-tile').first().waitFor()
    const [map, card, pin] = await Promise.all(
      ['.map', '.map-card', '.map-pin .icon'].map((name) => frame.locator(name).boundingBox()),
    )
    assert.ok(map && card && pin && pin.width > 40 && pin.height > 40)
    assert.ok(pin.y > map.y && pin.y + pin.height < card.y)
    assert.ok(pin.x > map.x && pin.x + pin.width < map.x + map.width)
    const width = (await page.locator('iframe').boundingBox())?.width ?? 0
    assert.ok(width - map.width <= 2, 'nothing is kept free for a scroll bar')
  }
})

browserTest('a browser that becomes a phone while it is resized goes to the page of phones, and back', async (t) => {
  const { page } = await visitPage(t, '/')
  const session = await page.context().newCDPSession(page)
  const becomes = async (userAgent: string, width: number): Promise<void> => {
    await session.send('Emulation.setUserAgentOverride', { userAgent })
    await page.setViewportSize({ width, height: 844 })
  }
  const desktop = await page.evaluate(() => navigator.userAgent)
  await becomes(desktop, 390)
  await framesPass(page)
  assert.equal(new URL(page.url()).pathname, '/', 'the width alone changes nothing')
  await becomes(phoneAgent, 400)
  await page.waitForURL((url) => url.pathname === '/mobile')
  await hydrated(page)
  await becomes(desktop, 1920)
  await page.waitForURL((url) => url.pathname === '/')
  await goTo(page, '/xwdt')
  await becomes(phoneAgent, 390)
  await framesPass(page)
  assert.equal(new URL(page.url()).pathname, '/xwdt', 'a page for all devices stays')
})

browserTest('text in an address is shown as text', async (t) => {
  const { page, complaints } = await visitPage(
    t,
    `/cpDeatail?title=${encodeURIComponent('<img src=x onerror=alert(1)>')}&desc=%3Cb%3E&imgUrl=${encodeURIComponent('javascript:alert(1)')}`,
    {
      phone: true,
    },
  )
  assert.equal(await page.locator('h1').innerText(), '<img src=x onerror=alert(1)>')
  assert.equal(await page.locator('main img[src*="javascript"]').count(), 0)
  assert.deepEqual(complaints, [])
})

browserTest('each page of the news can be reached without a script, on a desktop and a phone', async (t) => {
  for (const phone of [false, true]) {
    const { page } = await visit(t, { javaScriptEnabled: false, phone })
    await page.goto('/xwdt')
    assert.equal(await page.locator('.news-list li:visible').count(), 15)
    await page.locator('.pager').getByRole('link', { name: '下一页' }).click()
    await page.waitForURL(/\/xwdt\?page=2/)
    assert.equal(await page.locator('.news-list li:visible').count(), 5)
    await page.locator('.pager').getByRole('link', { name: '第1页' }).click()
    await page.waitForURL(/\/xwdt(#more)?$/)
    assert.equal(await page.locator('.news-first').count(), 1)
  }
})

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { browserTest, goTo, visit, visitPage } from './browser.ts'
import { phoneMenu } from './lookRules.ts'
import { boxIs, framesPass, scrollAtRest, scrollSaved } from './waiting.ts'

const menu = (page: Page) => page.locator('.folded nav')
const drawer = (page: Page) => page.getByRole('dialog', { name: '拨打电话' })
const menuButton = (page: Page) => page.locator('.folded summary')
const phoneButton = (page: Page) => page.locator('.phone-button')
const panels = [
  [menuButton, menu],
  [phoneButton, drawer],
] as const
const search = [(page: Page) => page.locator('.search summary'), (page: Page) => page.locator('.search-panel')] as const

browserTest(
  'Back closes the menu and the telephone numbers before it leaves the page, which stays where it is',
  async (t) => {
    const { page, complaints } = await visitPage(t, '/xwdt', { phone: true })
    await goTo(page, '/gongsijianjie')
    for (const [button, panel] of panels) {
      await button(page).click()
      await panel(page).waitFor()
      await page.evaluate(() => scrollTo(0, 300))
      await page.goBack()
      await panel(page).waitFor({ state: 'hidden' })
      assert.equal(new URL(page.url()).pathname, '/gongsijianjie')
      await framesPass(page)
      assert.equal(await page.evaluate(() => scrollY), 300)
    }
    await page.goBack()
    await page.waitForURL('**/xwdt')
    assert.deepEqual(complaints, [])
  },
)

browserTest('a link of the menu leads on, and Back from there to the page without its menu', async (t) => {
  const { page } = await visitPage(t, '/gongsijianjie', { phone: true })
  await page.evaluate(() => scrollTo(0, 400))
  const left = await scrollSaved(page)
  // Playwright's own would scroll to what is sticky.
  const box = await menuButton(page).boundingBox()
  assert.ok(box)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await menu(page).getByRole('link', { name: '新闻动态' }).click()
  await page.locator('.news-first').waitFor()
  await page.goBack()
  await page.locator('.phone-intro').waitFor()
  assert.equal(await menu(page).isVisible(), false)
  await eventually(
    async () => Math.abs((await page.evaluate(() => scrollY)) - left) < 3,
    'the page is where it was left',
  )
})

browserTest(
  'a tap outside closes the menu or the telephone numbers and follows no link below, with a script and without',
  async (t) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await visit(t, { phone: true, javaScriptEnabled, viewport: { width: 390, height: 1000 } })
      await (javaScriptEnabled ? goTo(page, '/mobile') : page.goto('/mobile'))
      const [brand, shortcut] = [
        await page.locator('.brand').boundingBox(),
        await page.locator('.phone-shortcuts a').nth(1).boundingBox(),
      ]
      assert.ok(brand && shortcut)
      for (const [button, panel] of panels) {
        for (const { x, y, width, height } of panel === menu
          ? [brand, { ...shortcut, y: 990, height: 4 }]
          : [brand, shortcut]) {
          await button(page).click()
          await panel(page).waitFor()
          if (javaScriptEnabled) await framesPass(page)
          await page.touchscreen.tap(x + width / 2, y + height / 2)
          await panel(page).waitFor({ state: 'hidden' })
          assert.equal(new URL(page.url()).pathname, '/mobile')
        }
      }
    }
  },
)

browserTest(
  'Esc closes the menu, the search and the telephone numbers and gives the focus back; the icon shows the state',
  async (t) => {
    const { page } = await visitPage(t, '/gywm', { viewport: { width: 700, height: 800 } })
    for (const [button, panel] of [...panels, search]) {
      if (panel === search[1]) await page.setViewportSize({ width: 1280, height: 800 })
      const icon = (): Promise<string | null> => button(page).locator('path').getAttribute('d')
      const closed = await icon()
      await button(page).focus()
      await page.keyboard.press('Enter')
      await panel(page).waitFor()
      await page.keyboard.press('Tab')
      if (panel !== drawer) await eventually(async () => (await icon()) !== closed, 'the icon shows that it is open')
      await page.keyboard.press('Escape')
      await panel(page).waitFor({ state: 'hidden' })
      assert.equal(await button(page).evaluate((each) => each === document.activeElement), true)
      await framesPass(page)
      assert.equal(await icon(), closed)
    }
  },
)

browserTest('a menu higher than a phone on its side scrolls', async (t) => {
  const { page } = await visitPage(t, '/gongsijianjie', { phone: true, viewport: { width: 640, height: 320 } })
  await page.locator('.brand').evaluate((brand) => {
    brand.classList.add('long-name')
    Object.assign(brand.querySelector('b') ?? {}, { textContent: '鲁中建设工程设备'.repeat(4) })
  })
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 640)
  await menuButton(page).click()
  const last = menu(page).getByRole('link').last()
  await last.scrollIntoViewIfNeeded()
  await boxIs(last, ({ y, height }) => y + height <= 320, 'the last entry is in the window')
})

/** Moves fingers by so many pixels down, in steps as a hand does. */
async function drag(page: Page, fingers: readonly { x: number; y: number }[], by: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const points = (moved: number) => fingers.map(({ x, y }, id) => ({ x, y: y + moved, id }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) })
  for (let step = 1; step <= 10; step++) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points((by * step) / 10) })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

browserTest(
  'one finger on an embedded map scrolls the page and two move the map; on its own page one moves it',
  async (t) => {
    const { page, complaints } = await visitPage(t, '/gongsijianjie', { phone: true })
    await page.locator('.contact iframe').scrollIntoViewIfNeeded()
    const map = page.frameLocator('.contact iframe')
    await map.locator('.map-tile').first().waitFor()
    await map.getByText('双指移动地图').waitFor()
    const pin = (): Promise<string | null> => map.locator('.map-pin').getAttribute('style')
    const home = await pin()
    const top = await page.evaluate(() => scrollY)
    const box = await page.locator('.contact iframe').boundingBox()
    assert.ok(box)
    const middle = { x: box.x + box.width / 2, y: box.y + 60 }
    await drag(page, [middle], 120)
    await eventually(() => page.evaluate((from) => scrollY < from - 60, top), 'the page has scrolled')
    assert.equal(await pin(), home)

    // The finger may have thrown the page far.
    await scrollAtRest(page)
    await page.locator('.contact iframe').evaluate((frame) => frame.scrollIntoView({ block: 'center' }))
    const scrolled = await scrollAtRest(page)
    const now = await page.locator('.contact iframe').boundingBox()
    assert.ok(now)
    await drag(
      page,
      [
        { x: middle.x - 40, y: now.y + 60 },
        { x: middle.x + 40, y: now.y + 60 },
      ],
      90,
    )
    await eventually(async () => (await pin()) !== home, 'the map has moved')
    assert.equal(await scrollAtRest(page), scrolled)

    await goTo(page, '/map')
    await page.locator('.map-tile').first().waitFor()
    assert.equal(await page.getByText('双指移动地图').count(), 0)
    const before = await page.locator('.map-pin').getAttribute('style')
    await drag(page, [{ x: 200, y: 300 }], 90)
    await eventually(
      async () => (await page.locator('.map-pin').getAttribute('style')) !== before,
      'one finger moves the map',
    )
    assert.deepEqual(complaints, [])
  },
)

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
  await plain.page.setViewportSize({ width: 1280, height: 9000 })
  await boxIs(plain.page.locator('footer'), ({ y, height }) => y + height >= 9000, 'the footer ends with the window')

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

browserTest('a finger and a wheel over a table that scrolls sideways scroll the page', async (t) => {
  for (const phone of [true, false]) {
    const { page } = await visit(t, { phone })
    for (const path of [
      `${phone ? '/cpDeatail' : '/productDet'}?productId=zhgd-tower-crane`,
      '/product/compare?ids=zhgd-tower-crane,zhgd-unloading-platform',
    ]) {
      await goTo(page, path)
      const table = page.locator('.scroll[role=region]')
      await table.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'instant' }))
      const { width, height } = page.viewportSize() ?? assert.fail()
      const before = await page.evaluate(() => scrollY)
      if (phone) await drag(page, [{ x: width / 2, y: height / 2 + 100 }], -300)
      else {
        await page.mouse.move(width / 2, height / 2)
        await page.mouse.wheel(0, 300)
      }
      await eventually(() => page.evaluate((y) => scrollY > y + 50, before), path)
    }
  }
})

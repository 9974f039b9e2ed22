import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { browserTest, goTo, visit, visitPage } from './browser.ts'
import { everyDesktop, everyPhone } from './paths.ts'
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

browserTest('the telephone on a small phone covers no shortcut', async (t) => {
  const { page } = await visit(t, { phone: true })
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [375, 553],
    [390, 664],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/mobile')
    const phone = await phoneButton(page).boundingBox()
    assert.ok(phone)
    const links = await page.locator('.phone-shortcuts a').all()
    assert.equal(links.length, 3)
    for (const link of links) {
      const box = await link.boundingBox()
      assert.ok(
        box && (box.x + box.width <= phone.x || box.y + box.height <= phone.y),
        `${width}x${height}: ${await link.textContent()}`,
      )
      assert.ok(box.x >= 0 && box.width >= 44)
    }
  }
})

browserTest('a page without an entry of its own marks the one that it belongs to', async (t) => {
  for (const [phone, path, ...entries] of [
    [false, '/xiangmuanli', '产品中心 true', '项目案例 page'],
    [false, '/qdfangwu', '产品中心 true', '项目案例 page'],
    [false, '/yingyongchangjing', '产品中心 true', '应用场景 page'],
    [false, '/xwdt', '新闻动态 page'],
    [true, '/qdfangwu', '项目案例 page'],
    [true, '/yingyongchangjing', '应用场景 page'],
  ] as const) {
    const { page } = await visit(t, { phone, javaScriptEnabled: false })
    await page.goto(path)
    const marked = await page
      .locator(phone ? '.folded a[aria-current]' : '.menu a[aria-current]')
      .evaluateAll((all) => all.map((each) => `${each.textContent} ${each.getAttribute('aria-current')}`))
    assert.deepEqual(marked, entries, path)
  }
})

browserTest('both telephone numbers are reached from every page', async (t) => {
  for (const phone of [false, true]) {
    const { page } = await visit(t, { phone })
    for (const path of [...(phone ? everyPhone : everyDesktop), '/map?embedded=0&title=x', '/404']) {
      await goTo(page, path)
      // On a phone the button gives way to a form in use.
      if (phone)
        await page.evaluate(() => {
          ;(document.activeElement as HTMLElement).blur()
          scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
        })
      await page.locator('.phone-button:visible, .floating button:visible, .phone-bar a[href^="tel:"]:visible').click()
      await drawer(page).waitFor()
      assert.equal(await drawer(page).locator('a[href^="tel:"]').count(), 2, path)
      const { height } = page.viewportSize() ?? assert.fail()
      await boxIs(
        drawer(page),
        (box) => Math.abs(box.y + box.height - height) < 2 && Math.abs(box.height - 0.12 * height) < 6,
        path,
      )
      const id = await drawer(page).getAttribute('id')
      await page.keyboard.press('Escape')
      await drawer(page).waitFor({ state: 'hidden' })
      // The history follows in a task of its own, which would lead away from the next page.
      await page.waitForFunction((name) => !history.state?.[name ?? ''], id)
    }
    await goTo(page, '/map?embedded=1')
    assert.equal(await page.locator('.phone-button, .phone-drawer').count(), 0, 'the page around a map has them')
  }
})

browserTest('without a script the bar of a product dials, and the button beside it opens the numbers', async (t) => {
  const { page } = await visit(t, { phone: true, javaScriptEnabled: false })
  await page.goto('/cpDeatail?productId=zhgd-tower-crane')
  assert.equal(await page.locator('.phone-bar').getByText('电话').getAttribute('href'), 'tel:400-000-0000')
  const desktop = await visit(t, { javaScriptEnabled: false })
  await desktop.page.goto('/productDet?productId=zhgd-tower-crane')
  await desktop.page.locator('.floating button').click()
  await drawer(desktop.page).waitFor()
})

browserTest('the telephone of the map covers neither its buttons, its card nor its marker', async (t) => {
  const { page } = await visit(t, { phone: true })
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [844, 390],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await goTo(page, '/map')
    const phone = await phoneButton(page).boundingBox()
    assert.ok(phone && phone.x >= 0 && phone.x + phone.width <= width && phone.width >= 44)
    for (const name of ['.map-buttons', '.map-card', '.map-pin .icon', '.map-credit']) {
      const box = await page.locator(name).boundingBox()
      assert.ok(box)
      const isApart =
        box.x + box.width <= phone.x ||
        phone.x + phone.width <= box.x ||
        box.y + box.height <= phone.y ||
        phone.y + phone.height <= box.y
      assert.ok(isApart, `${name} at ${width}x${height}`)
    }
  }
})

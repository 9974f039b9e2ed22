import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { browserTest, goTo, visit, visitPage } from './browser.ts'
import { boxIs, framesPass, scrollSaved } from './waiting.ts'

const menu = (page: Page) => page.locator('.folded nav')
const drawer = (page: Page) => page.getByRole('dialog', { name: '拨打电话' })
const menuButton = (page: Page) => page.locator('.folded summary')
const phoneButton = (page: Page) => page.locator('.phone-button')
const panels = [[menuButton, menu], [phoneButton, drawer]] as const
const search = [(page: Page) => page.locator('.search summary'), (page: Page) => page.locator('.search-panel')] as const

browserTest('Back closes the menu and the telephone numbers before it leaves the page, which stays where it is', async (t) => {
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
})

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
  await eventually(async () => Math.abs((await page.evaluate(() => scrollY)) - left) < 3, 'the page is where it was left')
})

browserTest('a tap outside closes the menu or the telephone numbers and follows no link below, with a script and without', async (t) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await visit(t, { phone: true, javaScriptEnabled })
    await (javaScriptEnabled ? goTo(page, '/mobile') : page.goto('/mobile'))
    const [brand, shortcut] = [await page.locator('.brand').boundingBox(), await page.locator('.phone-shortcuts a').nth(1).boundingBox()]
    assert.ok(brand && shortcut)
    for (const [button, panel] of panels) {
      for (const { x, y, width, height } of panel === menu ? [brand, { ...shortcut, y: 800, height: 4 }] : [brand, shortcut]) {
        await button(page).click()
        await panel(page).waitFor()
        if (javaScriptEnabled) await framesPass(page)
        await page.touchscreen.tap(x + width / 2, y + height / 2)
        await panel(page).waitFor({ state: 'hidden' })
        assert.equal(new URL(page.url()).pathname, '/mobile')
      }
    }
  }
})

browserTest('Esc closes the menu, the search and the telephone numbers and gives the focus back; the icon shows the state', async (t) => {
  const { page } = await visitPage(t, '/gywm', { viewport: { width: 700, height: 800 } })
  for (const [button, panel] of [...panels, search]) {
    const icon = (): Promise<string | null> => button(page).locator('path').getAttribute('d')
    const closed = await icon()
    await button(page).focus()
    await page.keyboard.press('Enter')
    await panel(page).waitFor()
    await page.keyboard.press('Tab')
    if (panel !== drawer) assert.notEqual(await icon(), closed)
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    assert.equal(await button(page).evaluate((each) => each === document.activeElement), true)
    await framesPass(page)
    assert.equal(await icon(), closed)
  }
})

browserTest('a menu higher than a phone on its side scrolls', async (t) => {
  const { page } = await visitPage(t, '/gongsijianjie', { phone: true, viewport: { width: 640, height: 320 } })
  await menuButton(page).click()
  const last = menu(page).getByRole('link').last()
  await last.scrollIntoViewIfNeeded()
  await boxIs(last, ({ y, height }) => y + height <= 320, 'the last entry is in the window')
})

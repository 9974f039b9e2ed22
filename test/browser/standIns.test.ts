import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, visit } from './browser.ts'
import { boxIs } from './waiting.ts'

/** As before Chrome 114, which did not know the attribute: a current browser does the same without it. */
async function withoutPopover(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'popover'))
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(' popover="auto"', '') })
  })
}

browserTest('the drawer opens and closes in a browser without popovers', async (t) => {
  const { page, complaints } = await visit(t, { phone: true })
  await withoutPopover(page, '/mobile')
  await goTo(page, '/mobile')
  const drawer = page.getByRole('dialog', { name: '拨打电话' })
  const button = page.getByRole('button', { name: '电话联系' })
  assert.equal(await drawer.isVisible(), false)
  const closings: (() => Promise<unknown>)[] = [
    () => page.keyboard.press('Escape'),
    () => drawer.getByRole('button', { name: '关闭' }).click(),
    () => page.mouse.click(40, 400),
  ]
  for (const close of closings) {
    await button.click()
    await drawer.waitFor()
    await boxIs(drawer, ({ y, height }) => Math.abs(y + height - 844) < 2, 'the drawer is at the end of the screen')
    await close()
    await drawer.waitFor({ state: 'hidden' })
    assert.equal(await button.evaluate((each) => each === document.activeElement), true, 'the focus is given back')
  }
  await button.click()
  await drawer.waitFor()
  await page.goBack()
  await drawer.waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).pathname, '/mobile')
  assert.deepEqual(complaints, [])
})

browserTest('the bar of a product opens the drawer in a browser without popovers', async (t) => {
  const { page, complaints } = await visit(t, { phone: true })
  const path = '/cpDeatail?productId=zhgd-tower-crane'
  await withoutPopover(page, path)
  await goTo(page, path)
  const drawer = page.getByRole('dialog', { name: '拨打电话' })
  await page.locator('.phone-bar').getByText('电话').click()
  await drawer.waitFor()
  await page.mouse.click(40, 400)
  await drawer.waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).search, '?productId=zhgd-tower-crane')
  await page.setViewportSize({ width: 360, height: 400 })
  await page.locator('.instead-of-bar').waitFor()
  assert.deepEqual(complaints, [])
})

browserTest('a certificate opens large in a browser without dialogs, and traps the focus', async (t) => {
  const { page, complaints } = await visit(t, { phone: true })
  await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'))
  await goTo(page, '/gongsijianjie')
  const certificates = page.locator('button:has(img[src*="/media/certificate/"])')
  await certificates.nth(1).click()
  const large = page.getByRole('dialog', { name: '查看大图' })
  await large.waitFor()
  const box = await large.boundingBox()
  assert.deepEqual([box?.x, box?.y, box?.width, box?.height], [0, 0, 390, 844])
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const seen: (string | null | undefined)[] = [await focused()]
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Tab')
    seen.push(await focused())
  }
  assert.deepEqual(seen, ['放大', '关闭', '上一张', '下一张', '放大'])
  await page.keyboard.press('Shift+Tab')
  assert.equal(await focused(), '下一张')
  await page.keyboard.press('ArrowRight')
  await large.getByText(/3\s*\/\s*14/).waitFor()
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'hidden' })
  assert.equal(await certificates.nth(1).evaluate((button) => button === document.activeElement), true)
  // Where a dialog is an unknown element.
  const display = await page.evaluate(() => {
    const plain = document.body.appendChild(document.createElement('div'))
    plain.className = 'preview'
    return getComputedStyle(plain).display
  })
  assert.equal(display, 'none')
  await certificates.nth(0).click()
  await large.getByRole('button', { name: '关闭' }).click()
  await large.waitFor({ state: 'hidden' })
  assert.deepEqual(complaints, [])
})

import assert from 'node:assert/strict'
import { browserTest, seriousFaults, visit, visitPage } from './browser.ts'
import { withGallery } from './paths.ts'

browserTest('the QR code beside a product is shown by mouse, key and finger', async (t) => {
  for (const hasTouch of [false, true]) {
    const { page } = await visitPage(t, `/productDet?${withGallery}`, { hasTouch, bypassCSP: true })
    const beside = page.getByRole('complementary', { name: '联系方式' })
    const [code, button] = [beside.locator('img'), beside.getByText('公众号')]
    const shown = (is: boolean): Promise<void> => code.waitFor({ state: is ? 'visible' : 'hidden' })
    if (hasTouch) await button.tap()
    else {
      await shown(false)
      await button.hover()
      await shown(true)
      await page.mouse.move(0, 0)
      await shown(false)
      await beside.getByRole('button').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    }
    await shown(true)
    assert.deepEqual(await seriousFaults(page), [])
    if (hasTouch) await button.tap()
    else await page.keyboard.press('Enter')
    await shown(false)
  }
})

browserTest('without a script the pictures are a row that scrolls, and the bar leads to the parts', async (t) => {
  const { page } = await visit(t, { phone: true, javaScriptEnabled: false })
  await page.goto(`/cpDeatail?${withGallery}`)
  const strip = page.locator('.gallery .carousel-strip')
  const { width, content } = await strip.evaluate((row) => ({ width: row.clientWidth, content: row.scrollWidth }))
  assert.ok(content > 3 * width)
  await page.getByRole('navigation', { name: '本页内容' }).getByRole('link', { name: '参数' }).click()
  const top = await page.locator('#specs').evaluate((part) => part.getBoundingClientRect().top)
  assert.ok(top > 0 && top < 250, String(top))
})

browserTest('on paper a product has all its pictures and technical data, and no bar', async (t) => {
  const { page } = await visitPage(t, `/productDet?${withGallery}`)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.gallery img:visible').count(), 5)
  assert.equal(await page.locator('#specs dd:visible').count(), 9)
  assert.equal(await page.locator('.page-bar').isVisible(), false)
})

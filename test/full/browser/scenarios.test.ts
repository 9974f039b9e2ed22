import assert from 'node:assert/strict'
import { browserTest, goTo, hydrated, visit } from '../../browser/browser.ts'
import { boxIs } from '../../browser/waiting.ts'

browserTest('each of the five panels on the home pages opens its own scenario', async (t) => {
  for (const phone of [false, true]) {
    // The carousel stays where it is.
    const { page, complaints } = await visit(t, { phone, reducedMotion: 'reduce' })
    const home = phone ? '/mobile' : '/'
    await goTo(page, home)
    const panels = page.locator('.scenarios a')
    assert.equal(await panels.count(), 5)
    for (let n = 0; n < 5; n++) {
      const name = (await panels.nth(n).innerText()).trim()
      await panels.nth(n).click()
      await page.waitForURL(/\/yingyongchangjing/)
      // The carousel's code is fetched when it is on the screen.
      await page.locator('.scenario-carousel .live .carousel-slide.current', { hasText: name }).waitFor()
      assert.equal(await page.evaluate(() => scrollY), 0, 'with the heading in view')
      const middle = (page.viewportSize()?.width ?? 0) / 2
      await boxIs(
        page.locator('.scenario-carousel .carousel-slide.current'),
        ({ x, width }) => Math.abs(x + width / 2 - middle) < 40,
        `the slide of ${name} is in the middle`,
      )
      await page.goBack()
      await panels.first().waitFor()
    }
    assert.deepEqual(complaints, [])
  }
})

browserTest('the address of a scenario shows it, with a script and without', async (t) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await visit(t, { javaScriptEnabled, reducedMotion: 'reduce' })
    await page.goto('/yingyongchangjing#scenario-4')
    if (javaScriptEnabled) await hydrated(page)
    const slide = page.locator('.scenario-carousel .carousel-slide').nth(3)
    await boxIs(slide, ({ x, y, width }) => x >= -1 && x + width <= 1921 && y >= 0 && y < 500, 'the slide is in view')
  }
})

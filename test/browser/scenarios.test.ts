import assert from 'node:assert/strict'
import { browserTest, takenOver, visit } from './browser.ts'

browserTest('each of the five panels on the home pages opens its own scenario', async (t) => {
  for (const phone of [false, true]) {
    const { page, complaints } = await visit(t, { phone })
    const home = phone ? '/mobile' : '/'
    await page.goto(home)
    await takenOver(page)
    const panels = page.locator('.scenarios a')
    assert.equal(await panels.count(), 5)
    for (let n = 0; n < 5; n++) {
      const name = (await panels.nth(n).innerText()).trim()
      await panels.nth(n).click()
      await page.waitForURL(/\/yingyongchangjing/)
      const shown = page.locator('.scenarios-turn .carousel-slide.current figcaption b')
      await shown.waitFor()
      assert.equal(await shown.innerText(), name)
      assert.equal(await page.evaluate(() => scrollY), 0, 'with the heading in view')
      await page.waitForTimeout(900)
      const box = await page.locator('.scenarios-turn .carousel-slide.current').boundingBox()
      assert.ok(box && Math.abs(box.x + box.width / 2 - (page.viewportSize()?.width ?? 0) / 2) < 40, `the slide of ${name} stands in the middle`)
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
    if (javaScriptEnabled) await takenOver(page)
    await page.waitForTimeout(500)
    const slide = page.locator('.scenarios-turn .carousel-slide').nth(3)
    const box = await slide.boundingBox()
    assert.ok(box && box.x >= -1 && box.x + box.width <= 1921 && box.y >= 0 && box.y < 500, JSON.stringify(box))
  }
})

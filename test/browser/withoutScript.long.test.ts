import assert from 'node:assert/strict'
import { browserTest, visit } from './browser.ts'

browserTest('without a script every tab is a section with its heading, at any width', async (t) => {
  for (const [path, phone] of [['/product', false], ['/mobile', true], ['/zhuyingyewu', true]] as const) {
    const { page } = await visit(t, { phone, javaScriptEnabled: false })
    for (const width of phone ? [390, 320] : [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      const tops: number[] = []
      for (const name of ['智慧工地产品', '建筑机器人', '建筑标准化产品']) {
        const heading = page.locator('[role=tabpanel] :is(h2, h3)').filter({ hasText: new RegExp(`^${name}$`) })
        const box = await heading.boundingBox()
        assert.ok(box && box.height > 16 && box.width > 16, `${path} at ${width} shows the heading ${name}`)
        tops.push(box.y)
      }
      assert.deepEqual(tops, [...tops].sort((a, b) => a - b), 'one under the other')
      assert.equal(await page.getByRole('tab').count(), 0, `${path} offers no tabs that do nothing`)
      for (const link of await page.locator('[role=tabpanel] a').all()) assert.equal(await link.isVisible(), true)
    }
  }
})

browserTest('without a script a film has controls, a carousel scrolls, and nothing that needs a script is shown', async (t) => {
  const { page } = await visit(t, { javaScriptEnabled: false })
  await page.goto('/gywm')
  assert.equal(await page.locator('video').first().getAttribute('controls'), '')
  for (const path of ['/gywm', '/', '/product', '/yingyongchangjing']) {
    await page.goto(path)
    for (const selector of ['.film-play', '.carousel-bar', '.strip-buttons', '.map-buttons']) {
      for (const found of await page.locator(selector).all()) assert.equal(await found.isVisible(), false, `${path} ${selector}`)
    }
    for (const strip of await page.locator('.carousel-strip').all()) {
      const { overflow, wide, first, last } = await strip.evaluate((element) => ({
        overflow: getComputedStyle(element).overflowX,
        wide: element.scrollWidth > element.clientWidth,
        first: element.firstElementChild?.getBoundingClientRect().left ?? 0,
        last: element.lastElementChild?.getBoundingClientRect().left ?? 0,
      }))
      assert.equal(overflow, 'auto', path)
      assert.ok(!wide || last > first, path)
    }
  }
})

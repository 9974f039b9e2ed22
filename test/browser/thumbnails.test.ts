import assert from 'node:assert/strict'
import { browserTest, visit } from './browser.ts'

browserTest('a picture fills the panel of its scenario, at every width', async (t) => {
  const { page } = await visit(t, { phone: true })
  for (const [path, width] of [['/mobile', 390], ['/mobile', 768], ['/mobile', 1180]] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    const gaps = await page.evaluate(() =>
      [...document.querySelectorAll('.scenarios .thumbnail')].map((thumbnail) => thumbnail.getBoundingClientRect().height - (thumbnail.querySelector('img')?.getBoundingClientRect().height ?? 0)),
    )
    assert.ok(gaps.length >= 5)
    assert.deepEqual(gaps.filter((gap) => gap > 1), [], `${path} at ${width}`)
  }
})

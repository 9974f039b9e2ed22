import assert from 'node:assert/strict'
import { browserTest, goTo, seriousFaults, visit } from './browser.ts'
import { everyDesktop, everyPhone } from './paths.ts'

browserTest('nothing scrolls sideways from 360 to 2560', async (t) => {
  for (const [paths, widths, phoneLike] of [
    [everyDesktop, [2560, 1280, 1024, 768, 360], false],
    [everyPhone, [1180, 768, 360], true],
  ] as const) {
    const { page } = await visit(t, { phone: phoneLike })
    for (const path of paths) {
      await page.goto(path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        assert.ok(sideways <= 0, `${path} at ${width} scrolls sideways by ${sideways}`)
      }
    }
  }
})

browserTest('no page has a serious accessibility fault, in either colour scheme', async (t) => {
  const faults: string[] = []
  for (const [paths, options] of [
    [everyDesktop, {}],
    [everyPhone, { phone: true }],
    [everyDesktop, { colorScheme: 'dark' }],
  ] as const) {
    const { page } = await visit(t, { reducedMotion: 'reduce', bypassCSP: true, ...options })
    for (const path of paths) {
      await goTo(page, path)
      const found = await seriousFaults(page)
      faults.push(...found.map((fault) => `${path} ${JSON.stringify(options)} ${fault}`))
    }
  }
  assert.deepEqual(faults, [])
})

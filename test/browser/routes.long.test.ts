import assert from 'node:assert/strict'
import { allFaults, browserTest, faintFaults, goTo, visit } from './browser.ts'
import { everyDesktop, everyPhone, rarer } from './paths.ts'

browserTest('nothing scrolls sideways from 320 to 2560', async (t) => {
  for (const [paths, widths, phoneLike] of [
    [everyDesktop, [2560, 1280, 1024, 768, 360, 320], false],
    [everyPhone, [1180, 768, 360, 320], true],
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

browserTest('axe finds nothing on any page, on a desktop and on a phone, light and dark', async (t) => {
  const faults: string[] = []
  for (const [colorScheme, faultsOf] of [
    ['light', allFaults],
    ['dark', faintFaults],
  ] as const) {
    for (const [paths, device] of [
      [everyDesktop, { viewport: { width: 1280, height: 800 } }],
      [everyPhone, { phone: true }],
    ] as const) {
      const { page } = await visit(t, { reducedMotion: 'reduce', bypassCSP: true, colorScheme, ...device })
      for (const path of [...paths, ...rarer]) {
        await goTo(page, path)
        const found = await faultsOf(page)
        faults.push(...found.map((fault) => `${path} ${colorScheme} ${JSON.stringify(device)} ${fault}`))
      }
      // Without the key of its link. It has no script.
      await page.goto('/begin')
      faults.push(...(await faultsOf(page)))
    }
  }
  assert.deepEqual(faults, [])
})

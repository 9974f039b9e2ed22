import assert from 'node:assert/strict'
import { browserTest, visitPage } from './browser.ts'
import { everyDesktop, everyPhone } from './paths.ts'
import { differencesFromOpened } from './sameLook.ts'

for (const [device, paths] of [
  ['desktop', everyDesktop],
  ['phone', everyPhone],
] as const)
  browserTest(`every page of a ${device} looks the same after all others`, async (t) => {
    const { page } = await visitPage(t, '/privacy', { phone: device === 'phone', reducedMotion: 'reduce' })
    // The map is in a frame, a link to the form opens it over the page, and what is no page's address is opened by the browser.
    for (const path of paths.filter((each) => !['/map', '/zixun', '/no-such-page'].includes(each)))
      await t.test(path, async () => assert.deepEqual(await differencesFromOpened(page, path), []))
  })

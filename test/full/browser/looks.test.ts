import assert from 'node:assert/strict'
import { allFaults, browserTest, sharedServer, visit } from '../../browser/browser.ts'
import { faultsOnSite, type SiteDevice } from '../../browser/looking.ts'
import { pageRules, pagesOf } from '../../browser/lookRules.ts'
import { writeEnglish } from '../../browser/paths.ts'

for (const [device, pages] of Object.entries(pagesOf))
  browserTest(`every page keeps the rules of its look: ${device}`, async (t) => {
    await writeEnglish(await sharedServer())
    assert.deepEqual(await faultsOnSite(t, device as SiteDevice, pages, pageRules), [])
  })

browserTest('axe finds nothing on the page that begins, without the key of its link', async (t) => {
  for (const phone of [false, true]) {
    const { page } = await visit(t, { phone })
    // It has no script.
    await page.goto('/begin')
    assert.deepEqual(await allFaults(page), [])
  }
})

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, visit } from './browser.ts'
import { restsAt, scrollAtRest } from './waiting.ts'

const at = (page: Page) => page.evaluate(() => ({ path: location.pathname, length: history.length }))

for (const [path, phone, pictures] of [
  ['/gongsijianjie', true, '.phone-certificates button'],
  ['/mobile', true, '.phone-rooms button'],
  ['/gywm', false, '.carousel-slide.current .honour'],
] as const) {
  browserTest(`Back closes the picture that is open on ${path}, and stays on the page`, async (t) => {
    const { page, complaints } = await visit(t, { phone })
    await page.goto('/privacy')
    await goTo(page, path)
    const picture = page.locator(pictures).locator('visible=true').first()
    await picture.scrollIntoViewIfNeeded()
    const place = await scrollAtRest(page)
    const large = page.locator('.preview figure')

    await picture.click()
    await large.waitFor()
    await page.goBack()
    await large.waitFor({ state: 'detached' })
    assert.equal((await at(page)).path, path)
    await restsAt(page, place)

    await page.goForward()
    await large.waitFor()
    await page.goBack()
    await large.waitFor({ state: 'detached' })

    for (const close of [() => page.keyboard.press('Escape'), () => page.locator('.preview-close').click()]) {
      await picture.click()
      await large.waitFor()
      await close()
      await large.waitFor({ state: 'detached' })
      await page.waitForFunction(() => history.state?.preview === undefined)
    }
    await page.goBack()
    await page.waitForURL(/\/privacy$/)
    assert.deepEqual(complaints, [])
  })
}

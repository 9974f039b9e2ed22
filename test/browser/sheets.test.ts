import assert from 'node:assert/strict'
import { differences } from './appearance.ts'
import { browserTest, visitPage } from './browser.ts'
import { follow, lookOf } from './sameLook.ts'
import { hold } from './waiting.ts'

browserTest('a page is shown once its style sheet is there, and opened as a whole if that does not come', async (t) => {
  const { page } = await visitPage(t, '/gywm')
  const release = await hold(page, '**/assets/*-News-*.css')
  await follow(page, '/xwdt')
  await page.locator('.progress').waitFor()
  assert.equal(await page.locator('.news-first').count(), 0)
  release()
  await page.locator('.news-first').waitFor()

  await page.route('**/assets/*-Agent-*.css', (route) => route.abort(), { times: 1 })
  await page.evaluate(() => Object.assign(window, { before: true }))
  await follow(page, '/dljm')
  await page.waitForFunction(() => !('before' in window) && document.querySelector('.rebate'))
  assert.equal(await page.locator('.rebate').evaluate((each) => getComputedStyle(each).position), 'sticky')
})

browserTest('a dialog has its style sheet, which changes nothing on the page below it', async (t) => {
  const { page } = await visitPage(t, '/dljm', { reducedMotion: 'reduce' })
  const before = await lookOf(page)
  await page.locator('.header-ask').evaluate((link) => (link as HTMLElement).click())
  await page.locator('dialog[open]').waitFor()
  assert.equal(await page.locator('dialog').evaluate((each) => getComputedStyle(each).borderLeftWidth), '0px')
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  assert.deepEqual(differences(before, await lookOf(page)), [])
})

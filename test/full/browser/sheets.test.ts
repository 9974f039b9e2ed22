import assert from 'node:assert/strict'
import { differences } from '../../browser/appearance.ts'
import { browserTest, visitPage } from '../../browser/browser.ts'
import { follow, lookOf, differencesFromOpened } from '../../browser/sameLook.ts'
import { follow as followInOffice, staff, toast } from '../../browser/staff.ts'
import { hold } from '../../browser/waiting.ts'
import { everyDesktop, everyPhone } from '../../browser/paths.ts'

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

browserTest(
  'a screen of the office is shown once its style sheet is there, a dialog that has lost its own says so',
  async (t) => {
    const { page } = await staff(t, '/dashboard')
    const release = await hold(page, '**/assets/*-LeadScreen-*.css')
    await followInOffice(page, '/AdminAgenttoJoin')
    await page.locator('.waiting').waitFor()
    assert.equal(await page.locator('.lead-list').count(), 0)
    release()
    await page.locator('.lead-list').waitFor()

    await page.goto('/AdminCarousel?edit=robots')
    await page.route('**/assets/*-library-*.css', (route) => route.abort(), { times: 1 })
    const choose = page.locator('dialog[open]').getByRole('button', { name: '从素材库选择' })
    await choose.click()
    await toast(page, '操作失败，请重试')
    await choose.click()
    const picture = page.locator('dialog[open] .media-thumbnail').first()
    await picture.waitFor()
    assert.equal(await picture.evaluate((each) => getComputedStyle(each).position), 'relative')
  },
)

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

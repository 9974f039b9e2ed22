import assert from 'node:assert/strict'
import { siteGroups } from '../../../contract/site/siteFields.ts'
import { siteGroupHeadings } from '../../../contract/site/siteGroupTitles.ts'
import { browserTest } from '../../browser/browser.ts'
import { staff } from '../../browser/staff.ts'

/** Those of the menu that have a form. */
const groups = Object.values(siteGroupHeadings)
  .flatMap((titles) => Object.keys(titles))
  .filter((id) => siteGroups.some((group) => group.id === id))
const maxControls = 120
const maxScreens = 2

browserTest('every group is short before its lists', async (t) => {
  const { page } = await staff(t, '/settings')
  const long: string[] = []
  for (const group of groups) {
    await page.goto(`/settings?group=${group}`)
    const form = page.locator('form.settings-form:visible')
    await form.getByText('历史版本', { exact: true }).waitFor()
    const { controls, screens } = await form.evaluate((element) => {
      // How many items a list has is up to the company.
      for (const list of element.querySelectorAll<HTMLElement>('.setting-list')) list.style.display = 'none'
      const inSight = [
        ...element.querySelectorAll<HTMLElement>('input, textarea, select, button, summary, a, [contenteditable=true]'),
      ].filter((each) => each.checkVisibility())
      return { controls: inSight.length, screens: element.getBoundingClientRect().height / innerHeight }
    })
    const found = `${group}: ${controls} controls, ${screens.toFixed(2)} screens`
    t.diagnostic(found)
    if (controls > maxControls || screens > maxScreens) long.push(found)
  }
  assert.deepEqual(long, [])
})

import type { Page } from 'playwright-core'
import { type Appearance, appearanceOf, differences } from './appearance.ts'
import { patienceMs } from '../eventually.ts'
import { goTo } from './browser.ts'

/** Pages that are kept are there without being drawn, so elements are known by their place among those that are; nothing has the focus. */
export async function lookOf(page: Page): Promise<Appearance> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  return Object.fromEntries(Object.values(await appearanceOf(page)).map((each, place) => [`/${place}`, each]))
}

const words = (page: Page): Promise<string> => page.locator('main').innerText()

/** Follows a link to a page; in sentences what is seen of it otherwise than where it is opened in a tab of its own. */
export async function differencesFromOpened(page: Page, path: string): Promise<string[]> {
  const opened = await page.context().newPage()
  await goTo(opened, path)
  await follow(page, path)
  // What is fetched when it comes near the screen, such as a carousel's code, is there sooner or later.
  const endsAt = Date.now() + patienceMs()
  let found: string[]
  do {
    const [expected, seen] = await Promise.all([words(opened), words(page)])
    found = expected === seen ? differences(await lookOf(opened), await lookOf(page)) : [`other words: ${seen}`]
  } while (found.length > 0 && Date.now() < endsAt)
  await opened.close()
  return found
}

/** As a link of the page does. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)

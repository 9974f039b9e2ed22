import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { scrollAtRest } from './waiting.ts'

interface Effort {
  clicks: number
  /** How far the page was scrolled down, in heights of the window. */
  screens: number
}

/** A visitor who does not know the site: who finds a thing only where it is to be seen, and scrolls down until it is. */
export interface Stranger {
  page: Page
  /** Scrolls until one of these elements is to be seen; returns it. Fails at the end of the page. */
  sees(wanted: Locator): Promise<Locator>
  /** Scrolls to it and clicks on it. */
  clicks(wanted: Locator): Promise<void>
  /** Fails if it took more than this since the first page. */
  hasSpent(most: Effort, what: string): void
}

/** On its first page. */
export function stranger(page: Page): Stranger {
  const spent: Effort = { clicks: 0, screens: 0 }

  async function scroll(by: number): Promise<number> {
    const before = await page.evaluate(() => scrollY)
    await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), by)
    const moved = (await scrollAtRest(page)) - before
    spent.screens += moved / (await page.evaluate(() => innerHeight))
    return moved
  }

  async function sees(wanted: Locator): Promise<Locator> {
    await wanted.first().waitFor({ state: 'attached' })
    for (;;) {
      for (const each of await wanted.all()) if (await each.evaluate(isToBeSeen)) return each
      if ((await scroll(await page.evaluate(() => innerHeight / 2))) === 0)
        throw new Error(`${wanted} is not to be seen on ${page.url()}`)
    }
  }

  return {
    page,
    sees,
    async clicks(wanted) {
      const seen = await sees(wanted)
      await seen.click()
      spent.clicks++
      await scrollAtRest(page)
    },
    hasSpent({ clicks, screens }, what) {
      const took = `${what} took ${spent.clicks} clicks and ${spent.screens.toFixed(1)} screens`
      assert.ok(spent.clicks <= clicks && spent.screens <= screens, took)
    },
  }
}

/** Whether its first line is on the screen with nothing above it. Runs in the page. */
function isToBeSeen(element: Element): boolean {
  const [box] = element.getClientRects()
  if (!box || box.width === 0 || box.height === 0) return false
  const [x, y] = [box.left + Math.min(box.width / 2, innerWidth / 2), box.top + Math.min(box.height / 2, 12)]
  const top = document.elementFromPoint(x, y)
  return top !== null && (element.contains(top) || top.contains(element))
}

import type { Download, Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'

/**
 * More frames than a page needs to begin a scroll or a second rendering. Frames take longer on a busy machine, which a fixed time does not.
 */
const quietFrames = 20
const mostFrames = 1200

/** Waits for frames after an action that must change nothing. */
export const framesPass = (page: Page): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let n = 0; n < frames; n++) await new Promise(requestAnimationFrame)
  }, quietFrames)

/**
 * Stops the clock of a page that has one of `page.clock`: from then on only the test moves it, however busy the machine is. It is put
 * forward a little, since it cannot be put back, and by less than a call may take.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000))
}

/** Waits until all that is shown has been loaded. Views of other tabs wait until they are shown. */
export const allLoaded = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy=true], .skeleton')].every((each) => !each.checkVisibility()),
  )

/** Waits until the page has stopped scrolling; returns its position. With `saved` the position must also be in the history entry. */
export const scrollAtRest = (page: Page, saved = false): Promise<number> =>
  page.evaluate(
    async ({ quietFrames, mostFrames, saved }) => {
      let last = scrollY
      for (let [still, all] = [0, 0]; still < quietFrames; all++) {
        await new Promise(requestAnimationFrame)
        if (all > mostFrames) throw new Error(`at ${scrollY}, with ${history.state?.y} saved`)
        still = scrollY === last && (!saved || history.state?.y === scrollY) ? still + 1 : 0
        last = scrollY
      }
      return last
    },
    { quietFrames, mostFrames, saved },
  )

/** Waits until the page has stopped scrolling and has saved its position, which Back restores. */
export const scrollSaved = (page: Page): Promise<number> => scrollAtRest(page, true)

/** Waits until the page has scrolled to `y` and has stopped there. */
export async function restsAt(page: Page, y: number): Promise<void> {
  const near = (at: number): boolean => Math.abs(at - y) < 3
  await eventually(async () => near(await scrollAtRest(page)), `the page is scrolled to ${y}`)
}

/** Waits until an element's box is as wanted. */
export const boxIs = (
  locator: Locator,
  wanted: (box: { x: number; y: number; width: number; height: number }) => boolean,
  what: string,
): Promise<void> =>
  eventually(async () => {
    const box = await locator.boundingBox()
    return box !== null && wanted(box)
  }, what)

/** Holds requests back until the function that it returns is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    await released
    // The page may have aborted it meanwhile.
    await route.continue().catch(() => undefined)
  })
  return release
}

/**
 * A slow connection: no script arrives until the function that it returns is called, except for the entry, which blocks the page like its
 * style sheet.
 */
export const holdScripts = (page: Page): Promise<() => void> => hold(page, /\/assets\/(?!entry-)[^/]*\.js$/)

/** Holds uploads back; each call of the function that it returns lets one continue or fail. */
export async function holdUploads(
  page: Page,
  address = '**/v1/file/upload',
): Promise<(fate: 'abort' | 'continue') => Promise<void>> {
  const waiting: ((fate: 'abort' | 'continue') => void)[] = []
  await page.route(address, (route) => void waiting.push((fate) => void route[fate]()))
  return async (fate) => {
    await eventually(() => waiting.length > 0, 'an upload begins')
    waiting.shift()?.(fate)
  }
}

/** What was downloaded: the browser of a run keeps its files to itself. */
export const bytesOf = async (download: Download): Promise<Buffer> =>
  Buffer.concat(await (await download.createReadStream()).toArray())

import assert from 'node:assert/strict'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { phoneAgent } from '../browser/browser.ts'
import { eventually } from '../eventually.ts'
import { restsAt, scrollSaved, stopClock } from '../browser/waiting.ts'
import type { Site } from '../server.ts'
import type { Asked } from './row.ts'
import type { Device, World } from './world.ts'

// What the rows of the public site look at: what a person reads, sees and presses on a page.

type AnySite = World<Site>
/** One that depends on what a server holds is looked up. */
type Path = string | ((world: AnySite) => Promise<string>)

export const site = (check: (world: AnySite) => unknown): Asked => ({ asks: 'site', check })

/** The page itself, not another one that its address leads to. */
export async function at(world: AnySite, path: Path, device: Device = 'desktop'): Promise<Page> {
  const address = typeof path === 'string' ? encodeURI(path) : await path(world)
  const page = await world.seen(address, device)
  assert.equal(new URL(page.url()).pathname, new URL(address, page.url()).pathname)
  return page
}

/** What is drawn of the page. */
export const drawn = (page: Page | Locator, selector: string): Locator =>
  page.locator(selector).filter({ visible: true })

/** What a person reads of each, on one line. */
export const read = async (all: Locator): Promise<string[]> =>
  (await all.filter({ visible: true }).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())

export const attribute = (all: Locator, name: string): Promise<string[]> =>
  all.evaluateAll((elements, wanted) => elements.map((each) => each.getAttribute(wanted) ?? ''), name)

/** The checks that most rows are, on one device. */
export function pageChecks(device: Device) {
  return {
    /** Exactly these texts, or all of them together as the pattern says. */
    reads: (path: Path, selector: string, wanted: readonly string[] | RegExp) =>
      site(async (world) => {
        const words = await read((await at(world, path, device)).locator(selector))
        if (wanted instanceof RegExp) assert.match(words.join(' '), wanted)
        else assert.deepEqual(words, wanted)
      }),
    shows: (path: Path, selector: string, count = 1) =>
      site(async (world) => {
        assert.equal(await drawn(await at(world, path, device), selector).count(), count, selector)
      }),
    pictures: (path: Path, selector: string, count = 1) =>
      site(async (world) => {
        const sources = await attribute(drawn(await at(world, path, device), selector), 'src')
        assert.equal(sources.length, count, selector)
        for (const source of sources) await isServed(world, source, 'image/')
      }),
    leads: (path: Path, selector: string, to: readonly string[]) =>
      site(async (world) => {
        assert.deepEqual(await attribute(drawn(await at(world, path, device), selector), 'href'), to)
      }),
  }
}

export async function isServed({ server }: AnySite, source: string, type: string): Promise<void> {
  const { status, headers } = await fetch(new URL(source, server.url), { method: 'HEAD' })
  assert.equal(status, 200, source)
  assert.ok(headers.get('content-type')?.startsWith(type), source)
}

const desktopAgent = 'Mozilla/5.0 (X11; Linux x86_64)'
/** The answer to one agent, without following where it leads. */
export const answer = ({ server }: AnySite, path: string, agent = desktopAgent): Promise<Response> =>
  fetch(server.url + path, { redirect: 'manual', headers: { 'User-Agent': agent } })
export const ledTo = async (world: AnySite, path: string, agent?: string): Promise<string | null> =>
  (await answer(world, path, agent)).headers.get('location')

export const cases = ['/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu']
const ofAll = ['/xwdt', '/xiangmuanli', '/yingyongchangjing', '/demo', ...cases]
export const pagesOf = {
  desktop: ['/', '/product', '/dljm', '/gywm', ...ofAll],
  phone: ['/mobile', '/zhuyingyewu', '/dailijiameng', '/gongsijianjie', ...ofAll],
}
/** The HTML of every public page of both devices. */
export async function everyPage(world: AnySite): Promise<{ path: string; status: number; html: string }[]> {
  const asked = [
    ...pagesOf.desktop.map((path) => ({ path, agent: desktopAgent })),
    ...pagesOf.phone.map((path) => ({ path, agent: phoneAgent })),
  ]
  return Promise.all(
    asked.map(async ({ path, agent }) => {
      const reply = await answer(world, path, agent)
      return { path, status: reply.status, html: await reply.text() }
    }),
  )
}

type Record = { [field: string]: string }
export const groups = async ({ ask }: AnySite): Promise<{ [list: string]: Record[] }> =>
  (await ask('/v1/product/selectAllList')).data
export const articles = async ({ ask }: AnySite): Promise<Record[]> =>
  (await ask('/v1/news/list', { limit: 9999 })).data.data
/** The first of the group or list. */
export const aProduct = async (world: AnySite): Promise<string> =>
  `/productDet?productId=${(await groups(world)).zhgdList?.[0]?.productId}`
export const anArticle = async (world: AnySite): Promise<string> =>
  `/xwdtDet?newId=${(await articles(world))[0]?.newId}`
export const idIn = (address: string, name: string): string | null => new URL(address).searchParams.get(name)

/** HTML as its words, without what only spaces it. */
export const wordsOf = (html: string): string => html.replace(/<[^>]*>|\s/g, '')

/** A tab shows the products of its group, as many as fit. */
export const tabShows = (device: Device, path: string, cards: string, name: string, list: string) =>
  site(async (world) => {
    const page = await at(world, path, device)
    await page.getByRole('tab', { name }).click()
    await page.getByRole('tab', { name, selected: true }).waitFor()
    const shown = (await attribute(drawn(page, cards), 'href')).map((href) =>
      idIn(world.server.url + href, 'productId'),
    )
    const products = ((await groups(world))[list] ?? []).map(({ productId }) => productId)
    // The robots are shown the other way round.
    if (list === 'cpxtList') products.reverse()
    assert.deepEqual(shown, products.slice(0, shown.length))
    assert.ok(shown.length > 0)
  })

/** A tab and the scroll position are there again when one comes back. */
export const isKept = (device: Device, path: string, goAndReturn: (page: Page) => Promise<unknown>) =>
  site(async (world) => {
    const page = await at(world, path, device)
    await page.getByRole('tab', { name: '建筑机器人' }).click()
    const tab = page.getByRole('tab', { name: '建筑机器人', selected: true })
    await tab.waitFor()
    await page.evaluate(() => scrollTo({ top: 350, behavior: 'instant' }))
    const left = await scrollSaved(page)
    assert.ok(left > 100)
    await goAndReturn(page)
    await tab.waitFor()
    await restsAt(page, left)
    await leave(page)
  })
/** Follows a link; Playwright's own click might scroll the page first. */
export const follow = (link: Locator): Promise<void> => link.evaluate((element) => (element as HTMLElement).click())
/** What a row did to the page that all share goes with it. */
export const leave = (page: Page): Promise<unknown> => page.goto('about:blank')

const currentOf = (carousel: Locator): Promise<number> =>
  carousel.locator('.carousel-slide').evaluateAll((all) => all.findIndex((each) => each.classList.contains('current')))

/** Presses a button of a carousel; the slide that is shown then, from 1. */
export async function slideAfter(carousel: Locator, button: string): Promise<number> {
  await carousel.getByRole('button', { name: button, exact: true }).click()
  return (await currentOf(carousel)) + 1
}

/** By the page's clock, which only this check moves. */
export const movesEvery = (device: Device, path: string, selector: string, wantedMs: number) =>
  site(async ({ visit }) => {
    const { page } = await visit(path, { phone: device === 'phone', clock: true })
    const carousel = page.locator(selector)
    await carousel.scrollIntoViewIfNeeded()
    await carousel.and(page.locator('.live')).waitFor()
    await stopClock(page)
    const untilNext = async (): Promise<number> => {
      const before = await currentOf(carousel)
      for (let ms = 50; ms < 20_000; ms += 50) {
        await page.clock.runFor(50)
        if ((await currentOf(carousel)) !== before) return ms
      }
      throw new Error('it does not move')
    }
    await untilNext()
    assert.equal(await untilNext(), wantedMs)
  })

/** Presses a button that opens something over the page, looks at it, and closes it again. */
export async function whileOpen(button: Locator, overlay: Locator, look: () => Promise<void>): Promise<void> {
  const page = button.page()
  // It has an entry of the history, a moment after it opens and until a moment after it closes.
  const entry = (): Promise<string> =>
    page.evaluate(() =>
      Object.keys(history.state ?? {})
        .filter((key) => key !== 'y' && key !== 'view')
        .join(),
    )
  const before = await entry()
  await button.click()
  await overlay.waitFor()
  await eventually(async () => (await entry()) !== before, 'it has its entry')
  try {
    await look()
  } finally {
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'hidden' })
    await eventually(async () => (await entry()) === before, 'its entry is left')
  }
}
/** Opens the drawer with the telephone numbers. */
export async function inDrawer(page: Page, look: (drawer: Locator) => Promise<void>, opener?: Locator): Promise<void> {
  const drawer = page.getByRole('dialog', { name: '拨打电话' })
  await whileOpen(opener ?? page.getByRole('button', { name: '电话联系' }), drawer, () => look(drawer))
}
export async function hasTwoNumbers(drawer: Locator): Promise<void> {
  const numbers = (await read(drawer.locator('a'))).filter((words) => /^[\d-]+$/.test(words))
  assert.equal(numbers.length, 2)
}

/** The map within a page, once its tiles are there. */
export async function mapIn(page: Page): Promise<FrameLocator> {
  await page.locator('.contact iframe').scrollIntoViewIfNeeded()
  const map = page.frameLocator('.contact iframe')
  await map.locator('.map-tile').first().waitFor()
  return map
}
export const tilesOf = (map: FrameLocator) =>
  map.locator('.map-tile').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { searchParams } = new URL((tile as HTMLImageElement).src)
      const { left, top, right, bottom, width } = tile.getBoundingClientRect()
      const [x, y] = [innerWidth / 2, innerHeight / 2]
      return {
        x: Number(searchParams.get('x')),
        y: Number(searchParams.get('y')),
        z: Number(searchParams.get('z')),
        width: Math.round(width),
        isInMiddle: left <= x && x < right && top <= y && y < bottom,
      }
    }),
  )

/** Scrolls a map with the wheel: what is done to it, or to the page around it. */
export async function turnWheel(page: Page): Promise<void> {
  await page.locator('.contact iframe').hover()
  await page.mouse.wheel(0, -120)
}

export async function isHigh(element: Locator, wanted: number, within: number): Promise<void> {
  const { height = 0 } = (await element.boundingBox()) ?? {}
  assert.ok(Math.abs(height - wanted) <= within, `${height} px instead of ${wanted}`)
}

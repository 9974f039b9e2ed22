import assert from 'node:assert/strict'
import type { FrameLocator, Locator, Page, ViewportSize } from 'playwright-core'
import { phoneAgent } from '../browser/browser.ts'
import { eventually } from '../eventually.ts'
import { restsAt, scrollSaved } from '../browser/waiting.ts'
import type { Site } from '../server.ts'
import { once } from './once.ts'
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
export const menuPages = ['/', '/product', '/xwdt', '/dljm', '/gywm']
const ofAll = ['/xiangmuanli', '/yingyongchangjing', '/demo', ...cases]
export const pagesOf = {
  desktop: [...menuPages, ...ofAll],
  phone: ['/mobile', '/zhuyingyewu', '/dailijiameng', '/gongsijianjie', '/xwdt', ...ofAll],
}
/** The HTML of every public page of both devices. */
export const everyPage = once(async (world: AnySite) => {
  const asked = [
    ...pagesOf.desktop.map((path) => ({ path, agent: desktopAgent })),
    ...pagesOf.phone.map((path) => ({ path, agent: phoneAgent, isOfPhones: true })),
  ]
  return Promise.all(
    asked.map(async (page) => {
      const reply = await answer(world, page.path, page.agent)
      return { isOfPhones: false, ...page, status: reply.status, html: await reply.text() }
    }),
  )
})

/** These and the other pages answer who has not signed in. */
export const openToAll = site(async (world) => {
  for (const path of [...menuPages, '/xiangmuanli', '/yingyongchangjing', '/map'])
    assert.equal((await answer(world, path)).status, 200, path)
})

/** Looks at a page in windows of these sizes, and in its own again. */
export async function inWindows(
  page: Page,
  sizes: readonly ViewportSize[],
  look: (size: ViewportSize) => Promise<unknown>,
): Promise<void> {
  const usual = page.viewportSize()
  assert.ok(usual)
  try {
    for (const size of sizes) {
      await page.setViewportSize(size)
      await look(size)
    }
  } finally {
    await page.setViewportSize(usual)
  }
  await look(usual)
}

/** How the pages of the menu are laid out in a window of 1920 by 1080. */
export const layouts = once(async (world: AnySite) => {
  const pages = []
  for (const path of menuPages) {
    const page = await at(world, path)
    assert.deepEqual(page.viewportSize(), { width: 1920, height: 1080 })
    const layout = await page.evaluate(() => {
      scrollTo({ top: 0, behavior: 'instant' })
      const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON() as DOMRect
      return {
        window: document.documentElement.clientWidth,
        all: document.documentElement.scrollWidth,
        header: boxOf('.site-header').width,
        title: boxOf('h1').bottom,
        banner: boxOf(':is(.hero, .banner)'),
      }
    })
    pages.push({ path, ...layout })
  }
  return pages
})

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

/** The newest article is featured, the next three are on its right, and the others follow. */
export const newsBegin = site(async (world) => {
  const page = await at(world, '/xwdt')
  const titles = (await articles(world)).map(({ newTitle }) => newTitle)
  const titlesIn = (part: string) => read(page.locator(part).locator('h2, h3'))
  assert.deepEqual(await titlesIn('.news-first'), titles.slice(0, 1))
  assert.deepEqual(await titlesIn('.news-side'), titles.slice(1, 4))
  assert.deepEqual(await titlesIn('.news-list'), titles.slice(4, 19))
  const first = await page.locator('.news-first').boundingBox()
  for (const other of await page.locator('.news-side a').all()) {
    const { x = 0, y = Infinity } = (await other.boundingBox()) ?? {}
    assert.ok(first && x >= first.x + first.width && y < first.y + first.height, 'it is beside the first')
  }
})

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
    await page.getByRole('tab', { name: '智慧工地产品' }).click()
  })
/** Follows a link; Playwright's own click might scroll the page first. */
export const follow = (link: Locator): Promise<void> => link.evaluate((element) => (element as HTMLElement).click())
export const currentOf = (carousel: Locator): Promise<number> =>
  carousel.locator('.carousel-slide').evaluateAll((all) => all.findIndex((each) => each.classList.contains('current')))

/** Presses a button of a carousel; the slide that is shown then, from 1. */
export async function slideAfter(carousel: Locator, button: string): Promise<number> {
  await carousel.getByRole('button', { name: button, exact: true }).click()
  return (await currentOf(carousel)) + 1
}

/** By the page's clock: a slide is still shown a millisecond before its time is over, and the next one then. */
function movesEvery(path: string, selector: string, ms: number): Asked {
  const slidesOf = once(async ({ timed }: AnySite) => {
    const page = await timed(path)
    const carousel = page.locator(selector)
    await carousel.scrollIntoViewIfNeeded()
    await carousel.and(page.locator('.live')).waitFor()
    // Its time begins again with the second one.
    for (const name of ['暂停轮播', '继续轮播']) await carousel.getByRole('button', { name }).click()
    const first = await currentOf(carousel)
    const slides = [first]
    for (const step of [ms - 1, 1, ms - 1, 1]) {
      await page.clock.runFor(step)
      slides.push(await currentOf(carousel))
    }
    return slides.map((slide) => slide - first)
  })
  return site(async (world) => assert.deepEqual(await slidesOf(world), [0, 0, 1, 1, 2]))
}
export const honours = '.honours .carousel'
export const honoursMove = movesEvery('/gywm', honours, 3000)
export const scenariosMove = movesEvery('/yingyongchangjing', '.scenario-carousel .carousel', 4000)

const counted = once(async ({ timed }: AnySite) => {
  const page = await timed('/')
  const figures = page.locator('.figures .count-up')
  await figures.first().scrollIntoViewIfNeeded()
  await figures.last().and(page.locator('[data-count]')).waitFor()
  const counts = [await attribute(figures, 'data-count')]
  // The last millisecond is drawn with the next frame.
  for (const step of [5999, 20]) {
    await page.clock.runFor(step)
    counts.push(await attribute(figures, 'data-count'))
  }
  return counts
})
/** In the end the final number is all there is. */
export const figuresCount = site(async (world) => {
  const [first, almost, last] = await counted(world)
  assert.deepEqual(first, Array(6).fill('0'))
  assert.ok(
    almost?.every((figure) => Number(figure) > 4),
    `${almost}`,
  )
  assert.deepEqual(last, Array(6).fill(''))
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
export const drawerIsHigh = (share: number) =>
  site(async (world) => {
    const page = await at(world, '/mobile', 'phone')
    await inDrawer(page, (drawer) =>
      inWindows(page, [{ width: 375, height: 667 }], ({ height }) => isHigh(drawer, height * share, 1)),
    )
  })
export async function hasTwoNumbers(drawer: Locator): Promise<void> {
  const numbers = (await read(drawer.locator('a'))).filter((words) => /^[\d-]+$/.test(words))
  assert.equal(new Set(numbers).size, 2)
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

/** The last tiles there are have zoom 18; beyond it they are larger. */
export const mapBegins = (path: string, device: Device, zoom: number) =>
  site(async (world) => {
    const tiles = await tilesOf(await mapIn(await at(world, path, device)))
    const drawn = Math.min(zoom, 18)
    for (const { z, width } of tiles) assert.deepEqual([z, width], [drawn, 256 * 2 ** (zoom - drawn)])
  })

/** Scrolls a map with the wheel: what is done to it, or to the page around it. */
export async function turnWheel(page: Page): Promise<void> {
  await page.locator('.contact iframe').hover()
  await page.mouse.wheel(0, -120)
}

export async function isHigh(element: Locator, wanted: number, within: number): Promise<void> {
  const { height = 0 } = (await element.boundingBox()) ?? {}
  assert.ok(Math.abs(height - wanted) <= within, `${height} px instead of ${wanted}`)
}

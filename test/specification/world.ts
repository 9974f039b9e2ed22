import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { goTo, openPage, type PageOptions } from '../browser/browser.ts'
import { enterOffice, follow, type Login } from '../browser/staff.ts'
import { admin, type Answer, type Site, type TestServer } from '../server.ts'

const root = new URL('../../', import.meta.url)
export const rootFolder = fileURLToPath(root)
export const readSource = (path: string): string => readFileSync(new URL(path, root), 'utf8')

export type Device = 'desktop' | 'phone'

/**
 * What the rows look at: one server with the starter content, by calls and in a few browsers of one Chromium. All rows share their pages,
 * so they leave them as they were.
 */
export interface World<Server extends Site = TestServer> {
  t: TestContext
  server: Server
  /** The text of a file of the sources, or of what is built from them. */
  read(path: string): string
  /** A page as a visitor has it: loaded at first, afterwards as by a link. */
  seen(path: string, device?: Device): Promise<Page>
  /** A page, in a tab of its own, whose time only the rows move. */
  timed(path: string, device?: Device): Promise<Page>
  /** A screen of the back office as an administrator has it. */
  office(path: string): Promise<Page>
  /** A page of a browser that the row may change, with nothing stored; `clock` is for one that has a `page.clock`. */
  visit(path: string): Promise<Page>
  /** The same, signed in. */
  staff(path: string, login?: Login, clock?: 'clock'): Promise<Page>
  /** The answer to a call: of a visitor, or of an administrator. */
  ask(path: string, input?: object): Promise<Answer>
  asStaff(path: string, input?: object): Promise<Answer>
}

const spoiled = new WeakSet<Page>()
/** The next row that looks at this page of visitors loads it anew. */
export const spoil = (page: Page): unknown => spoiled.add(page)

/** Makes the world of each row. */
export function createWorlds<Server extends Site>(
  whole: TestContext,
  server: Server,
  login: { username: string; password: string } = admin,
  read = readSource,
): (t: TestContext) => World<Server> {
  const account = { name: login.username, password: login.password }
  const open = async (options: PageOptions): Promise<Page> => (await openPage(whole, server.url, options)).page
  const still = { reducedMotion: 'reduce' } as const

  const visitors = opener(async (device: Device) => ({
    page: await open({ phone: device === 'phone', ...still }),
    /** Of the pages that it has shown. */
    titles: new Map<string, string>(),
  }))
  const clocks = opener(async (device: Device) => {
    // So low that nothing moves before it is scrolled to.
    const page = await open(device === 'phone' ? { phone: true } : { viewport: { width: 1920, height: 300 } })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    return { context: page.context(), unused: [page] }
  })
  const tabs = opener(async (tab: string) => {
    const [device, path = ''] = tab.split(' ')
    const { context, unused } = await clocks(device as Device)
    const page = unused.pop() ?? (await context.newPage())
    await page.goto(path)
    // The scripts of a page wait for a frame and for an idle moment.
    await page.clock.runFor(2000)
    return page
  })
  const screens = opener(async (_, path: string) => {
    const page = await open(still)
    await enterOffice(page, server, path, account)
    return page
  })
  const browsers = opener(async (clock?: 'clock') => {
    const page = await open({ viewport: { width: 1440, height: 900 }, ...still })
    if (clock) await page.clock.install()
    return { page }
  })
  /** A new tab of a browser in which nothing is stored any more. */
  const emptied = async (clock?: 'clock'): Promise<Page> => {
    const browser = await browsers(clock)
    const left = browser.page
    const context = left.context()
    const session = await context.newCDPSession(left)
    await session.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'all' })
    browser.page = await context.newPage()
    await left.close()
    if (clock) await browser.page.clock.resume()
    return browser.page
  }
  let headers: Promise<Record<string, string>> | undefined

  return (t) => ({
    t,
    server,
    read,
    async seen(path, device = 'desktop') {
      const { page, titles } = await visitors(device)
      const isSpoiled = spoiled.delete(page)
      if (page.url() === server.url + path && !isSpoiled) return page
      const title = titles.get(path)
      if (title === undefined || isSpoiled || title === (await page.title())) {
        await goTo(page, path)
        titles.set(path, await page.title())
      } else {
        await page.evaluate((to) => {
          history.pushState(null, '', to)
          dispatchEvent(new PopStateEvent('popstate'))
        }, path)
        await page.waitForFunction((wanted) => document.title === wanted, title)
      }
      return page
    },
    timed: (path, device = 'desktop') => tabs(`${device} ${path}`),
    async office(path) {
      const page = await screens('', path)
      if (page.url() !== server.url + path) await follow(page, path)
      return page
    },
    async visit(path) {
      const page = await emptied()
      await page.goto(path)
      return page
    },
    async staff(path, login = {}, clock) {
      const page = await emptied(clock)
      await enterOffice(page, server, path, { ...account, ...login })
      return page
    },
    ask: (path, input = {}) => server.post(path, input),
    async asStaff(path, input = {}) {
      headers ??= server.signIn(login)
      return server.post(path, input, { headers: await headers })
    },
  })
}

/** What is opened at its first use, by its key. */
function opener<Key, More extends unknown[], T>(
  open: (key: Key, ...more: More) => Promise<T>,
): (key: Key, ...more: More) => Promise<T> {
  const opened = new Map<Key, Promise<T>>()
  return (key, ...more) => {
    const opening = opened.get(key) ?? open(key, ...more)
    opened.set(key, opening)
    return opening
  }
}

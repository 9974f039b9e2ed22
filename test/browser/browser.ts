import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as nodeTest, type TestContext } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumPath, launchChromium } from '../../scripts/chromium.ts'
import { note } from '../counts.ts'
import { patienceMs } from '../eventually.ts'
import { startProgram, startServer, type TestProgram, type TestServer } from '../server.ts'
import { ofThisMachine } from './oneChromium.ts'

let browser: Promise<Browser> | undefined
let server: Promise<TestServer> | undefined
const ends: (() => unknown)[] = []

/** The Chromium of the run, or else one of this process, such as of `npm run accept`. */
export function launched(): Promise<Browser> {
  browser ??= connected().then((started) => started.on('disconnected', () => (browser = undefined)))
  return browser
}

async function connected(): Promise<Browser> {
  const running = process.env.TEST_CHROMIUM
  if (running !== undefined) return chromium.connect(running)
  note('Chromiums')
  const t = { after: (end: () => unknown) => void ends.push(end) }
  return launchChromium(process.env.ACCEPT_URL === undefined ? await ofThisMachine(t) : [])
}

const withContent = { env: { SEED: 'on', RATE_LIMIT: 'off' } }
/** With the starter content. */
export const ownServer = (t: { after(end: () => unknown): void }): Promise<TestServer> => startServer(t, withContent)
export const ownProgram = (
  t: { after(end: () => unknown): void },
  more: { program?: string } = {},
): Promise<TestProgram> => startProgram(t, { ...withContent, ...more })

/** One server for the tests of a file that change nothing there. */
export const sharedServer = (): Promise<TestServer> => (server ??= ownServer({ after: (end) => ends.push(end) }))

/** A test that needs a browser. Without one it is skipped, which `npm test` reports loudly; under CI that is a failure. */
export function browserTest(name: string, run: (t: TestContext) => Promise<void>): void {
  nodeTest(name, { skip: chromiumPath === undefined && !process.env.CI ? 'no Chromium was found' : false }, run)
}

nodeTest.after(async () => {
  await (await browser)?.close()
  for (const end of ends) await end()
})

export const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

export interface OpenPage {
  page: Page
  /** Console messages, errors and requests to other sites: there should be none. */
  complaints: string[]
  /** Calls that pages made. */
  calls: string[]
}

export interface Visit extends OpenPage {
  server: TestServer
}

export interface PageOptions extends BrowserContextOptions {
  phone?: boolean
}

interface Options extends PageOptions {
  server?: TestServer
  /** A server of its own, for a test that changes what another one sees. */
  own?: boolean
}

/** A browser context of its own; no request leaves this machine. */
export async function visit(t: TestContext, options: Options = {}): Promise<Visit> {
  const { own, server = await (own ? ownServer(t) : sharedServer()), ...rest } = options
  return { ...(await openPage(t, server.url, rest)), server }
}

/** `npm run accept` is no visitor: statistics do not count it. Headless browsers of desktops say so themselves. */
export const noVisitor = process.env.ACCEPT_URL === undefined ? '' : ' zhuzhan-accept (bot)'

export async function openPage(t: TestContext, baseURL: string, options: PageOptions): Promise<OpenPage> {
  const { phone, ...rest } = options
  const context = await (await launched()).newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1920, height: 1080 },
    ...(phone && { userAgent: phoneAgent + noVisitor, isMobile: true, hasTouch: true }),
    baseURL,
    locale: 'zh-CN',
    // Node has checked it, with the authority that NODE_EXTRA_CA_CERTS names.
    ignoreHTTPSErrors: process.env.ACCEPT_URL !== undefined,
    ...rest,
  })
  note('contexts')
  context.setDefaultTimeout(patienceMs())
  t.after(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  const calls: string[] = []
  page.on('console', (message) => {
    // Chromium tells developers that a script has been faster than the attribute.
    if (!message.text().startsWith('Autofocus processing was blocked'))
      complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('domcontentloaded', () => note('loads of pages'))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET') calls.push(pathname)
  })
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED')
      complaints.push(`a request left the site: ${request.url()}`)
  })
  return { page, complaints, calls }
}

/** Goes to a page of the site, and waits until it is hydrated. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Visits a page of the site. */
export async function visitPage(t: TestContext, path: string, options: Options = {}): Promise<Visit> {
  const visited = await visit(t, options)
  await goTo(visited.page, path)
  return visited
}

/** A small phone with letters twice as large as usual. */
export async function largeLetters(t: TestContext): Promise<Page> {
  note('Chromiums')
  const browser = await launchChromium(['--blink-settings=defaultFontSize=32'])
  t.after(() => browser.close())
  const { url: baseURL } = await sharedServer()
  return browser.newPage({
    viewport: { width: 320, height: 568 },
    userAgent: phoneAgent,
    isMobile: true,
    hasTouch: true,
    baseURL,
  })
}

/**
 * Waits until the page is hydrated and listens: on a busy machine frames pass between the two, and a click or a scroll would be the
 * browser's alone.
 */
export const hydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const root = document.getElementById('root')
    const isHydrated = root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'))
    return isHydrated && history.scrollRestoration === 'manual'
  })

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe reports as serious or critical. */
export const seriousFaults = (page: Page): Promise<string[]> => axeFaults(page, 'serious')

/** All that axe reports, also of what is too small to be hit; it takes three times as long. */
export const allFaults = (page: Page): Promise<string[]> => axeFaults(page, 'all')

/** Letters that are too faint: all that another colour scheme changes of a page. It takes a quarter of the time of all. */
export const faintFaults = (page: Page): Promise<string[]> => axeFaults(page, 'faint')

/** What axe reports once nothing fades in; it needs a context that bypasses the CSP. */
async function axeFaults(page: Page, asked: 'serious' | 'all' | 'faint'): Promise<string[]> {
  note('runs of axe')
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async (asked) => {
    // What fades in has a faint text meanwhile. Each frame asks again: in a busy Chromium an animation's `finished` may never settle.
    const isFading = (): boolean =>
      document
        .getAnimations()
        .some(
          ({ playState, timeline, effect }) =>
            playState === 'running' &&
            timeline === document.timeline &&
            Number(effect?.getComputedTiming().endTime) < 1000,
        )
    while (isFading()) await new Promise(requestAnimationFrame)
    type Rule = { id: string; impact: string }
    type Violation = Rule & { nodes: { target: string[]; failureSummary: string }[] }
    // @ts-expect-error axe is there because it was just put there
    const { axe } = globalThis
    // A rule's violations have the impact of the rule. The other rules take a third of the time.
    const others = (axe._audit.rules as Rule[]).filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    const asking = {
      all: { rules: { 'target-size': { enabled: true } } },
      serious: { rules: Object.fromEntries(others.map(({ id }) => [id, { enabled: false }])) },
      faint: { runOnly: ['color-contrast'] },
    }[asked]
    const { violations } = await axe.run(document, { iframes: false, resultTypes: ['violations'], ...asking })
    return (violations as Violation[]).map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary.split('\n')[1]}`)
          .join(' | ')}`,
    )
  }, asked)
}

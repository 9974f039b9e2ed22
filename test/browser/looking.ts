import type { TestContext } from 'node:test'
import type { JSHandle, Page } from 'playwright-core'
import { hydrated, largeLetters, visit } from './browser.ts'
import { drawn } from './drawing.ts'

/** What rules ask a page with. It is run there, and sees nothing of this file. */
function inPage() {
  const all = (selector: string, within: ParentNode = document): HTMLElement[] => [
    ...within.querySelectorAll<HTMLElement>(selector),
  ]
  const seen = (selector: string): HTMLElement[] =>
    all(selector).filter((each) => each.checkVisibility({ checkVisibilityCSS: true }))
  const box = (target: string | Element): DOMRect => {
    const element = typeof target === 'string' ? document.querySelector(target) : target
    if (!element) throw new Error(`there is no ${target}`)
    return element.getBoundingClientRect()
  }
  /** The lines of a text, as they are broken on the screen. */
  const linesOf = (element: Element): string[] => {
    const lines = new Map<number, string>()
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const [index, letter] of [...(node.nodeValue ?? '')].entries()) {
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const line = Math.round(range.getBoundingClientRect().bottom)
        lines.set(line, (lines.get(line) ?? '') + letter)
      }
    }
    return [...lines.values()]
  }
  const isApart = (one: DOMRect, other: DOMRect): boolean =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) < 0.5 ||
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) < 0.5
  /** Where the words of an element end. */
  const endOf = (element: Element): number => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().right
  }
  return { all, seen, box, linesOf, isApart, endOf }
}

type InPage = ReturnType<typeof inPage>
type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>

interface State {
  path: string
  width: number
  height: number
}

/** What was found, in words; nothing where a rule holds. */
export type Found = readonly string[] | string | false

/** Where a rule is asked. */
type On = {
  /** Paths, or * for all pages, and sizes of the window, such as 320 or 320x568; without one the size of the device. */
  [device in Device]?: readonly [paths: string, sizes?: string]
}

interface Question extends On {
  name: string
  media?: readonly Media[]
}

export type InThePage = State & { look: InPage }
export type OnThePage = State & { look: JSHandle<InPage> }

/** What a rule is asked about, and what that has to be: a function in the page sees nothing from here. */
export type See = (at: InThePage & { of: string; is: string }) => Found | Promise<Found>

/** A rule that is asked in the page. */
interface Seen extends Question {
  see: See
  of?: string
  is?: string
}

/** A rule for which something is pressed, or the browser is asked. */
interface Acted extends Question {
  act(page: Page, at: OnThePage): Promise<Found>
}

export type Rule = Seen | Acted

/** The window in which pages are opened. */
const windows = {
  desktop: '1920x1080',
  phone: '390x844',
  desktopWithoutScript: '1920x1080',
  phoneWithoutScript: '390x844',
  largeLetters: '320x568',
  desktopOnWhite: '1440x900',
  phoneOnWhite: '390x900',
  office: '1440x900',
  officePhone: '390x844',
}

export type Device = keyof typeof windows

interface Asked {
  width: number
  height: number
  media: Media
  rules: Rule[]
}

function sizeOf(words: string): { width: number; height: number } {
  const [width = 0, height = 0] = words.split('x').map(Number)
  return { width, height }
}

export const windowOf = (device: Device): { width: number; height: number } => sizeOf(windows[device])

/** What the rules ask for; first that of a page that was just opened. */
function statesOf(rules: readonly Rule[], device: Device): Asked[] {
  const usual = windows[device]
  const states = new Map<string, Asked>([[usual, { ...sizeOf(usual), media: {}, rules: [] }]])
  for (const rule of rules)
    for (const words of (rule[device]?.[1] ?? usual).split(' '))
      for (const media of rule.media ?? [{}]) {
        const size = sizeOf(words.includes('x') ? words : `${words}x${sizeOf(usual).height}`)
        const key = [`${size.width}x${size.height}`, ...Object.values(media)].join(' ')
        const state = states.get(key) ?? { ...size, media, rules: [] }
        state.rules.push(rule)
        states.set(key, state)
      }
  const [first, ...others] = [...states]
  return [first, ...others.sort(([one], [other]) => (one < other ? -1 : 1))].flatMap((each) => (each ? [each[1]] : []))
}

const lightOnScreen = { media: 'screen', colorScheme: 'light', forcedColors: 'none' } as const

/** A busy machine draws late, and lists follow a new size of the window a little later. */
const mostTries = 10

/** Brings an open page into each state that its rules name, and asks them there. */
export async function faultsOf(page: Page, device: Device, path: string, rules: readonly Rule[]): Promise<string[]> {
  const faults: string[] = []
  const look = await page.evaluateHandle(inPage)
  for (const { media, rules: asked, ...size } of statesOf(rules, device)) {
    await page.setViewportSize(size)
    await page.emulateMedia({ ...lightOnScreen, ...media })
    for (const rule of asked) {
      const at = { path, ...size, look }
      const ask = (): Promise<Found> =>
        'see' in rule ? page.evaluate(rule.see, { of: rule.of ?? '', is: rule.is ?? '', ...at }) : rule.act(page, at)
      let found: readonly string[] = []
      for (let tries = 0; tries < ('see' in rule ? mostTries : 1); tries++) {
        await settle(page, device)
        found = [(await ask().catch(({ message }: Error) => message)) || []].flat()
        if (found.length === 0) break
      }
      const where = [device, path, `at ${size.width}x${size.height}`, ...Object.values(media)].join(' ')
      faults.push(...found.map((fault) => `${where}: ${rule.name}: ${fault}`))
    }
  }
  await page.emulateMedia(lightOnScreen)
  return faults
}

/** In the frame after a new size has been drawn; pages of the site at their beginning. Without a script no frame can be asked for. */
const settle = (page: Page, device: Device): Promise<void> =>
  page.evaluate(async (device) => {
    if (!device.startsWith('office')) {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      scrollTo({ top: 0, behavior: 'instant' })
    }
    if (device.endsWith('WithoutScript')) return
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, device)

export const isAsked = (rule: Rule, device: Device, path: string, isOfAll = true): boolean =>
  rule[device]?.[0] === '*' ? isOfAll : (rule[device]?.[0].split(' ').includes(path) ?? false)

const still = { reducedMotion: 'reduce' } as const
/** White takes the place of every picture. */
const onWhite = (phone: boolean) => async (t: TestContext) => {
  const opened = await visit(t, { ...still, phone, bypassCSP: true })
  const body = await drawn(opened.page, { width: 32, height: 16, type: 'image/png', ground: '#fff' })
  await opened.page.route(/\/(uploads|media)\//, (route) => route.fulfill({ body, contentType: 'image/png' }))
  return opened
}

type OpenPage = Awaited<ReturnType<typeof visit>>
export type SiteDevice = Exclude<Device, 'office' | 'officePhone'>

const opened: Record<SiteDevice, (t: TestContext) => Promise<Omit<OpenPage, 'server'>>> = {
  desktop: (t) => visit(t, still),
  phone: (t) => visit(t, { ...still, phone: true }),
  desktopWithoutScript: (t) => visit(t, { javaScriptEnabled: false }),
  phoneWithoutScript: (t) => visit(t, { phone: true, javaScriptEnabled: false }),
  largeLetters: async (t) => ({ page: await largeLetters(t), complaints: [], calls: [] }),
  desktopOnWhite: onWhite(false),
  phoneOnWhite: onWhite(true),
}

/** Opens each page of the site once, and asks it for all rules. */
export async function faultsOnSite(
  t: TestContext,
  device: SiteDevice,
  pages: readonly string[],
  rules: readonly Rule[],
): Promise<string[]> {
  const { page, complaints, calls } = await opened[device](t)
  const faults: string[] = []
  const named = rules.flatMap((rule) => rule[device]?.[0].split(' ') ?? [])
  for (const path of new Set([...pages, ...named.filter((each) => each !== '*')])) {
    await page.setViewportSize(windowOf(device))
    const response = await page.goto(path)
    const landed = `${response?.status()} ${new URL(page.url()).pathname}`
    const expected = `${path === '/no-such-page' ? 404 : 200} ${path.split('?')[0]}`
    if (landed !== expected) faults.push(`${device} ${path}: ${landed}`)
    if (!device.endsWith('WithoutScript')) await hydrated(page)
    const asked = rules.filter((rule) => isAsked(rule, device, path, pages.includes(path)))
    faults.push(...(await faultsOf(page, device, path, asked)))
  }
  faults.push(...complaints.filter((line) => !/404 \(Not Found\)/.test(line)))
  return [...faults, ...calls.map((call) => `asks for ${call}, which the HTML already has`)]
}

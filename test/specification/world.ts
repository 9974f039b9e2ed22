import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { goTo, openPage, type OpenPage, type PageOptions } from '../browser/browser.ts'
import { follow, openAsStaff, type StaffOptions } from '../browser/staff.ts'
import { admin, type Answer, type Site, type TestServer } from '../server.ts'

const root = new URL('../../', import.meta.url)
export const rootFolder = fileURLToPath(root)
export const readSource = (path: string): string => readFileSync(new URL(path, root), 'utf8')

export type Device = 'desktop' | 'phone'

/** What the rows look at: one server with the starter content, by calls and in one Chromium. */
export interface World<Server extends Site = TestServer> {
  /** Of the row: what it opens is closed after it. */
  t: TestContext
  server: Server
  /** The text of a file of the sources, or of what is built from them. */
  read(path: string): string
  /** A page as a visitor has it. All rows share it, so they leave it as it was; the rows of one page stand together, as each opens one. */
  seen(path: string, device?: Device): Promise<Page>
  /** A screen of the back office as an administrator has it, shared in the same way. */
  office(path: string): Promise<Page>
  /** A page of the row alone, which it may change; with `clock` it has a `page.clock`. */
  visit(path: string, options?: PageOptions & { clock?: boolean }): Promise<OpenPage & { server: Server }>
  staff(path: string, options?: StaffOptions): Promise<OpenPage & { server: Server }>
  /** The answer to a call: of a visitor, or of an administrator. */
  ask(path: string, input?: object): Promise<Answer>
  asStaff(path: string, input?: object): Promise<Answer>
}

/** Makes the world of each row. */
export function createWorlds<Server extends Site>(
  whole: TestContext,
  server: Server,
  login: { username: string; password: string } = admin,
  read = readSource,
): (t: TestContext) => World<Server> {
  const pages = new Map<Device, Promise<Page>>()
  let desk: Promise<Page> | undefined
  let headers: Promise<Record<string, string>> | undefined

  const open = async (device: Device): Promise<Page> =>
    (await openPage(whole, server.url, { phone: device === 'phone', reducedMotion: 'reduce' })).page
  const account = { name: login.username, password: login.password }

  return (t) => ({
    t,
    server,
    read,
    async seen(path, device = 'desktop') {
      const opened = pages.get(device) ?? open(device)
      pages.set(device, opened)
      const page = await opened
      if (page.url() !== server.url + path) await goTo(page, path)
      return page
    },
    async office(path) {
      const options = { ...account, viewport: { width: 1920, height: 1080 } }
      desk ??= openAsStaff(whole, server, path, options).then(({ page }) => page)
      const page = await desk
      if (page.url() !== server.url + path) await follow(page, path)
      return page
    },
    async visit(path, { clock = false, ...options } = {}) {
      const opened = await openPage(t, server.url, options)
      if (clock) await opened.page.clock.install()
      await goTo(opened.page, path)
      return { ...opened, server }
    },
    async staff(path, options = {}) {
      return { ...(await openAsStaff(t, server, path, { ...account, ...options })), server }
    },
    ask: (path, input = {}) => server.post(path, input),
    async asStaff(path, input = {}) {
      headers ??= server.signIn(login)
      return server.post(path, input, { headers: await headers })
    },
  })
}

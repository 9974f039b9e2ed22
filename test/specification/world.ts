import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { goTo, visit, type Visit } from '../browser/browser.ts'
import { follow, staff } from '../browser/staff.ts'
import type { Answer, TestServer } from '../server.ts'

type Device = 'desktop' | 'phone'
type VisitOptions = NonNullable<Parameters<typeof visit>[1]>
type StaffOptions = NonNullable<Parameters<typeof staff>[2]>

/** What the rows look at: one server with the starter content, by calls and in one Chromium. */
export interface World {
  /** Of the row: what it opens is closed after it. */
  t: TestContext
  server: TestServer
  /** A page as a visitor has it. All rows share it, so they leave it as it was; the rows of one page stand together, as each opens one. */
  seen(path: string, device?: Device): Promise<Page>
  /** A screen of the back office as an administrator has it, shared in the same way. */
  office(path: string): Promise<Page>
  /** A page of the row alone, which it may change. */
  visit(path: string, options?: VisitOptions): Promise<Visit>
  staff(path: string, options?: StaffOptions): Promise<Visit>
  /** The answer to a call: of a visitor, or of an administrator. */
  ask(path: string, input?: object): Promise<Answer>
  asStaff(path: string, input?: object): Promise<Answer>
}

/** Makes the world of each row. */
export function createWorlds(whole: TestContext, server: TestServer): (t: TestContext) => World {
  const pages = new Map<Device, Promise<Page>>()
  let desk: Promise<Page> | undefined
  let headers: Promise<Record<string, string>> | undefined

  const open = async (device: Device): Promise<Page> =>
    (await visit(whole, { server, phone: device === 'phone', reducedMotion: 'reduce' })).page

  return (t) => ({
    t,
    server,
    async seen(path, device = 'desktop') {
      const opened = pages.get(device) ?? open(device)
      pages.set(device, opened)
      const page = await opened
      if (page.url() !== server.url + path) await goTo(page, path)
      return page
    },
    async office(path) {
      desk ??= staff(whole, path, { server, viewport: { width: 1920, height: 1080 } }).then(({ page }) => page)
      const page = await desk
      if (page.url() !== server.url + path) await follow(page, path)
      return page
    },
    async visit(path, options = {}) {
      const visited = await visit(t, { server, ...options })
      await goTo(visited.page, path)
      return visited
    },
    staff: (path, options = {}) => staff(t, path, { server, ...options }),
    ask: (path, input = {}) => server.post(path, input),
    async asStaff(path, input = {}) {
      headers ??= server.signIn()
      return server.post(path, input, { headers: await headers })
    },
  })
}

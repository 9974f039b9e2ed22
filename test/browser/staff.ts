import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { admin, type Site, type TestServer } from '../server.ts'
import { openPage, ownServer, type PageOptions, sharedServer, type Visit } from './browser.ts'

export async function signIn(page: Page, name = admin.username, password = admin.password): Promise<void> {
  // A remembered name appears later than the page, and would be joined to what is being typed.
  await page.waitForFunction(
    () =>
      localStorage.getItem('userInfo') === null || document.querySelector<HTMLInputElement>('[name=username]')?.value,
  )
  await page.getByLabel('登录账号').fill(name)
  await page.getByLabel('登录密码', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '立即登录' }).click()
}

export interface Login {
  /** As after ticking 记住密码. */
  remember?: boolean
  name?: string
  password?: string
}

interface Options extends PageOptions, Login {
  server?: TestServer
  own?: boolean
}

/** What the login screen leaves in a browser. */
interface Session {
  cookies: { name: string; value: string; url: string }[]
  stored: Record<string, string>
}

/** Signs in by a call. */
async function newSession(server: Site, login: object): Promise<Session> {
  const { code, msg, headers, data } = await server.post('/v1/indexLogin/loginAuth', login)
  if (code !== 200) throw new Error(`could not sign in: ${code} ${msg}`)
  const { userId, session, itemId, auth, sysName, logo, isDeadlineToken } = data
  const cookies = headers.getSetCookie().map((cookie) => {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? []
    return { name, value, url: server.url }
  })
  return {
    cookies,
    stored: { userId, token: session, itemId, auth, sysName, logo, isDeadlineToken: `${isDeadlineToken}` },
  }
}

/** An account of its own for each test, on the server that they share. */
export async function account(
  role: string,
  name: string,
): Promise<{ server: TestServer; name: string; password: string }> {
  const server = await sharedServer()
  const { data } = await server.post('/v1/account/save', { name, role }, { headers: await server.signIn() })
  return { server, name, password: data.password }
}

/** The everyday tests draw nothing that moves, which takes a third of the browser's time; the others do. */
const isStill = process.env.TEST_MOTION === 'reduce'

/** Signed in, and on the page that was asked for. */
export async function staff(t: TestContext, path: string, options: Options = {}): Promise<Visit> {
  const { own, server = await (own ? ownServer(t) : sharedServer()), remember, name, password, ...rest } = options
  const still = isStill ? ({ reducedMotion: 'reduce' } as const) : {}
  const opened = await openPage(t, server.url, {
    ...(!rest.phone && { viewport: { width: 1440, height: 900 } }),
    ...still,
    ...rest,
  })
  await enterOffice(opened.page, server, path, options)
  return { ...opened, server }
}

/** Signs in in a browser where nobody is signed in, and goes to the page that is asked for. */
export async function enterOffice(page: Page, server: Site, path: string, login: Login): Promise<void> {
  const { remember = false, name = admin.username, password = admin.password } = login
  const { cookies, stored } = await newSession(server, { username: name, password, remember })
  await page.context().addCookies(cookies)
  await page.addInitScript((values) => {
    // A sandboxed frame has neither cookies nor a storage.
    if (window !== top || !document.cookie.includes('item_in=1') || localStorage.getItem('token') !== null) return
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  }, stored)
  await page.goto(path)
  await page.locator('.layout').waitFor({ state: 'attached' })
}

/** As a link does, so that no form is lost. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path)

/** The form of a new picture of the carousel, with this title. */
export async function newPhoto(page: Page, title?: string): Promise<Locator> {
  await page.getByRole('button', { name: '上传图片' }).first().click()
  const dialog = page.getByRole('dialog', { name: '上传图片' })
  if (title !== undefined) await dialog.getByLabel('标题').fill(title)
  return dialog
}

/** The form of the record in a row, once its fields are filled; without words the first row's. */
export async function editing(page: Page, name: string, words = ''): Promise<Locator> {
  await row(page, words).locator('.row-title').first().click()
  const dialog = page.getByRole('dialog', { name })
  const title = dialog.locator('[name=coverName], [name=newTitle], [name=photoTitle]')
  await eventually(async () => (await title.inputValue()) !== '', 'the fields are filled')
  return dialog
}

/** The question that is asked before something is lost. */
export const question = (page: Page): Locator => page.getByRole('dialog', { name: '提示' })

/** Presses 全部发布, which asks where a product has no picture or no text. */
export async function publishAll(
  page: Page,
  press: (button: Locator) => Promise<unknown> = (button) => button.click(),
) {
  await press(page.getByRole('button', { name: /^全部发布/ }))
  const anyway = page.getByRole('button', { name: '仍然发布' })
  await anyway
    .or(page.getByText(/已发布 ?\d/))
    .first()
    .waitFor()
  if (await anyway.isVisible()) await press(anyway)
}

/** Signs in again, in the dialog that opens over a form when the session has ended. */
export async function signInAgain(page: Page): Promise<void> {
  const again = page.getByRole('dialog', { name: /登录/ }).last()
  await again.getByLabel('登录密码', { exact: true }).fill(admin.password)
  await again.getByRole('button', { name: /登录/ }).last().click()
}

export const stored = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))
/** Without the device cookie, which stays after the session so that the account knows the browser again. */
export const cookieNames = async (page: Page): Promise<string[]> =>
  (await page.context().cookies()).flatMap(({ name }) => (name.startsWith('item_device_') ? [] : [name]))

/** Nothing is left to save in the form of a group of settings. */
export const allSaved = (page: Page, title: string): Promise<void> =>
  page.locator(`form[aria-label="${title}"] button[type=submit][aria-disabled=true][aria-busy=false]`).waitFor()

export const row = (page: Page, words: string): Locator => page.getByRole('row').filter({ hasText: words })
/** What a group of the settings says when it is saved. */
export const groupSaved = /^“.+”修改成功！$/
export const toast = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByText(words, { exact: true }).first().waitFor()
/** Saves a form by its button, and waits until the message says so. */
export async function save(form: Page | Locator, message: string | RegExp): Promise<void> {
  const page = 'page' in form ? form.page() : form
  await form.getByRole('button', { name: /^(确定|保存|发布|更新)$/ }).click()
  await publishAsItIs(page, message)
}

/** Answers the question about what a new product lacks, where it is asked, and waits for the message. */
export async function publishAsItIs(page: Page, message: string | RegExp): Promise<void> {
  // Tests are seldom about all that a product may have.
  const lacking = question(page).filter({ hasText: '还没有' }).getByRole('button', { name: '仍然发布' })
  await lacking
    .or(page.getByText(message, { exact: true }))
    .first()
    .waitFor()
  if (await lacking.isVisible()) await lacking.click()
  await toast(page, message)
}

/** As when its window is shown again after another one. */
export const shownAgain = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Shows the window again until the page has noticed what is new: it does not ask while an earlier question is on its way. */
export const shownUntil = (page: Page, noticed: Locator): Promise<void> =>
  eventually(async () => {
    await shownAgain(page)
    // A window that is shown again all the time has no time left to draw.
    return noticed.waitFor({ timeout: 1000 }).then(
      () => true,
      () => false,
    )
  }, 'the page has noticed')

/** The tabs of the views that are open. */
export const strip = (page: Page): Locator => page.getByRole('navigation', { name: '已打开的页面' })
export const menu = (page: Page): Locator => page.getByRole('navigation', { name: '后台菜单' })

/** The menu under the person's name. */
export async function pick(page: Page, words: string): Promise<void> {
  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: words }).click()
}

/** Waits until a dialog has slid into its place. */
export const animationEnds = (dialog: Locator): Promise<unknown> =>
  dialog.evaluate(async (element) => {
    const moves = (): boolean => element.getAnimations().some(({ playState }) => playState === 'running')
    while (moves()) await new Promise(requestAnimationFrame)
  })

/** Gives the window another size, and waits until menu and lists have followed. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.locator(size.width < 992 ? '.layout.mobile' : '.layout:not(.mobile)').waitFor()
  // Columns are chosen in the frame after the menu has gone.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Drags a handle onto another item. */
export async function drag(page: Page, handle: Locator, onto: Locator): Promise<void> {
  const [from, to] = [await handle.boundingBox(), await onto.boundingBox()]
  if (!from || !to) throw new Error('not in sight')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 4 })
  await page.mouse.up()
}

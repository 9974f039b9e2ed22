import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { question, row, signIn, stored } from '../browser/staff.ts'
import { eventually } from '../eventually.ts'
import type { Site } from '../server.ts'
import { once } from './once.ts'
import type { Asked } from './row.ts'
import type { World } from './world.ts'

/** The rows of most checks can be asked of any server. */
export type AnyWorld = World<Site>

/** What the rows about the back office share. */

/** Of the view that is in front: the others stay behind it. */
export const shown = (locator: Locator): Locator => locator.filter({ visible: true })
export const texts = async (all: Locator): Promise<string[]> =>
  (await shown(all).allTextContents()).map((text) => text.trim())
export const heads = async (page: Page): Promise<string[]> =>
  (await texts(page.getByRole('columnheader'))).filter(Boolean)
export const widthOf = async (box: Locator): Promise<number> => (await box.boundingBox())?.width ?? 0
export const search = (page: Page): Locator => shown(page.getByRole('search'))
export const press = (inside: Page | Locator, name: string | RegExp): Promise<void> =>
  shown(inside.getByRole('button', { name, exact: true }))
    .first()
    .click()
export const says = (inside: Page | Locator, words: string | RegExp): Promise<void> =>
  shown(inside.getByText(words, { exact: true }))
    .first()
    .waitFor()
export const becomes = async <T>(wanted: T, read: () => Promise<T>): Promise<void> => {
  let last: T | undefined
  await eventually(
    async () => JSON.stringify((last = await read())) === JSON.stringify(wanted),
    `${JSON.stringify(wanted)} is shown`,
  ).catch(() => assert.deepEqual(last, wanted))
}

/** Something that is measured once, for each sentence that says what it is. */
export function measured<T>(measure: (world: AnyWorld) => Promise<T>) {
  const value = once(measure)
  return (wanted: T) => inOffice(async (world) => assert.deepEqual(await value(world), wanted))
}

export const inOffice = (check: Asked['check']): Asked => ({ asks: 'office', check })
type Look = (page: Page, world: AnyWorld) => unknown
/** What one sees of a screen, or of a list. */
export const screen = (path: string, look: Look): Asked =>
  inOffice(async (world) => look(await world.office(path), world))
export const onList = (path: string, look: Look): Asked =>
  inOffice(async (world) => look(await list(world, path), world))

/** A list in front, loaded. */
export async function list({ office }: Pick<AnyWorld, 'office'>, path: string): Promise<Page> {
  const page = await office(path)
  await page.locator(`.tab.current a[href="${path}"]`).waitFor()
  await shown(page.locator('.data[aria-busy=false]')).waitFor()
  return page
}

/** The same, asked for anew, with all rows. */
export async function freshList(world: Pick<AnyWorld, 'office'>, path: string): Promise<Page> {
  const page = await list(world, path)
  await press(search(page), '重置')
  await shown(page.locator('.data[aria-busy=false]')).waitFor()
  return page
}

/** What `look` finds in a dialog, which is closed afterwards, whatever is unsaved in it. */
export async function inDialog<T>(
  page: Page,
  title: string,
  open: () => Promise<unknown>,
  look: (dialog: Locator) => T | Promise<T>,
): Promise<T> {
  try {
    await open()
    const dialog = page.getByRole('dialog', { name: title, exact: true })
    await dialog.waitFor()
    return await look(dialog)
  } finally {
    await closeDialogs(page)
  }
}

/** Closes every dialog, whatever is unsaved in it. */
export async function closeDialogs(page: Page): Promise<void> {
  const open = shown(page.getByRole('dialog'))
  const discard = question(page).getByRole('button', { name: '放弃修改' })
  for (let left = await open.count(); left > 0; left = await open.count()) {
    if (await discard.isVisible()) await discard.click()
    else await page.keyboard.press('Escape')
    await becomes(true, async () => (await open.count()) !== left)
  }
  // The history follows in a task of its own, which would end the next step.
  await page.waitForFunction(() => !history.state?.dialogs)
}

/** The dialog of a button above a list, or of one in a row. */
export const formOf = <T>(page: Page, button: string, title: string, look: (form: Locator) => T | Promise<T>) =>
  inDialog(page, title, () => press(search(page), button), look)
export const rowForm = <T>(
  page: Page,
  name: string,
  button: '查看' | '编辑',
  title: string,
  look: (form: Locator) => T | Promise<T>,
) => inDialog(page, title, () => press(row(page, name), `${button}：${name}`), look)
export const fromMenu = <T>(page: Page, words: string, title: string, look: (dialog: Locator) => T | Promise<T>) =>
  inDialog(page, title, () => userMenu(page, words), look)
export async function userMenu(page: Page, words: string): Promise<void> {
  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: words }).click()
}

/** What fields say is wrong with them. */
export const errors = (inside: Page | Locator): Promise<string[]> =>
  texts(inside.locator('.field-error, .field-note.bad, .login-warning')).then((all) => all.filter(Boolean))
/** Types into a field, and leaves it. */
export async function type(field: Locator, value: string): Promise<void> {
  await field.fill(value)
  await field.blur()
}

const kinds = {
  product: {
    id: 'productId',
    save: '/v1/product/saveProduct',
    remove: '/v1/product/deleteProduct',
    title: 'coverName',
  },
  news: { id: 'newId', save: '/v1/news/saveNews', remove: '/v1/news/deleteNews', title: 'newTitle' },
  carousel: {
    id: 'photoId',
    save: '/v1/carousel/saveCarousel',
    remove: '/v1/carousel/deleteCarousel',
    title: 'photoTitle',
  },
  agent: { id: 'agentId', save: '/v1/agent/saveAgent', remove: '/v1/agent/deleteAgent', title: 'agentName' },
} as const
export type Kind = keyof typeof kinds

/** The records of a kind whose title has these words. */
export async function found({ asStaff }: AnyWorld, kind: Kind, title: string): Promise<Record<string, string>[]> {
  return (await asStaff(`/v1/${kind}/list`, { [kinds[kind].title]: title, limit: 100 })).data.data
}

/** Records of a row alone, gone after it, as are all others of the name. */
export async function made(world: AnyWorld, kind: Kind, title: string, ...more: object[]): Promise<void> {
  const { save, title: field } = kinds[kind]
  removedAfter(world, kind, title)
  for (const fields of more) {
    const { code, msg } = await world.asStaff(save, { [field]: title, ...fields })
    assert.equal(code, 200, msg)
  }
}
export function removedAfter(world: AnyWorld, kind: Kind, title: string): void {
  const { id, remove } = kinds[kind]
  world.t.after(async () => {
    for (const record of await found(world, kind, title)) await world.asStaff(remove, { [id]: record[id] })
  })
}

/** The ids of all records of a kind; `unwanted` ones are removed first. */
export async function recordsOf(world: AnyWorld, kind: Kind, unwanted: readonly string[] = []): Promise<string[]> {
  const { id, remove } = kinds[kind]
  for (const each of unwanted) await world.asStaff(remove, { [id]: each })
  return (await found(world, kind, '')).map((record) => record[id] ?? '')
}

/** The paths of the calls that a page makes meanwhile. */
export async function callsOf(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = []
  const note = (request: { method(): string; url(): string }): void => {
    if (request.method() !== 'GET') calls.push(new URL(request.url()).pathname)
  }
  page.on('request', note)
  try {
    await act()
  } finally {
    page.off('request', note)
  }
  return calls
}

export type FormPath = '/login' | '/dljm' | '/dailijiameng'
/** A form of people who are not signed in, whose time stands still but for the rows'. */
export const formPage = ({ timed }: AnyWorld, path: FormPath): Promise<Page> =>
  timed(path, path === '/dailijiameng' ? 'phone' : 'desktop')
/** The same, with nothing in its fields, and every button free again. */
export async function form(world: AnyWorld, path: FormPath): Promise<Page> {
  const page = await formPage(world, path)
  await page.clock.runFor(2000)
  for (const field of await page.locator('form input:not([type=checkbox])').filter({ visible: true }).all())
    await field.fill('')
  for (const box of await page.locator('form input[type=checkbox]').all()) await box.uncheck()
  return page
}

/** Where the login leads, what it leaves in the storage, and what it is filled in with the next time. */
export const signedIn = once(async ({ visit }) => {
  const page = await visit('/login')
  await page.getByRole('checkbox', { name: '记住密码' }).check()
  await signIn(page)
  await page.waitForURL('**/dashboard')
  const left = await stored(page)
  await page.context().clearCookies()
  await page.goto('/login')
  const fields = page.locator('form :is([name=username], [name=password])')
  const values = (): Promise<string[]> => Promise.all([0, 1].map((n) => fields.nth(n).inputValue()))
  await eventually(async () => !(await values()).includes(''), 'it is filled in')
  return { path: '/dashboard', stored: left, filled: await values() }
})

/** The back office of a new account that is no administrator's. */
export async function officeOf({ asStaff, staff }: AnyWorld, name: string, clock?: 'clock') {
  const { password } = (await asStaff('/v1/account/save', { name, role: 'editor' })).data
  return { page: await staff('/dashboard', { name, password }, clock), password }
}

export const newSecret = 'fresh-secret'
/** Fills in the dialog of the password, and presses 确定. */
export async function sendPassword(dialog: Locator, old: string): Promise<void> {
  await dialog.getByLabel('旧密码', { exact: true }).fill(old)
  for (const label of ['新密码', '确认密码']) await dialog.getByLabel(label, { exact: true }).fill(newSecret)
  await press(dialog, '确定')
}

/** An editor presses the name of the system, and changes the password. */
const editorsWalk = once(async (world) => {
  const name = '样例编辑'
  const { page, password } = await officeOf(world, name)
  await page.locator('.brand').click()
  const named = { dialogs: await page.getByRole('dialog').count(), buttons: await page.locator('button.brand').count() }
  await closeDialogs(page)
  await fromMenu(page, '修改密码', '修改密码', async (dialog) => {
    await press(dialog, '取消')
    await dialog.waitFor({ state: 'detached' })
  })
  await fromMenu(page, '修改密码', '修改密码', async (dialog) => {
    await sendPassword(dialog, password)
    await says(page, '修改成功！')
  })
  await world.server.signIn({ username: name, password: newSecret })
  return named
})
export const changesPassword: (world: World) => Promise<unknown> = editorsWalk
/** Who may not rename the system presses its name, and nothing opens. */
export const cannotRename = async (world: World): Promise<void> =>
  assert.deepEqual(await editorsWalk(world), { dialogs: 0, buttons: 0 })

/** A path that only leads to another. */
export async function leads(site: string, from: string, to: string): Promise<void> {
  const { status, headers } = await fetch(site + from, { redirect: 'manual' })
  assert.deepEqual([status, headers.get('location')], [302, to])
}

/** The password of the login is shown, and hidden again. */
export async function revealed(world: AnyWorld): Promise<void> {
  const page = await form(world, '/login')
  const kind = () => page.locator('[name=password]').getAttribute('type')
  assert.equal(await kind(), 'password')
  await press(page, '显示登录密码')
  assert.equal(await kind(), 'text')
  await press(page, '隐藏登录密码')
  assert.equal(await kind(), 'password')
}

import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { question, row, staff } from '../browser/staff.ts'
import type { Site } from '../server.ts'
import { closeDialogs, shown } from './office.ts'
import { once } from './once.ts'
import { product } from './wire.ts'
import type { World } from './world.ts'

/** What somebody reads who adds a product in the office, changes it and deletes it, cancelling first. */
interface SavedProduct {
  /** The calls that have saved it. */
  calls: string[]
  added: string
  changed: string
  /** The question before it is deleted. */
  asked: { title: string; words: string }
  leftByCancelling: number
  deleted: string
}

/** The message that has come since the last one that was read. */
export async function nextMessage(page: Page, among = '.toast'): Promise<string> {
  const words = await page.waitForFunction((among) => {
    const numberOf = ({ id }: Element): number => Number(id.replace('toast', ''))
    const note = [...document.querySelectorAll(among)].find((each) => numberOf(each) > (Object(window).lastRead ?? 0))
    if (note) Object.assign(window, { lastRead: numberOf(note) })
    return note?.querySelector('p')?.textContent
  }, among)
  return `${await words.jsonValue()}`
}

/** What is said to be wrong, once something is. */
export async function complaint(inside: Locator): Promise<string> {
  const words = shown(inside.locator('[role=alert], p.bad').filter({ hasText: /\S/ })).first()
  await words.waitFor()
  return words.innerText()
}

/** A form of a screen of the office, opened by its button until the row ends. */
export async function opened({ t, office }: World<Site>, path: string, button: string): Promise<Locator> {
  const page = await office(path)
  t.after(() => closeDialogs(page))
  await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
  return page.getByRole('dialog')
}

/** The form of the name and the logo of the office. */
export async function systemForm({ t, office }: World<Site>): Promise<Locator> {
  const page = await office('/dashboard')
  t.after(() => closeDialogs(page))
  await page.locator('button.brand').click()
  return page.getByRole('dialog')
}

/** Chooses files of so many bytes, by their names. */
export const chooseSized = (input: Locator, files: Readonly<Record<string, number>>): Promise<void> =>
  input.evaluate((element, files) => {
    const chosen = new DataTransfer()
    for (const [name, bytes] of Object.entries(files)) chosen.items.add(new File([new Uint8Array(bytes)], name))
    Object.assign(element, { files: chosen.files })
    element.dispatchEvent(new Event('change', { bubbles: true }))
  }, files)

/** Calls of a path fail with this message until the row ends. */
export async function failing(t: TestContext, page: Page, path: string, msg: string): Promise<void> {
  t.after(() => page.isClosed() || page.unroute(`**${path}`))
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: { code: 500, msg, data: null } }))
}

export const savedProduct = once<SavedProduct>(async ({ t, server, ask }) => {
  const { page, calls } = await staff(t, '/AdminProduct', { server })
  const [name, other] = ['走一遍的产品', '走完了的产品']

  await page.getByRole('button', { name: '新增', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.locator('[name=coverName]:enabled').fill(name)
  await form.getByRole('button', { name: '发布', exact: true }).click()
  // It has neither a picture nor a text.
  await question(page).getByRole('button', { name: '仍然发布' }).click()
  const added = await nextMessage(page)
  await form.waitFor({ state: 'detached' })

  await row(page, name).locator('.row-title').click()
  await form.locator(`[name=coverName][value="${name}"]`).waitFor()
  await form.locator('[name=coverName]:enabled').fill(other)
  await form.getByRole('button', { name: '更新', exact: true }).click()
  const changed = await nextMessage(page)
  await form.waitFor({ state: 'detached' })

  const remove = row(page, other).getByRole('button', { name: /^删除：/ })
  await remove.click()
  const asked = {
    title: await question(page).locator('h2').innerText(),
    words: await question(page).locator('.question').innerText(),
  }
  await question(page).getByRole('button', { name: '取消' }).click()
  await question(page).waitFor({ state: 'detached' })
  const leftByCancelling = (await ask(product.list, { coverName: other })).data.count

  await remove.click()
  await question(page).getByRole('button', { name: '删除' }).click()
  const deleted = await nextMessage(page)
  const saves = calls.filter((path) => /^\/v1\/(draft|product)\/(save|update|publish)/.test(path))
  return { calls: saves, added, changed, asked, leftByCancelling, deleted }
})

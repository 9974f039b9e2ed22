import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { question, row } from '../browser/staff.ts'
import type { Site } from '../server.ts'
import { png, pngOf } from '../media/pictures.ts'
import { callsOf, closeDialogs, shown } from './office.ts'
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

/** A screen of the office, whose messages so far count as read. */
export async function quietScreen({ office }: World<Site>, path: string): Promise<Page> {
  const page = await office(path)
  await page.locator('.toast').evaluateAll((all) => {
    const numbers = all.map(({ id }) => Number(id.replace('toast', '')))
    Object.assign(window, { lastRead: Math.max(Object(window).lastRead ?? 0, ...numbers) })
  })
  return page
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
export async function opened(world: World<Site>, path: string, button: string): Promise<Locator> {
  const page = await quietScreen(world, path)
  world.t.after(() => closeDialogs(page))
  await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name]:enabled').first().waitFor({ state: 'attached' })
  return dialog
}

/** The form of the name and the logo of the office. */
export async function systemForm(world: World<Site>): Promise<Locator> {
  const page = await quietScreen(world, '/dashboard')
  world.t.after(() => closeDialogs(page))
  await page.locator('button.brand').click()
  return page.getByRole('dialog')
}

const smallest = png().length + 12
/** A complete picture of so many bytes in three parts: only the length of the middle one is told to the page. */
function pictureParts(bytes: number) {
  const picture = pngOf(Math.max(bytes, smallest + 1))
  const middle = picture.indexOf('sPLT') + 4
  const end = picture.length - png().length + middle - 8
  return {
    type: 'image/png',
    head: [...picture.subarray(0, middle)],
    middle: end - middle,
    tail: [...picture.subarray(end)],
  }
}

/** Chooses files of so many bytes, by their names. */
export const chooseSized = (input: Locator, files: Readonly<Record<string, number>>): Promise<void> =>
  input.evaluate(
    (element, files) => {
      const chosen = new DataTransfer()
      for (const { name, type, head, middle, tail } of files) {
        const parts = [new Uint8Array(head), new Uint8Array(middle).fill(0x61), new Uint8Array(tail)]
        chosen.items.add(new File(parts, name, { type }))
      }
      Object.assign(element, { files: chosen.files })
      element.dispatchEvent(new Event('change', { bubbles: true }))
    },
    Object.entries(files).map(([name, bytes]) => ({
      name,
      ...(name.endsWith('.png') ? pictureParts(bytes) : { type: '', head: [], middle: bytes, tail: [] }),
    })),
  )

/** Calls of a path fail with this message until the row ends. */
export async function failing(t: TestContext, page: Page, path: string, msg: string): Promise<void> {
  t.after(() => page.isClosed() || page.unroute(`**${path}`))
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: { code: 500, msg, data: null } }))
}

export const savedProduct = once(async (world): Promise<SavedProduct> => {
  const page = await quietScreen(world, '/AdminProduct')
  const walk = saveProduct(page, world)
  const calls = await callsOf(page, () => walk)
  return { calls: calls.filter((path) => /^\/v1\/(draft|product)\/(save|update|publish)/.test(path)), ...(await walk) }
})

async function saveProduct(page: Page, { ask }: World): Promise<Omit<SavedProduct, 'calls'>> {
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
  return { added, changed, asked, leftByCancelling, deleted }
}

import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { sharedServer, type Visit } from './browser.ts'
import { animationEnds, staff, toast } from './staff.ts'

export interface Writing extends Visit {
  newId: string
  dialog: Locator
  /** The text that is edited. */
  paper: Locator
  tool(name: string): Locator
  /** Through a menu of the toolbar. */
  choose(menu: string, choice: string): Promise<void>
  /** Selects as a mouse would: some words, or all from the first to the last of them. */
  select(from: string, to?: string): Promise<void>
  /** Puts the caret behind words. */
  after(words: string): Promise<void>
  keys(...all: string[]): Promise<void>
  /** Saves by the button of the form; resolves to what the server has stored. It may ask some questions first. */
  saved(questions?: number): Promise<string>
}

/** A piece of news of its own, open in its form. */
export async function writing(
  t: TestContext,
  content = '',
  options: Parameters<typeof staff>[2] = {},
): Promise<Writing> {
  const server = options.server ?? (await sharedServer())
  const { newId } = (
    await server.post(
      '/v1/news/saveNews',
      { newTitle: '一篇新闻', newInfo: content },
      { headers: await server.signIn() },
    )
  ).data
  const visited = await staff(t, `/AdminNews?edit=${newId}`, { server, ...options })
  const { page } = visited
  const dialog = page.getByRole('dialog', { name: '编辑新闻' })
  const paper = dialog.getByRole('textbox', { name: '新闻内容' })
  await dialog.getByRole('toolbar', { name: '格式工具' }).waitFor()
  await page.waitForFunction(
    (words) => document.querySelector('[contenteditable=true]')?.textContent === words,
    content.replace(/<[^>]*>/g, ''),
  )
  await animationEnds(dialog)
  await paper.focus()
  const tool = (name: string): Locator =>
    dialog.getByRole('toolbar', { name: '格式工具' }).getByRole('button', { name, exact: true })
  return {
    ...visited,
    newId,
    dialog,
    paper,
    tool,
    async choose(menu, choice) {
      await dialog.getByRole('button', { name: new RegExp(`^${menu}`) }).click()
      await dialog.locator('.editor-menu').getByText(choice, { exact: true }).click()
    },
    select: (from, to = from) => selectWords(page, from, to),
    async after(words) {
      await selectWords(page, words, words)
      await page.evaluate(() => getSelection()?.collapseToEnd())
    },
    async keys(...all) {
      for (const key of all) await page.keyboard.press(key)
    },
    async saved(questions = 0) {
      await dialog.getByRole('button', { name: '更新' }).click()
      for (let asked = 0; asked < questions; asked++) await page.getByRole('button', { name: '仍然发布' }).click()
      await toast(page, '修改成功！')
      await dialog.waitFor({ state: 'detached' })
      return (await server.post('/v1/news/detailNews', { newId })).data.newInfo
    },
  }
}

const selectWords = (page: Page, from: string, to: string): Promise<void> =>
  page.evaluate(
    ([first, last]) => {
      const paper = document.querySelector('[contenteditable=true]')
      if (!paper) throw new Error('nothing can be written')
      const walker = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      let begun = false
      for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
        const [start, end] = [text.data.indexOf(first ?? ''), text.data.indexOf(last ?? '')]
        if (!begun && start >= 0) range.setStart(text, start)
        begun ||= start >= 0
        if (!begun || end < 0) continue
        range.setEnd(text, end + (last ?? '').length)
        getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
        return
      }
      throw new Error(`not there: ${first} … ${last}`)
    },
    [from, to],
  )

export const type = (page: Page, words: string): Promise<void> => page.keyboard.type(words)

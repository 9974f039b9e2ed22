import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { user } from '../accounts.ts'
import { startServer, type TestServer } from '../server.ts'
import type { Visit } from './browser.ts'
import { row, staff } from './staff.ts'

export const body = '<p>第一段，说的是开工。</p><p>第二段，说的是塔机。</p><p>第三段，说的是验收。</p>'

interface Pair {
  server: TestServer
  newId: string
  mine: Visit
  theirs: Visit
}

/** Two people at two computers, both with the same piece of news open. */
export async function pair(t: TestContext): Promise<Pair> {
  const server = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  assert.equal((await user(server.folder, ['add', '张三', '--password-stdin'], 'colleague-secret\n')).code, 0)
  const { data } = await server.post(
    '/v1/news/saveNews',
    { newTitle: '一篇新闻', newIntro: '原来的描述', newInfo: body },
    { headers: await server.signIn() },
  )
  const mine = await staff(t, '/AdminNews', { server })
  const theirs = await staff(t, '/AdminNews', { server, name: '张三', password: 'colleague-secret' })
  for (const { page } of [mine, theirs]) {
    await row(page, '一篇新闻')
      .getByRole('button', { name: /^编辑：/ })
      .click()
    await page.locator('[contenteditable=true]', { hasText: '第三段' }).waitFor()
  }
  return { server, newId: data.newId, mine, theirs }
}

export const form = (page: Page): Locator => page.getByRole('dialog', { name: '编辑新闻' })
export const stored = async ({ server, newId }: Pair) => (await server.post('/v1/news/detailNews', { newId })).data

/** Behind some words of the body. */
export async function typeAfter(page: Page, words: string, typed: string): Promise<void> {
  await page.evaluate((text) => {
    const paper = document.querySelector<HTMLElement>('[contenteditable=true]')
    const walker = document.createTreeWalker(paper as Node, NodeFilter.SHOW_TEXT)
    let node = walker.nextNode() as Text | null
    while (node && !node.data.includes(text)) node = walker.nextNode() as Text | null
    paper?.focus()
    if (node) getSelection()?.collapse(node, node.data.indexOf(text) + text.length)
  }, words)
  await page.keyboard.type(typed)
}

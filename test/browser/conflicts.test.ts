import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { user } from '../accounts.ts'
import { startServer, type TestServer } from '../server.ts'
import { browserTest, seriousFaults, type Visit } from './browser.ts'
import { editing, row, save, staff, toast } from './staff.ts'

const body = '<p>第一段，说的是开工。</p><p>第二段，说的是塔机。</p><p>第三段，说的是验收。</p>'

interface Pair {
  server: TestServer
  newId: string
  mine: Visit
  theirs: Visit
}

/** Two people at two computers, both with the same piece of news open. */
async function pair(t: TestContext): Promise<Pair> {
  const server = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  assert.equal((await user(server.folder, ['add', '张三', '--password-stdin'], 'colleague-secret\n')).code, 0)
  const { data } = await server.post(
    '/v1/news/saveNews', { newTitle: '一篇新闻', newIntro: '原来的描述', newInfo: body }, { headers: await server.signIn() },
  )
  const mine = await staff(t, '/AdminNews', { server, bypassCSP: true })
  const theirs = await staff(t, '/AdminNews', { server, name: '张三', password: 'colleague-secret' })
  for (const { page } of [mine, theirs]) {
    await row(page, '一篇新闻').getByRole('button', { name: /^编辑：/ }).click()
    await page.waitForFunction(() => (document.querySelector<HTMLInputElement>('dialog [name=newTitle]')?.value ?? '') !== '')
  }
  return { server, newId: data.newId, mine, theirs }
}

const form = (page: Page): Locator => page.getByRole('dialog', { name: '编辑新闻' })

const stored = async ({ server, newId }: Pair) => (await server.post('/v1/news/detailNews', { newId })).data

/** Behind some words of the body. */
async function typeAfter(page: Page, words: string, typed: string): Promise<void> {
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

browserTest('I change the description, a colleague the body: both are saved without a prompt, and a message says so', async (t) => {
  const both = await pair(t)
  const { mine, theirs } = both
  await typeAfter(theirs.page, '第二段', '（新）')
  await save(form(theirs.page), '修改成功！')
  await form(mine.page).getByLabel('封面描述').fill('我的描述')
  await save(form(mine.page), '修改成功！')
  await toast(mine.page, '已与张三的修改合并：对方改了新闻内容')
  const { newIntro, newInfo } = await stored(both)
  assert.equal(newIntro, '我的描述')
  assert.equal(newInfo, body.replace('第二段', '第二段（新）'))
  assert.deepEqual(mine.complaints.filter((each) => !each.includes('409')), [])
})

browserTest('where both changed the same, one chooses field by field, and nothing of either is lost unnoticed', async (t) => {
  const both = await pair(t)
  const { mine, theirs } = both
  await typeAfter(theirs.page, '第二段', '（张三改）')
  await form(theirs.page).getByLabel('新闻标题').fill('张三的标题')
  await form(theirs.page).getByLabel('封面描述').fill('张三的描述')
  await save(form(theirs.page), '修改成功！')

  const { page } = mine
  await typeAfter(page, '第三段', '（我改）')
  await typeAfter(page, '第二段', '（我也改）')
  await form(page).getByLabel('新闻标题').fill('我的标题')
  await form(page).getByRole('button', { name: '更新' }).click()
  const dialog = page.getByRole('dialog', { name: '内容已被修改' })
  await dialog.getByText(/张三 于 \d{4}-.* 也修改了新闻标题、新闻内容/).waitFor()
  assert.equal(await dialog.getByRole('group').count(), 2)
  assert.equal(await dialog.getByRole('radio', { checked: true }).count(), 0, 'nothing is preselected')
  await dialog.getByText('封面描述 对方已改，将保留').waitFor()
  const content = dialog.getByRole('group', { name: '新闻内容' })
  await content.locator('.version').nth(1).waitFor()
  assert.deepEqual(await content.locator('ins').allTextContents(), ['（我也改）', '（张三改）'])
  assert.equal(await content.locator('del').count(), 0)
  assert.deepEqual(await seriousFaults(page), [])

  await dialog.getByRole('button', { name: '保存' }).focus()
  await page.keyboard.press('Enter')
  assert.equal(
    await dialog.getByRole('radio').first().evaluate((radio) => radio === document.activeElement), true, 'led to what is not chosen yet',
  )
  await dialog.getByText('还有 2 项没有选择：新闻标题、新闻内容').waitFor()
  assert.equal((await stored(both)).newTitle, '张三的标题')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await form(page).getByLabel('新闻标题').inputValue(), '我的标题')
  await page.locator('[type=submit][aria-disabled=false]').click()

  await dialog.getByRole('group', { name: '新闻标题' }).getByRole('radio', { name: /对方的/ }).check()
  await content.getByRole('radio', { name: /我的/ }).focus()
  await page.keyboard.press('Space')
  await save(dialog, '修改成功！')
  const { newTitle, newIntro, newInfo } = await stored(both)
  assert.deepEqual([newTitle, newIntro], ['张三的标题', '张三的描述'])
  assert.equal(newInfo, body.replace('第二段', '第二段（我也改）').replace('第三段', '第三段（我改）'))
})

browserTest('two people change paragraphs of one text: each has its own, and only the one that both changed is asked for', async (t) => {
  const both = await pair(t)
  const { mine: { page }, theirs } = both
  await typeAfter(theirs.page, '第三段', '（张三改）')
  await save(form(theirs.page), '修改成功！')
  await typeAfter(page, '第二段', '（我改）')
  await save(form(page), '修改成功！')
  await toast(page, '已与张三的修改合并：对方改了新闻内容')
  assert.equal((await stored(both)).newInfo, body.replace('第二段', '第二段（我改）').replace('第三段', '第三段（张三改）'))

  for (const each of [page, theirs.page]) await editing(each, '编辑新闻', '一篇新闻')
  await typeAfter(theirs.page, '第一段', '（张三又改）')
  await typeAfter(theirs.page, '第三段', '（完）')
  await save(form(theirs.page), '修改成功！')
  await typeAfter(page, '第一段', '（我又改）')
  await form(page).getByRole('button', { name: '更新' }).click()
  const dialog = page.getByRole('dialog', { name: '内容已被修改' })
  await dialog.getByText('新闻内容：对方还改了 1 处，已合并。').waitFor()
  assert.deepEqual(await dialog.locator('ins').allTextContents(), ['（我又改）', '（张三又改）'])
  assert.deepEqual(await dialog.getByRole('radio').evaluateAll((all) => all.map((radio) => radio.getAttribute('aria-label'))),
    ['我的', '对方的（张三）', '两个都要'])
  await dialog.getByRole('radio', { name: '两个都要' }).check()
  assert.deepEqual(await seriousFaults(page), [])
  await dialog.getByRole('button', { name: '保存' }).click()
  await form(page).waitFor({ state: 'detached' })
  const paragraphs = (await stored(both)).newInfo.match(/<p>.*?<\/p>/g)
  assert.deepEqual(paragraphs, [
    '<p>第一段（我又改），说的是开工。</p>', '<p>第一段（张三又改），说的是开工。</p>', '<p>第二段（我改），说的是塔机。</p>',
    '<p>第三段（完）（张三改），说的是验收。</p>',
  ])
})

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest } from '../../browser/browser.ts'
import { question, toast } from '../../browser/staff.ts'
import { type, writing } from '../../browser/writing.ts'

/** As long as an article may be, so that the cache of its blocks is used. */
const blocks = Array.from({ length: 400 }, (_, at) =>
  at % 7 === 3
    ? `<ul><li>第${at}项</li><li>续${at}</li></ul>`
    : `<p>第${at}段，<strong>塔机</strong>安全监测系统实时采集起重量。</p>`,
)
const article = blocks.join('')
const draftOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('zhuzhan.draft.'))
    return key === undefined ? undefined : (JSON.parse(localStorage.getItem(key) ?? '{}').values.newInfo as string)
  })

browserTest(
  'a key in a long article marks the form as changed at once, soon makes a draft, and Ctrl+S right after it saves it',
  async (t) => {
    const { page, server, newId, dialog, after } = await writing(t, article)
    await after('第200段，')
    await page.keyboard.press('a')
    assert.equal(await dialog.getByText('有未保存的修改').count(), 1)
    const wanted = article.replace('第200段，', '第200段，a')
    await page.waitForFunction(() => Object.keys(localStorage).some((name) => name.startsWith('zhuzhan.draft.')))
    assert.equal(await draftOf(page), wanted)
    // Both keys reach the page before it has a moment for anything else.
    await Promise.all([page.keyboard.press('b'), page.keyboard.press('Control+s')])
    await toast(page, '草稿已保存')
    const { data } = await server.post(
      '/v1/draft/detail',
      { kind: 'news', id: newId },
      { headers: await server.signIn() },
    )
    assert.equal(data.fields.newInfo, article.replace('第200段，', '第200段，ab'))
    assert.equal(await draftOf(page), undefined)
  },
)

browserTest('leaving the page right after a key keeps a draft with that key', async (t) => {
  const { page, after } = await writing(t, article)
  await after('第100段，')
  await page.keyboard.press('a')
  page.on('dialog', (asked) => void asked.accept())
  await page.reload()
  assert.equal(await draftOf(page), article.replace('第100段，', '第100段，a'))
})

browserTest(
  'in a long article each key, Enter, list, cut and paste is saved as it is, and undone one after the other',
  async (t) => {
    const { page, paper, tool, keys, select, after, saved } = await writing(t, article)
    const now = (): Promise<string> => paper.evaluate((element) => element.innerHTML)
    const states: string[] = []
    const step = async (act: () => Promise<unknown>): Promise<void> => {
      states.push(await now())
      await act()
    }
    await after('第11段，')
    // At once: a pause of a second between two keys, on a busy machine, would make them two steps.
    await step(() => page.keyboard.insertText('甲乙'))
    await step(() => keys('Enter'))
    await after('续150')
    await step(() => keys('Enter'))
    await step(() => type(page, '丙'))
    await select('第300段', '第302段')
    await step(() => tool('加粗').click())
    await select('第350段', '第352段，')
    await step(() => keys('Delete'))
    await select('第390段')
    await step(() => type(page, '丁'))
    const last = await now()
    for (const state of [...states].reverse()) {
      await keys('Control+z')
      assert.equal(await now(), state)
    }
    assert.equal(await tool('撤销').getAttribute('aria-disabled'), 'true')
    for (const state of [...states.slice(1), last]) {
      await keys('Control+y')
      assert.equal(await now(), state)
    }
    await keys('Control+z', 'Control+z', 'Control+z')
    assert.equal(
      await saved(),
      article
        .replace('<p>第11段，<strong>塔机</strong>', '<p>第11段，甲乙</p><p><strong>塔机</strong>')
        .replace('<li>续150</li>', '<li>续150</li><li>丙</li>'),
    )
  },
)

browserTest(
  'while a dialog is over the form, the caret is not in the text behind it; afterwards the text goes on where it was',
  async (t) => {
    const { page, dialog, tool, after, saved } = await writing(t, '<p>第一段</p><p>第二段</p>')
    const prompt = question(page)
    const caretInText = () =>
      page.evaluate(() => document.querySelector('.editor-paper')?.contains(getSelection()?.anchorNode ?? null))
    const closePrompt = async () => {
      await prompt.waitFor()
      assert.equal(await caretInText(), false)
      await page.keyboard.press('Escape')
      await prompt.waitFor({ state: 'detached' })
    }
    await after('第一段')
    await type(page, '写')
    await page.keyboard.press('Escape')
    await closePrompt()
    await type(page, '完')
    const cancel = dialog.getByRole('button', { name: '取消' })
    await cancel.click()
    await closePrompt()
    assert.equal(await cancel.evaluate((element) => element === document.activeElement), true)
    await tool('加粗').click()
    await type(page, '了')
    const title = dialog.getByLabel('新闻标题')
    await title.focus()
    await page.keyboard.press('Home')
    await type(page, '这')
    await page.keyboard.press('Escape')
    await closePrompt()
    await type(page, '是')
    assert.equal(await title.inputValue(), '这是一篇新闻')
    assert.equal(await saved(), '<p>第一段写完<strong>了</strong></p><p>第二段</p>')
  },
)

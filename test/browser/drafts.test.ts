import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { browserTest } from './browser.ts'
import { editing, follow, question, save, staff, toast } from './staff.ts'
import { settings, status } from './draftForm.ts'

const write = async (page: Page, words: string): Promise<void> => {
  await page.locator('[contenteditable=true]').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}

browserTest('an article is written, left as a draft, continued, published, changed again, and taken off', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminNews', { own: true })
  const found = async (): Promise<{ newId: string; newInfo: string; newTitle: string }[]> =>
    (await server.post('/v1/news/list', { newTitle: '封顶' })).data.data
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const added = page.getByRole('dialog', { name: '新增新闻' })
  await added.getByLabel('新闻标题').fill('三号楼封顶')
  await page.keyboard.press('Enter')
  await page.keyboard.type('今天上午，')
  await page.keyboard.press('Control+s')
  const saved = page.getByRole('dialog', { name: '编辑新闻' })
  await status(saved, '草稿已保存')
  // The caret is where it was.
  await page.keyboard.type('三号楼封顶。')
  await saved.getByRole('button', { name: '保存草稿' }).click()
  await status(saved, '草稿已保存')
  assert.deepEqual(await found(), [], 'visitors see nothing of it')
  await page.keyboard.press('Escape')
  await saved.waitFor({ state: 'detached' })
  assert.deepEqual(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('zhuzhan.draft.'))),
    [],
  )

  const headers = await server.signIn()
  const { data } = await server.post('/v1/news/list', { show: 'drafts' }, { headers })
  const [{ newId }] = data.data
  await follow(page, `/AdminNews?edit=${newId}`)
  const dialog = page.getByRole('dialog', { name: '编辑新闻' })
  await dialog.getByText('草稿', { exact: true }).first().waitFor()
  assert.equal(await dialog.locator('[contenteditable=true]').innerText(), '今天上午，三号楼封顶。')
  await save(dialog, '发布成功！')
  assert.deepEqual(
    (await found()).map(({ newTitle }) => newTitle),
    ['三号楼封顶'],
  )

  const again = await editing(page, '编辑新闻', '三号楼封顶')
  await write(page, '还有图。')
  await again.getByRole('button', { name: '保存草稿' }).click()
  await again.getByText('已发布·有未发布的修改').first().waitFor()
  const detail = async (): Promise<string> => (await server.post('/v1/news/detailNews', { newId })).data.newInfo
  assert.equal(await detail(), '<p>今天上午，三号楼封顶。</p>')
  await save(again, '修改成功！')
  assert.equal(await detail(), '<p>今天上午，三号楼封顶。还有图。</p>')

  const publishAt = chinaTime(Date.now() + 86_400_000).slice(0, 19)
  await server.post('/v1/draft/save', { kind: 'news', id: newId, fields: {}, publishAt }, { headers })
  const last = await editing(page, '编辑新闻', '三号楼封顶')
  const options = await settings(last)
  await options.getByText('发布日期、置顶、下线').click()
  await options.getByRole('button', { name: '下线' }).click()
  await question(page).getByRole('button', { name: '下线' }).click()
  await toast(page, '已下线。草稿的定时发布已取消')
  await options.getByRole('button', { name: '完成' }).click()
  await last.getByText('草稿', { exact: true }).first().waitFor()
  assert.deepEqual(await found(), [])
  assert.equal(await last.getByRole('button', { name: '发布', exact: true }).count(), 1)
  assert.deepEqual(
    complaints.filter((each) => !each.includes('404')),
    [],
  )
})

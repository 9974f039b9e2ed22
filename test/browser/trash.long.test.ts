import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { browserTest } from './browser.ts'
import { count, ready, rows, titles } from './lists.ts'
import { menu, question, row, staff, toast } from './staff.ts'
import { remove, tab } from './deleting.ts'

const focusOn = (page: Page, title: string) =>
  page.waitForFunction(
    (words) => document.activeElement?.matches('tbody tr') && document.activeElement.textContent?.includes(words),
    title,
  )

browserTest('a deleted record is back in its place after 撤销, also from another screen', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminNews', { own: true })
  const published = async (): Promise<number> => (await server.post('/v1/news/list')).data.count
  await rows(page).nth(9).waitFor()
  const before = await titles(page, 'newTitle')
  const [, second = ''] = before
  await remove(page, second)
  assert.equal(await published(), 23)
  await page.getByRole('button', { name: '撤销' }).click()
  await toast(page, '已撤销删除')
  await row(page, second).waitFor()
  assert.deepEqual(await titles(page, 'newTitle'), before)
  await focusOn(page, second)
  assert.equal(await published(), 24)

  await remove(page, second)
  await menu(page).getByRole('link', { name: '产品管理' }).click()
  await rows(page).first().waitFor()
  await page.keyboard.press('Control+z')
  await eventually(async () => (await published()) === 24, 'the record is back')
  assert.deepEqual(complaints, [])
})

browserTest('several deleted records, drafts among them, come back by one 撤销', async (t) => {
  const { page, server, calls } = await staff(t, '/AdminNews', { own: true })
  const headers = await server.signIn()
  await server.post('/v1/draft/save', { kind: 'news', fields: { newTitle: '还是草稿' } }, { headers })
  await page.getByRole('button', { name: '查询' }).click()
  await row(page, '还是草稿').waitFor()
  const before = await titles(page, 'newTitle')
  for (const index of [0, 2, 3]) await page.getByRole('checkbox', { name: `选择：${before[index]}` }).check()
  await page.getByRole('button', { name: '删除所选 (3)' }).click()
  await question(page).getByRole('button', { name: '删除' }).click()
  await count(page, '共 22 条')
  await page.getByRole('button', { name: '撤销' }).click()
  await count(page, '共 25 条')
  assert.deepEqual(await titles(page, 'newTitle'), before)
  assert.equal(calls.filter((path) => path === '/v1/operation/undo').length, 1)
  assert.equal((await server.post('/v1/news/list')).data.count, 24, 'the draft is no article')
})

browserTest('deleted applications are brought back or erased, too', async (t) => {
  const { page, server } = await staff(t, '/AdminAgenttoJoin')
  for (const n of [1, 2])
    await server.post('/v1/agent/saveAgent', {
      agentInfo: `第${n}家公司`,
      agentName: `访客${n}`,
      phone: `1380000000${n}`,
    })
  await page.getByRole('button', { name: '查询' }).click()
  await remove(page, '访客1')
  await page.getByRole('button', { name: '撤销' }).click()
  await row(page, '访客1').waitFor()
  await remove(page, '访客1')
  await remove(page, '访客2')
  await tab(page, '已删除').click()
  await row(page, '第1家公司')
    .getByRole('button', { name: /^恢复：/ })
    .click()
  await row(page, '第1家公司').waitFor({ state: 'detached' })
  await row(page, '第2家公司')
    .getByRole('button', { name: /^彻底删除：/ })
    .click()
  await question(page).getByText('彻底删除后不能恢复。').waitFor()
  await question(page).getByRole('button', { name: '彻底删除' }).click()
  await page.getByText('回收站是空的').waitFor()
  await tab(page, '全部').click()
  await row(page, '访客1').waitFor()
  await ready(page)
  assert.equal(await rows(page).count(), 1)
  await remove(page, '访客1')
  await page.goto('/AdminInquiry')
  await tab(page, '已删除').click()
  await page.getByText('回收站是空的').waitFor()
})

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { account, question, row, staff, toast } from '../../browser/staff.ts'

const bar = (page: Page) => page.getByRole('region', { name: '正在进行的操作' })

browserTest(
  'what goes on is on every screen after a load, and is undone from the list, also by a colleague',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/dashboard', { own: true, bypassCSP: true })
    const headers = await server.signIn()
    const post = async (path: string, body: object) => (await server.post(path, body, { headers })).data
    const count = async (): Promise<number> => (await server.post('/v1/news/list')).data.count
    const { data: news } = await post('/v1/news/list', { limit: 2 })
    const rows = news.map(({ newId }: { newId: string }) => ({ kind: 'news', id: newId }))
    // As a tab that was closed has left it.
    await post('/v1/operation/start', { what: 'unpublish', rows, more: true })
    await page.goto('/AdminMedia')
    await bar(page).getByText('准备下线').waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    await bar(page).getByRole('button', { name: '继续' }).click()
    await toast(page, '已下线 2 条')
    assert.equal(await bar(page).getByRole('button').count(), 0)
    assert.equal(await count(), 22)

    await page.goto('/operations')
    const line = row(page, news[0].newTitle)
    await line.getByText('已下线 2 条').waitFor()
    await line.getByRole('button', { name: /^撤销：/ }).click()
    await question(page).getByText('撤销这次下线吗？共 2 条，后来又有人修改过的不动。').waitFor()
    await question(page).getByRole('button', { name: '撤销' }).click()
    await line.getByText('已撤销下线 2 条').waitFor()
    await line.getByText('撤销的人：admin').waitFor()
    assert.equal(await line.getByRole('button', { name: /^撤销：/ }).count(), 0)
    assert.equal(await count(), 24)

    await post('/v1/operation/start', { what: 'delete', rows })
    await page.goto('/log')
    const logged = page.getByRole('row').filter({ hasText: '删除新闻' })
    await logged
      .first()
      .getByRole('button', { name: /^撤销：/ })
      .click()
    await question(page).getByRole('button', { name: '撤销' }).click()
    await toast(page, '已撤销删除 2 条')
    assert.equal(await count(), 24)
    await logged
      .first()
      .getByRole('button', { name: /^撤销：/ })
      .click()
    await toast(page, '这次操作已经不能撤销了')
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'an editor undoes what an administrator has done, and what was changed since stays and is named',
  async (t) => {
    const { server, name, password } = await account('editor', '撤销的')
    const headers = await server.signIn()
    const post = async (path: string, body: object) => (await server.post(path, body, { headers })).data
    const ids: string[] = []
    for (const newTitle of ['撤销甲', '撤销乙'])
      ids.push((await post('/v1/draft/save', { kind: 'news', fields: { newTitle, newInfo: '<p>文</p>' } })).id)
    await post('/v1/operation/start', { what: 'publish', rows: ids.map((id) => ({ kind: 'news', id })) })
    await post('/v1/news/updateNews', { newId: ids[1], newTitle: '撤销乙改' })
    const { page } = await staff(t, '/operations', { name, password })
    await row(page, '撤销甲')
      .first()
      .getByRole('button', { name: /^撤销：/ })
      .click()
    await question(page).getByRole('button', { name: '撤销' }).click()
    await page.locator('.toast', { hasText: '已撤销发布 1 条，还有 1 条没有撤销' }).waitFor()
    await row(page, '撤销甲')
      .first()
      .getByText(/“撤销乙改”：后来又有人修改过（admin/)
      .waitFor()
  },
)

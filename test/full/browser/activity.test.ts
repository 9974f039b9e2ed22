import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, ownServer } from '../../browser/browser.ts'
import { ready } from '../../browser/lists.ts'
import { menu, staff } from '../../browser/staff.ts'
import { bytesOf } from '../../browser/waiting.ts'

/** The lines in words, the newest first. */
const shown = async (page: Page): Promise<string[]> =>
  (await page.getByRole('region', { name: '操作记录' }).locator('tbody tr').allInnerTexts()).map((text) =>
    text
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )

browserTest('what was done is listed in words, leads to the record, is searched and exported', async (t) => {
  const server = await ownServer(t)
  const headers = await server.signIn()
  const post = (path: string, body: object) => server.post(path, body, { headers })
  const { id } = (
    await post('/v1/draft/save', { kind: 'news', fields: { newTitle: '项目开工', newInfo: '<p>内容</p>' } })
  ).data
  await post('/v1/draft/publish', { kind: 'news', id })
  await post('/v1/news/deleteNews', { newId: 'never' })
  await post('/v1/site/update', { slogan: '口号' })
  await server.post('/v1/agent/saveAgent', { agentInfo: '加盟公司', agentName: '赵工', phone: '13900000009' })
  await server.post('/v1/indexLogin/loginAuth', { username: 'stranger', password: 'wrong' })

  const { page, complaints } = await staff(t, '/dashboard', { server, reducedMotion: 'reduce' })
  await menu(page).getByRole('link', { name: '代理加盟' }).click()
  await page.getByRole('button', { name: '赵工', exact: true }).click()
  await page.getByRole('dialog').getByText('还没有跟进记录。').waitFor()
  await page.keyboard.press('Escape')
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出' }).click()])
  await page.goto('/log')
  await page.getByText('共 9 条').waitFor()
  assert.deepEqual(
    (await shown(page)).map((line) => line.replace(/(查看客户线索) \S+/, '$1 NUMBER')),
    [
      'admin 导出客户线索 成功',
      'admin 查看客户线索 NUMBER 成功',
      'admin 登录 成功',
      '没有这个账号 登录 没有成功',
      'admin 网站设置 口号 成功',
      'admin 删除新闻 never 没有成功',
      'admin 发布新闻 项目开工 成功',
      'admin 修改新闻草稿 项目开工 新闻标题、新闻内容 成功',
      'admin 登录 成功',
    ],
  )
  await page.emulateMedia({ colorScheme: 'dark' })

  await page.getByLabel('操作', { exact: true }).selectOption('signIn')
  await page.getByLabel('账号', { exact: true }).selectOption('admin')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 2 条').waitFor()
  await ready(page)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出' }).click()])
  assert.match(file.suggestedFilename(), /^操作记录-\d{8}\.csv$/)
  const lines = String(await bytesOf(file))
  assert.match(lines, /^\uFEFF"时间",.*\r\n"[\d-]{10} [\d:]{8}\t","admin","登录","","","","成功"\r\n"[^\r]*\r\n$/)
  await page.getByLabel('操作', { exact: true }).selectOption('restore')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('没有符合条件的内容').waitFor()
  const { userId } = (await post('/v1/account/save', { name: '李工', role: 'editor' })).data
  await post('/v1/account/reset', { userId })
  await page.getByLabel('操作', { exact: true }).selectOption('account')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 2 条').waitFor()
  await page.locator('tbody').getByText('修改账号').waitFor()
  assert.deepEqual(await shown(page), ['admin 修改账号 李工 密码 成功', 'admin 新增账号 李工 名称、角色 成功'])
  await page.getByRole('button', { name: '重置' }).first().click()
  await page.getByText('共 11 条').waitFor()
  await page.getByRole('link', { name: '项目开工' }).first().click()
  await page.getByRole('dialog', { name: '编辑新闻' }).waitFor()
  assert.deepEqual(complaints, [])
})

import assert from 'node:assert/strict'
import { browserTest, ownServer } from './browser.ts'
import { account, editing, question, save, shownUntil, signInAgain, staff } from './staff.ts'

browserTest('a session that was ended elsewhere is noticed without an action, and what was typed can be saved', async (t) => {
  const server = await ownServer(t)
  const { page } = await staff(t, '/AdminNews', { server })
  const form = await editing(page, '编辑新闻')
  await form.getByLabel('标题').first().fill('还没有保存的标题')
  const { page: other } = await staff(t, '/account', { server })
  await other.getByRole('button', { name: '退出其他设备' }).click()
  await question(other).getByRole('button', { name: '退出' }).click()
  await other.getByText('没有在其他设备上登录。').waitFor()

  await shownUntil(page, page.getByRole('dialog', { name: '登录已失效，请重新登录' }))
  await signInAgain(page)
  assert.equal(await form.getByLabel('标题').first().inputValue(), '还没有保存的标题')
  await save(form, '修改成功！')
  await page.getByRole('row').filter({ hasText: '还没有保存的标题' }).waitFor()
})

browserTest('an editor, whose menu counts nothing, notices it as well', async (t) => {
  const editor = await account('editor', '何工')
  const { server, name: username, password } = editor
  const { page, calls } = await staff(t, '/AdminNews', editor)
  await page.getByRole('row').nth(1).waitFor()
  await page.waitForLoadState('networkidle')
  const other = await server.signIn({ username, password })
  assert.equal((await server.post('/v1/session/end', { others: true }, { headers: other })).status, 200)
  await shownUntil(page, page.getByRole('dialog', { name: '登录已失效，请重新登录' }))
  assert.equal(calls.includes('/v1/agent/list'), false, 'it asks for nothing that it may not see')
})

import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from './browser.ts'
import { question, resize, row, signIn, staff, toast } from './staff.ts'

browserTest('an administrator adds an account, changes its role, resets its password and disables it', async (t) => {
  const { page, complaints, server } = await staff(t, '/accounts', { own: true, bypassCSP: true })
  await row(page, 'admin').getByText('自己的账号不能停用或改角色').waitFor()
  assert.equal(await row(page, 'admin').getByRole('combobox').count(), 0)
  assert.deepEqual(await seriousFaults(page), [])

  await page.getByRole('button', { name: '添加账号' }).click()
  const dialog = page.getByRole('dialog', { name: '添加账号' })
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await dialog.getByText('请填写账号').waitFor()
  await dialog.getByLabel('账号').fill(' admin ')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await dialog.getByText('已有名为“admin”的账号').waitFor()
  await dialog.getByLabel('账号').fill('王工')
  await dialog.getByLabel('角色').selectOption('客服')
  assert.deepEqual(await seriousFaults(page), [])
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  const made = page.getByRole('dialog', { name: '“王工”的密码' })
  await made.getByText('密码只显示这一次').waitFor()
  const first = await made.locator('code').innerText()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await made.getByRole('button', { name: '复制密码' }).click()
  await made.getByText('已复制').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), first)
  assert.deepEqual(await seriousFaults(page), [])
  await made.getByRole('button', { name: '完成' }).click()
  assert.equal((await page.content()).includes(first), false)
  const as = await server.signIn({ username: '王工', password: first })
  const status = async (path: string): Promise<number> => (await server.post(path, {}, { headers: as })).status
  assert.deepEqual([await status('/v1/agent/list'), await status('/v1/media/list')], [200, 403])

  await row(page, '王工').getByLabel('角色：王工').selectOption('内容编辑')
  await question(page).getByRole('button', { name: '取消' }).click()
  assert.equal(await row(page, '王工').getByLabel('角色：王工').inputValue(), 'service')
  await row(page, '王工').getByLabel('角色：王工').selectOption('内容编辑')
  await question(page).getByRole('button', { name: '改角色' }).click()
  await toast(page, '修改成功！')
  assert.deepEqual([await status('/v1/agent/list'), await status('/v1/media/list')], [403, 200])

  await page.getByRole('button', { name: '重置密码：王工' }).click()
  await question(page).getByRole('button', { name: '重置密码' }).click()
  await made.getByText('密码只显示这一次').waitFor()
  const second = await made.locator('code').innerText()
  assert.notEqual(second, first)
  assert.equal(await status('/v1/media/list'), 401)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: '返回' }).click()
  assert.equal(await made.locator('code').innerText(), second)
  await made.getByRole('button', { name: '完成' }).click()
  await question(page).getByRole('button', { name: '已经记下，关闭' }).click()
  await made.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '停用：王工' }).click()
  await question(page).getByRole('button', { name: '停用' }).click()
  await row(page, '王工').getByText('停用').first().waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await resize(page, { width: 390, height: 844 })
  assert.deepEqual(await seriousFaults(page), [])

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  complaints.length = 0
  await signIn(page, '王工', second)
  await page.getByText('这个账号已停用，请联系管理员').waitFor()
  assert.deepEqual(
    complaints.filter((each) => !each.includes('403')),
    [],
  )
})

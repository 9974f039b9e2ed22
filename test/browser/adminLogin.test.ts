import assert from 'node:assert/strict'
import { admin, startServer } from '../server.ts'
import { browserTest, visit } from './browser.ts'
import { pick, signIn, staff } from './staff.ts'

browserTest('the login says what is missing, what is wrong, and how long it is locked', async (t) => {
  const { page, calls } = await visit(t, {
    viewport: { width: 1440, height: 900 },
    server: await startServer(t, { env: { SEED: 'on' } }),
  })
  await page.goto('/login')
  await page.getByRole('heading', { name: '官网后台管理系统' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'username')
  await page.getByRole('button', { name: '立即登录' }).click()
  await page.getByText('请输入登录账号', { exact: true }).waitFor()
  await page.getByText('密码不能少于6位', { exact: true }).waitFor()
  await page.getByLabel('登录账号').fill('admin')
  await page.getByLabel('登录密码', { exact: true }).fill('wrong-one')
  await page.getByRole('button', { name: '立即登录' }).click()
  await page.getByText('请勾选用户协议').first().waitFor()
  assert.equal(calls.includes('/v1/indexLogin/loginAuth'), false, 'nothing is sent')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  for (let n = 0; n < 5; n++) {
    // The click waits until the button may be pressed again.
    await page.getByRole('button', { name: '立即登录' }).click()
    await page.getByText('账号或密码错误').waitFor()
  }
  assert.equal(await page.getByLabel('登录账号').inputValue(), 'admin')
  await page.getByRole('button', { name: '立即登录' }).click()
  await page.getByText(/15分钟后再试/).waitFor()
})

browserTest('a changed password is confirmed, and everything is signed out', async (t) => {
  const { page } = await staff(t, '/dashboard', { own: true })
  await pick(page, '修改密码')
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByRole('button', { name: '确定' }).click()
  for (const words of ['请输入旧密码', '请输入新密码', '请再次输入密码'])
    await dialog.getByText(words, { exact: true }).waitFor()
  await dialog.getByLabel('旧密码', { exact: true }).fill('not-the-old')
  await dialog.getByLabel('新密码', { exact: true }).fill('fresh-secret')
  await dialog.getByLabel('确认密码', { exact: true }).fill('other-secret')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('两次输入密码不一致！').waitFor()
  await dialog.getByLabel('确认密码', { exact: true }).fill('fresh-secret')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('旧密码不正确').waitFor()
  await dialog.getByLabel('旧密码', { exact: true }).fill(admin.password)
  for (const label of ['新密码', '确认密码']) await dialog.getByLabel(label, { exact: true }).fill('woaini1314')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('新密码太常见，容易被猜到，请换一个').waitFor()
  assert.equal(await dialog.getByLabel('新密码', { exact: true }).inputValue(), 'woaini1314', 'what was typed stays')
  assert.equal(await dialog.getByLabel('旧密码', { exact: true }).inputValue(), admin.password)
  for (const label of ['新密码', '确认密码']) await dialog.getByLabel(label, { exact: true }).fill('fresh-secret')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByText('修改成功！').first().waitFor()
  await page.waitForURL(/\/login/)
  await signIn(page, 'admin', 'fresh-secret')
  await page.waitForURL(/dashboard/)
})

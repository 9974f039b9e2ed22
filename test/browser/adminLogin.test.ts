import assert from 'node:assert/strict'
import { startServer } from '../server.ts'
import { browserTest, visit } from './browser.ts'

browserTest('the login says what is wrong, and how long it is locked', async (t) => {
  const { page } = await visit(t, {
    viewport: { width: 1440, height: 900 },
    server: await startServer(t, { env: { SEED: 'on' } }),
  })
  await page.goto('/login')
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'username')
  await page.getByLabel('登录账号').fill('admin')
  await page.getByLabel('登录密码', { exact: true }).fill('wrong-one')
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

import assert from 'node:assert/strict'
import { admin, answerOf, startServer } from '../server.ts'
import { browserTest, visit } from './browser.ts'
import { cookieNames, menu, newPhoto, pick, signIn, signInAgain, staff, stored, strip, toast } from './staff.ts'

browserTest('the login says what is missing, what is wrong, and how long it is locked', async (t) => {
  const { page } = await visit(t, { viewport: { width: 1440, height: 900 }, server: await startServer(t, { env: { SEED: 'on' } }) })
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

browserTest('a remembered password is encrypted where a script can read, filled in again, and forgotten when asked', async (t) => {
  const { page } = await visit(t)
  await page.goto('/login')
  await page.getByRole('checkbox', { name: '记住密码' }).check()
  await signIn(page)
  await page.waitForURL(/dashboard/)
  const stored = await page.evaluate(() => ({ ...localStorage }))
  const remembered = JSON.parse(stored.userInfo ?? '{}')
  assert.equal(remembered.user, 'admin')
  assert.ok(remembered.pwd.length > 20)
  assert.equal(JSON.stringify(stored).includes(admin.password), false)
  assert.equal(stored.isDeadlineToken, '1')
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'item_token')?.value ?? ''
  assert.ok(token !== '' && !Object.values(stored).includes(token), 'the credential is out of reach of scripts')

  await page.context().clearCookies()
  await page.goto('/login')
  await page.waitForFunction(
    (password) => document.querySelector<HTMLInputElement>('input[name=password]')?.value === password, admin.password,
  )
  await page.getByRole('checkbox', { name: '记住密码' }).uncheck()
  await signIn(page)
  await page.waitForURL(/dashboard/)
  assert.equal(await page.evaluate(() => localStorage.getItem('userInfo')), null)
})

browserTest('a session that ends while a form is open is opened again in place, and nothing typed is lost', async (t) => {
  const { page, server } = await staff(t, '/AdminCarousel')
  const dialog = await newPhoto(page, '没有丢')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await signInAgain(page)
  await toast(page, '发布成功！')
  assert.equal((await server.post('/v1/carousel/list', { photoTitle: '没有丢' })).data.count, 1)
})

browserTest('a changed password is confirmed, and everything is signed out', async (t) => {
  const { page } = await staff(t, '/dashboard', { own: true })
  await pick(page, '修改密码')
  const dialog = page.getByRole('dialog', { name: '修改密码' })
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

browserTest('signing out of a session that ends with the visit clears everything, and the next login returns to the same page', async (
  t,
) => {
  const { page, server, calls } = await staff(t, '/AdminNews')
  const token = (await page.context().cookies()).find(({ name }) => name === 'item_token')?.value
  await page.evaluate(() => localStorage.setItem('zhuzhan.other', 'kept until now'))
  assert.equal((await stored(page)).isDeadlineToken, '0')
  await menu(page).getByRole('link', { name: '产品管理' }).click()
  await pick(page, '退出登录')
  await page.waitForURL(/\/login\?redirect=%2FAdminProduct$/)
  assert.ok(calls.includes('/item/user/logout'))
  assert.deepEqual(await stored(page), {})
  assert.deepEqual(await cookieNames(page), [])
  const me = await answerOf(fetch(`${server.url}/v1/indexLogin/userInfo`, { method: 'POST', headers: { Cookie: `item_token=${token}` } }))
  assert.equal(me.code, 401)
  await signIn(page)
  await page.waitForURL(/\/AdminProduct$/)
  assert.deepEqual(
    await strip(page).getByRole('link').allTextContents(), ['首页', '产品管理'], 'the next person does not see the tabs of the one before',
  )
})

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { admin, answerOf, startServer } from '../server.ts'
import { browserTest, visit } from './browser.ts'
import {
  cookieNames,
  menu,
  newPhoto,
  pick,
  question,
  row,
  signIn,
  signInAgain,
  staff,
  stored,
  strip,
  toast,
} from './staff.ts'

for (const [width, height] of [
  [320, 640],
  [375, 600],
] as const)
  browserTest(`on a phone of ${width}x${height} the button to log in is in view`, async (t) => {
    const { page } = await visit(t, { phone: true, viewport: { width, height } })
    await page.goto('/login')
    const button = await page.getByRole('button', { name: '立即登录' }).boundingBox()
    assert.ok(button && button.y + button.height <= height, `it ends at ${button && button.y + button.height} px`)
  })

browserTest(
  'a reload while no call is answered leads to the login with the reason, and what was typed is offered after it',
  async (t) => {
    const { page } = await staff(t, '/AdminCarousel')
    await newPhoto(page, '写了一半')
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('zhuzhan.draft.')))
    page.once('dialog', (dialog) => void dialog.accept())
    const calls = '**/v1/**'
    await page.route(calls, (route) => route.abort())
    await page.reload()
    await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/AdminCarousel')
    await page.getByText(/网络连接失败/).waitFor()
    await page.unroute(calls)
    await signIn(page)
    await page.waitForURL(/AdminCarousel/)
    await page.getByRole('button', { name: '上传图片' }).first().click()
    await page.getByRole('button', { name: '恢复' }).click()
    assert.equal(await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').inputValue(), '写了一半')
  },
)

const focused = (page: Page, field: string): Promise<unknown> =>
  page.waitForFunction((name) => document.activeElement?.getAttribute('name') === name, field)

browserTest('after a refused click one can type on at once, or press Enter again', async (t) => {
  const { page } = await visit(t, { own: true, viewport: { width: 1440, height: 900 } })
  await page.goto('/login')
  await page.getByLabel('登录账号').fill(admin.username)
  await page.getByLabel('登录密码', { exact: true }).fill('wrong-one')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  const send = page.getByRole('button', { name: '立即登录' })
  await page.route('**/v1/indexLogin/loginAuth', (route) => route.abort(), { times: 1 })
  await send.click()
  await page.getByText(/网络连接失败/).waitFor()
  await focused(page, 'password')
  await page.locator('button[type=submit]:enabled').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('账号或密码错误').waitFor()
  await focused(page, 'password')
  await page.keyboard.type(admin.password)
  assert.equal(
    await page.getByLabel('登录密码', { exact: true }).inputValue(),
    admin.password,
    'the wrong one was selected',
  )
  await page.locator('button[type=submit]:enabled').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/dashboard/)

  await pick(page, '修改密码')
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  for (const label of ['旧密码', '新密码', '确认密码'])
    await dialog.getByLabel(label, { exact: true }).fill('fresh-secret')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('旧密码不正确').waitFor()
  await focused(page, 'password')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

browserTest('a browser that has signed in before does so again while strangers lock the account', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { server: await startServer(t, { env: { SEED: 'on' } }) })
  await pick(page, '退出登录')
  await page.waitForURL(/\/login/)
  for (let n = 0; n < 5; n++) await server.post('/v1/indexLogin/loginAuth', { ...admin, password: 'wrong-one' })
  assert.equal((await server.post('/v1/indexLogin/loginAuth', admin)).code, 429)
  await signIn(page)
  await page.waitForURL(/\/dashboard/)
})

browserTest('only paths of this site are followed after the login', async (t) => {
  const { page } = await visit(t)
  for (const redirect of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
    await page.context().clearCookies()
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`)
    await signIn(page)
    await page.waitForURL(/\/dashboard$/)
  }
})

browserTest('signing out asks first when a form is open, and when a draft would go with it', async (t) => {
  const { page } = await staff(t, '/AdminCarousel')
  await newPhoto(page, '写了一半')
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('zhuzhan.draft.')))
  const again = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await again.goto('/dashboard')
  await pick(again, '退出登录')
  const asked = question(again)
  await asked.getByText('有内容尚未保存，退出后将会丢失，确定退出登录吗？').waitFor()
  await asked.getByRole('button', { name: '取消' }).click()
  assert.equal(new URL(again.url()).pathname, '/dashboard')
  await pick(again, '退出登录')
  await asked.getByRole('button', { name: '退出登录' }).click()
  await again.waitForURL(/\/login/)
})

browserTest('reloading twice in a row does not sign anybody out', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  // An answer that is still on its way when the page is left.
  let held = 0
  await page.route('**/v1/indexLogin/userInfo', (route) => (held++ === 0 ? undefined : route.continue()))
  await page.reload()
  await page.waitForFunction(() => document.querySelector('.waiting') !== null)
  await page.reload()
  await row(page, '安全帽').first().waitFor()
  assert.ok((await cookieNames(page)).includes('item_in'))
})

browserTest(
  'a remembered password is encrypted where a script can read, filled in again, and forgotten when asked',
  async (t) => {
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
    const names = ['auth', 'isDeadlineToken', 'itemId', 'logo', 'sysName', 'token', 'userId', 'userInfo']
    assert.deepEqual(
      Object.keys(stored)
        .filter((name) => !name.startsWith('zhuzhan.'))
        .sort(),
      names,
    )
    const cookies = await page.context().cookies()
    const token = cookies.find(({ name }) => name === 'item_token')?.value ?? ''
    assert.ok(token !== '' && !Object.values(stored).includes(token), 'the credential is out of reach of scripts')

    await page.context().clearCookies()
    await page.goto('/login')
    await page.waitForFunction(
      (password) => document.querySelector<HTMLInputElement>('input[name=password]')?.value === password,
      admin.password,
    )
    await page.getByRole('checkbox', { name: '记住密码' }).uncheck()
    await signIn(page)
    await page.waitForURL(/dashboard/)
    assert.equal(await page.evaluate(() => localStorage.getItem('userInfo')), null)
  },
)

browserTest(
  'a session that ends while a form is open is opened again in place, and nothing typed is lost',
  async (t) => {
    const { page, server } = await staff(t, '/AdminCarousel')
    const dialog = await newPhoto(page, '没有丢')
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await signInAgain(page)
    await toast(page, '添加成功！')
    assert.equal((await server.post('/v1/carousel/list', { photoTitle: '没有丢' })).data.count, 1)
  },
)

browserTest(
  'signing out of a session that ends with the visit clears everything, and the next login returns to the same page',
  async (t) => {
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
    const me = await answerOf(
      fetch(`${server.url}/v1/indexLogin/userInfo`, { method: 'POST', headers: { Cookie: `item_token=${token}` } }),
    )
    assert.equal(me.code, 401)
    await signIn(page)
    await page.waitForURL(/\/AdminProduct$/)
    assert.deepEqual(
      await strip(page).getByRole('link').allTextContents(),
      ['首页', '产品管理'],
      'the next person does not see the tabs of the one before',
    )
  },
)

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { qrModules } from '../../client/admin/ui/QrCode.tsx'
import { user } from '../accounts.ts'
import { admin, answerOf, startServer } from '../server.ts'
import { onePixel } from '../uploads/pictures.ts'
import { browserTest, ownServer, visit } from './browser.ts'
import {
  cookieNames,
  menu,
  newPhoto,
  pick,
  question,
  row,
  save,
  signIn,
  signInAgain,
  staff,
  stored,
  strip,
  toast,
} from './staff.ts'
import { stopClock } from './waiting.ts'

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

browserTest('the official account’s code is there to scan', async (t) => {
  const { page, server } = await staff(t, '/dashboard')
  await pick(page, '扫码关注公众号')
  const code = page.getByRole('dialog', { name: '扫码关注公众号' }).getByRole('img')
  await code.waitFor()
  const box = await code.boundingBox()
  assert.deepEqual(
    [box?.width, box?.height].map((side) => Math.round(side ?? 0)),
    [256, 256],
  )
  const { data } = await server.post('/v1/indexLogin/userInfo', {}, { headers: await server.signIn() })
  assert.match(
    data.followUrl,
    new RegExp(`^https://open\\.weixin\\.qq\\.com/connect/oauth2/authorize\\?.*${data.userId}`),
  )
  assert.equal(await code.locator('path').last().getAttribute('d'), qrModules(data.followUrl).dark)
  await page.keyboard.press('Escape')
})

browserTest(
  'a user who cannot be loaded for no named reason is led to the login with Has Error, and can sign in again',
  async (t) => {
    const { page } = await staff(t, '/AdminNews')
    await page.route('**/v1/indexLogin/userInfo', (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg: '', data: null } }),
    )
    await page.reload()
    await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/AdminNews')
    await toast(page, 'Has Error')
    const { token, userId } = await stored(page)
    assert.deepEqual([token, userId], [undefined, undefined])
    assert.equal((await cookieNames(page)).includes('item_in'), false)
    await page.unroute('**/v1/indexLogin/userInfo')
    await signIn(page)
    await page.waitForURL(/\/AdminNews$/)
  },
)

browserTest('the system is renamed by somebody who may', async (t) => {
  const { page } = await staff(t, '/dashboard', { own: true })
  await page
    .getByRole('button', { name: /系统名称|官网后台管理系统/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /系统/ })
  await dialog.getByLabel('系统名称').fill('')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.locator('.toast.warning').getByText('请填写完整信息').waitFor()
  await dialog.getByLabel('系统名称').fill('筑站后台')
  await dialog
    .locator('input[type=file]:enabled')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel })
  await toast(page, '上传成功！')
  await save(dialog, '修改成功！')
  await page.getByText('筑站后台').first().waitFor()
})

browserTest('signing out of a remembered session ends it and leaves the rest where it is', async (t) => {
  const { page, calls } = await visit(t)
  await page.goto('/AdminNews')
  await page.getByRole('checkbox', { name: '记住密码' }).check()
  await signIn(page)
  await page.waitForURL(/\/AdminNews$/)
  const before = await stored(page)
  assert.equal(before.isDeadlineToken, '1')
  await pick(page, '退出登录')
  await page.waitForURL(/\/login\?redirect=%2FAdminNews$/)
  assert.ok(calls.includes('/item/user/logout'))
  assert.deepEqual(await stored(page), before)
  assert.deepEqual(await cookieNames(page), [])
  await page.waitForFunction(
    (password) => document.querySelector<HTMLInputElement>('input[name=password]')?.value === password,
    admin.password,
  )
})

browserTest('signing out goes straight to the login when the browser has not stored how one signed in', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  await page.evaluate(() => localStorage.removeItem('isDeadlineToken'))
  await pick(page, '退出登录')
  await page.waitForURL((url) => url.pathname === '/login' && url.search === '')
  await page.getByRole('button', { name: '立即登录' }).waitFor()
  assert.notEqual((await stored(page)).userId, undefined, 'nothing is cleared')
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
  'an account without the permission sees no way to the system’s name, and the server refuses it',
  async (t) => {
    const server = await ownServer(t)
    assert.equal((await user(server.folder, ['add', 'li.gong', '--password-stdin'], 'clerk-secret\n')).code, 0)
    const { page, complaints } = await staff(t, '/AdminNews', { server, name: 'li.gong', password: 'clerk-secret' })
    await row(page, '安全帽').first().waitFor()
    const brand = page.locator('.brand')
    assert.match((await brand.textContent()) ?? '', /官网后台管理系统/)
    assert.equal(await page.getByRole('button', { name: /系统名称|官网后台管理系统/ }).count(), 0)
    await brand.click()
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.deepEqual(complaints, [])
    const refused = await page.evaluate(async () => {
      const body = JSON.stringify({ sysName: '改了', logo: '/media/mark.svg' })
      const answer = await fetch('/service-basics-item/item/item', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body,
      })
      return answer.status
    })
    assert.equal(refused, 403)

    const admitted = await staff(t, '/dashboard', { server })
    await admitted.page.getByRole('button', { name: '官网后台管理系统' }).click()
    await admitted.page.getByRole('dialog', { name: '系统名称和LOGO' }).waitFor()
  },
)

browserTest('2,000 ms after a change of the password the storage is emptied and the page loaded again', async (t) => {
  const { page, calls } = await staff(t, '/AdminNews', { own: true })
  await page.clock.install()
  await page.reload()
  await pick(page, '修改密码')
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('旧密码', { exact: true }).fill(admin.password)
  for (const label of ['新密码', '确认密码']) await dialog.getByLabel(label, { exact: true }).fill('fresh-secret')
  await stopClock(page)
  const answered = page.waitForResponse('**/getAssignRole')
  await dialog.getByRole('button', { name: '确定' }).click()
  const reply = await (await answered).json()
  assert.equal(reply.code, '')
  await toast(page, '修改成功！')
  await dialog.waitFor({ state: 'detached' })
  await page.clock.runFor(1999)
  assert.notEqual((await stored(page)).userId, undefined)
  assert.equal(calls.includes('/item/user/logout'), false)
  await page.clock.runFor(1)
  await page.waitForURL(/\/login\?redirect=%2FAdminNews$/)
  assert.deepEqual(await stored(page), {})
  assert.deepEqual(await cookieNames(page), [])
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

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { admin } from '../../server.ts'
import { browserTest, visit } from '../../browser/browser.ts'
import { cookieNames, newPhoto, pick, question, row, signIn, staff } from '../../browser/staff.ts'

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

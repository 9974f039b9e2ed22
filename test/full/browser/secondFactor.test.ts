import assert from 'node:assert/strict'
import { editorWithCodes, serverWithCodes } from '../../secondFactor.ts'
import { user } from '../../accounts.ts'
import { admin } from '../../server.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { shownUntil, signIn, staff, toast } from '../../browser/staff.ts'
import { bytesOf } from '../../browser/waiting.ts'
import type { Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'

browserTest(
  'where it is required, an account without one gets no further than its own screen until it has set one up',
  async (t) => {
    const { server, setUp } = await serverWithCodes(t)
    const headers = await server.signIn()
    await setUp(headers)
    assert.equal((await server.post('/v1/secondFactor/require', { on: true }, { headers })).code, 200)
    await user(server.folder, ['add', 'li.gong', '--password-stdin'], `${admin.password}\n`)
    const { page } = await staff(t, '/AdminNews', { server, name: 'li.gong' })
    await page.waitForURL('**/account')
    const part = page.getByRole('region', { name: '二次验证' })
    await part.getByText('管理员要求所有账号开启二次验证').waitFor()
    // Another session would end that of the page.
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
    await setUp({ Cookie: cookies.join('; '), Origin: server.url })
    await page.reload()
    await page.getByRole('link', { name: '新闻管理' }).click()
    await page.getByRole('button', { name: '新增' }).first().waitFor()
  },
)

browserTest(
  'an administrator sees who has one and ends it with the own password; its owner is asked to set up another',
  async (t) => {
    const { server, li } = await editorWithCodes(t)
    const { page } = await staff(t, '/accounts', { server, bypassCSP: true })
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
    await rowOf('admin').getByText('未开启').waitFor()
    await rowOf('li.gong').getByText('已开启').waitFor()
    await page.getByRole('button', { name: '关闭：li.gong的二次验证' }).click()
    const dialog = page.getByRole('dialog', { name: '关闭“li.gong”的二次验证' })
    const own = dialog.getByRole('textbox', { name: '您自己的登录密码' })
    await own.fill('wrong-one')
    await dialog.getByRole('button', { name: '关闭二次验证' }).click()
    await dialog.getByText('密码不正确').waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    await own.fill(admin.password)
    await dialog.getByRole('button', { name: '关闭二次验证' }).click()
    await toast(page, '已关闭“li.gong”的二次验证')
    await rowOf('li.gong').getByText('未开启').waitFor()

    const { page: theirs } = await staff(t, '/dashboard', { server, name: li.username, password: li.password })
    const notice = theirs.getByRole('region', { name: '二次验证' })
    await notice.getByText(/^“admin”在/).waitFor()
    await notice.getByRole('link', { name: '我的账号' }).click()
    await theirs.getByRole('region', { name: '二次验证' }).getByRole('button', { name: '开启' }).waitFor()
  },
)

browserTest(
  'a second factor is set up with a phone, asked for at the sign-in, replaced by a recovery code, switched off',
  async (t) => {
    const { server, codeOf } = await serverWithCodes(t)
    const { page, complaints } = await staff(t, '/account', { server, bypassCSP: true })
    const part = page.getByRole('region', { name: '二次验证' })
    await part.getByRole('button', { name: '开启' }).click()
    const password = part.getByRole('textbox', { name: '登录密码' })
    await password.fill('wrong-one')
    await part.getByRole('button', { name: '下一步' }).click()
    await part.getByText('密码不正确').waitFor()
    assert.equal(await password.inputValue(), 'wrong-one', 'what was typed is kept')
    await password.fill(admin.password)
    await part.getByRole('button', { name: '下一步' }).click()
    await part.getByRole('img', { name: '二次验证的二维码' }).waitFor()
    const secret = await part.locator('.shown-once').innerText()
    const code = part.getByLabel('验证码')
    await code.fill('000000')
    await part.getByRole('button', { name: '开启' }).click()
    await part.getByText('验证码不正确或已经用过').waitFor()
    assert.equal(await code.inputValue(), '000000', 'what was typed is kept')
    assert.deepEqual(await seriousFaults(page), [])
    await code.fill(codeOf(secret, -1))
    await part.getByRole('button', { name: '开启' }).click()
    const list = part.getByRole('list', { name: '恢复码' }).getByRole('listitem')
    await list.first().waitFor()
    const codes = await list.allInnerTexts()
    assert.equal(codes.length, 10)
    assert.deepEqual(await seriousFaults(page), [])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      part.getByRole('button', { name: '下载' }).click(),
    ])
    assert.equal(String(await bytesOf(file)), `${codes.join('\n')}\n`)
    assert.equal(
      await copiedWithoutClipboard(page, () => part.getByRole('button', { name: '复制' }).click()),
      codes.join('\n'),
    )
    await part.getByRole('button', { name: '我已保存好' }).click()
    await part.getByText('已开启，还有10个恢复码可用。').waitFor()

    const focusedField = (): Promise<string | undefined> =>
      page.evaluate(() => (document.activeElement as HTMLInputElement).name)
    for (const [label, typed] of [
      ['验证码', codeOf(secret)],
      ['恢复码', codes[0] ?? ''],
    ] as const) {
      await page.context().clearCookies()
      await page.goto('/login')
      await signIn(page)
      await page.getByRole('button', { name: '返回，换一个账号' }).click()
      await eventually(async () => (await focusedField()) === 'username', 'another name can be typed')
      await page.getByRole('button', { name: '立即登录' }).click()
      if (label === '恢复码') await page.getByRole('button', { name: '手机不在身边？用恢复码' }).click()
      const field = page.getByRole('textbox', { name: label })
      await field.fill('111111')
      await page.getByRole('button', { name: '立即登录' }).click()
      await page.getByText('验证码不正确或已经用过').waitFor()
      assert.deepEqual(await seriousFaults(page), [])
      await field.fill(typed)
      await page.getByRole('button', { name: '立即登录' }).click()
      await page.waitForURL('**/dashboard')
    }

    await page.goto('/account')
    await part.getByText('已开启，还有9个恢复码可用。').waitFor()
    await page.context().clearCookies({ name: 'item_token' })
    const again = page.getByRole('dialog', { name: '登录已失效，请重新登录' })
    await shownUntil(page, again)
    await again.getByLabel('登录密码', { exact: true }).fill(admin.password)
    await again.getByRole('button', { name: '登录', exact: true }).click()
    await again.getByLabel('验证码').waitFor()
    await eventually(async () => (await focusedField()) === 'code', 'the code has the focus')
    await again.getByLabel('验证码').fill('222222')
    await again.getByRole('button', { name: '登录', exact: true }).click()
    await again.getByText('验证码不正确或已经用过').waitFor()
    await eventually(async () => (await focusedField()) === 'code', 'the code has the focus again')
    await again.getByLabel('验证码').fill(codeOf(secret, 1))
    await again.getByRole('button', { name: '登录', exact: true }).click()
    await again.waitFor({ state: 'detached' })
    await part.getByRole('button', { name: '关闭' }).click()
    await part.getByRole('textbox', { name: '登录密码' }).fill(admin.password)
    await part.getByRole('button', { name: '关闭二次验证' }).click()
    await part.getByRole('button', { name: '开启' }).waitFor()
    assert.deepEqual(
      complaints.filter((each) => !/status of 40[01]/.test(each)),
      [],
    )
  },
)

/** As on a page without https. */
async function copiedWithoutClipboard(page: Page, copy: () => Promise<void>): Promise<string> {
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await copy()
  await toast(page, '已复制')
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('textarea'))
    field.id = 'pasted'
    field.focus()
  })
  await page.keyboard.press('Control+v')
  const text = await page.locator('#pasted').inputValue()
  await page.locator('#pasted').evaluate((field) => field.remove())
  return text
}

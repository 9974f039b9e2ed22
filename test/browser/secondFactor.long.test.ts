import assert from 'node:assert/strict'
import { serverWithCodes } from '../secondFactor.ts'
import { user } from '../accounts.ts'
import { admin } from '../server.ts'
import { browserTest, seriousFaults } from './browser.ts'
import { staff, toast } from './staff.ts'

browserTest(
  'where it is required, an account without one gets no further than its own screen until it has set one up',
  async (t) => {
    const { server, codeOf, setUp } = await serverWithCodes(t)
    const headers = await server.signIn()
    await setUp(headers)
    assert.equal((await server.post('/v1/secondFactor/require', { on: true }, { headers })).code, 200)
    await user(server.folder, ['add', 'li.gong', '--password-stdin'], `${admin.password}\n`)
    const { page } = await staff(t, '/AdminNews', { server, name: 'li.gong' })
    await page.waitForURL('**/account')
    const part = page.getByRole('region', { name: '二次验证' })
    await part.getByText('管理员要求所有账号开启二次验证').waitFor()
    await part.getByRole('button', { name: '开启' }).click()
    await part.getByRole('textbox', { name: '登录密码' }).fill(admin.password)
    await part.getByRole('button', { name: '下一步' }).click()
    const secret = await part.locator('.shown-once').innerText()
    await part.getByLabel('验证码').fill(codeOf(secret))
    await part.getByRole('button', { name: '开启' }).click()
    await part.getByRole('button', { name: '我已保存好' }).click()
    await page.getByRole('link', { name: '新闻管理' }).click()
    await page.getByRole('button', { name: '新增' }).first().waitFor()
  },
)

browserTest(
  'an administrator sees who has one and ends it with the own password; its owner is asked to set up another',
  async (t) => {
    const { server, setUp } = await serverWithCodes(t)
    const headers = await server.signIn()
    const {
      data: { password },
    } = await server.post('/v1/account/save', { name: 'li.gong', role: 'editor' }, { headers })
    await setUp(await server.signIn({ username: 'li.gong', password }), password)
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

    const { page: theirs } = await staff(t, '/dashboard', { server, name: 'li.gong', password })
    const notice = theirs.getByRole('region', { name: '二次验证' })
    await notice.getByText(/^“admin”在/).waitFor()
    await notice.getByRole('link', { name: '我的账号' }).click()
    await theirs.getByRole('region', { name: '二次验证' }).getByRole('button', { name: '开启' }).waitFor()
  },
)

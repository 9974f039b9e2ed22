import assert from 'node:assert/strict'
import { browserTest } from './browser.ts'
import { account, staff, toast } from './staff.ts'

browserTest('a page that is published says that it is not in the menu, and is there after one click', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminPage')
  const menus = async (): Promise<{ name: string; target: string }[]> =>
    (await server.post('/v1/site/detail')).data.menus
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增页面' })
  await dialog.getByLabel('页面标题').fill('服务网点')
  await dialog.getByLabel('地址').fill('fuwu-wangdian')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  const offer = page.locator('.toast').filter({ hasText: '“服务网点”还不在菜单里' })
  await offer.getByRole('button', { name: '加到菜单' }).click()
  await toast(page, '已把“服务网点”加到菜单的最后')
  const [added] = (await menus()).slice(-1)
  assert.deepEqual([added?.name, added?.target], ['服务网点', '/p/fuwu-wangdian'])
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
  await toast(page, '已恢复')
  assert.equal(
    (await menus()).some(({ target }) => target === '/p/fuwu-wangdian'),
    false,
  )
  assert.deepEqual(complaints, [])
})

browserTest('an editor counts cases, and reads nothing of the password of another account', async (t) => {
  const { name, password } = await account('editor', '数案例的')
  const { page, server } = await staff(t, '/dashboard', { name, password })
  const counts = page.locator('.dashboard-counts')
  await counts.getByRole('link', { name: /^案例/ }).waitFor()
  assert.equal(await counts.getByRole('link', { name: /轮播图/ }).count(), 0)
  const idsFor = async (login: object) => {
    const { data } = await server.post('/v1/check/list', {}, { headers: await server.signIn(login) })
    return data.map(({ id }: { id: string }) => id)
  }
  assert.equal((await idsFor({ username: name, password })).includes('password'), false)
})

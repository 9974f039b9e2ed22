import assert from 'node:assert/strict'
import type { TestServer } from '../../server.ts'
import { browserTest } from '../../browser/browser.ts'
import { groupSaved, save, staff } from '../../browser/staff.ts'

interface Group {
  id: string
  name: string
  parent: string
}
const groupsOf = async (server: TestServer): Promise<Group[]> => (await server.post('/v1/site/detail')).data.groups

browserTest('staff put a group below another, also a new one below a new one, and see both at once', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct?groups=1', { own: true, phone: true })
  const list = page.getByRole('group', { name: '产品分类' }).last()
  const add = async (name: string, above = ''): Promise<void> => {
    await list.getByRole('button', { name: '添加分类' }).click()
    await list.getByLabel('名称').last().fill(name)
    if (above !== '') await list.getByLabel('上级分类').last().selectOption({ label: above })
  }
  await add('阀门')
  await add('球阀', '阀门')
  await add('塔机', '智慧工地产品')
  const names = (): Promise<string[]> => list.locator('.setting-fold > span').allTextContents()
  const inLevels = ['智慧工地产品', '塔机', '建筑机器人', '建筑标准化产品', '阀门', '球阀']
  assert.deepEqual(await names(), inLevels)
  await save(page, groupSaved)
  assert.deepEqual(
    (await groupsOf(server)).map(({ name }) => name),
    inLevels,
  )
  await page.goto('/AdminProduct')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const options = page.getByRole('dialog').getByLabel('产品位置', { exact: true }).locator('option')
  assert.deepEqual((await options.allTextContents()).slice(1), [
    '智慧工地产品',
    '智慧工地产品 › 塔机',
    '建筑机器人',
    '建筑标准化产品',
    '阀门',
    '阀门 › 球阀',
  ])
})

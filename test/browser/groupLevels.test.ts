import assert from 'node:assert/strict'
import { csv } from '../../contract/csv.ts'
import { eventually } from '../eventually.ts'
import type { TestServer } from '../server.ts'
import { browserTest, hydrated, ownServer, seriousFaults, visit } from './browser.ts'
import { groupSaved, save, staff } from './staff.ts'

interface Group {
  id: string
  name: string
  parent: string
}
const groupsOf = async (server: TestServer): Promise<Group[]> => (await server.post('/v1/site/detail')).data.groups

browserTest('the groups below one are links, with and without a script, and Back returns to all of it', async (t) => {
  const server = await ownServer(t)
  const headers = await server.signIn()
  const groups = [...(await groupsOf(server)), { id: '', name: '塔机', parent: 'zhgd', intro: '', on: true }]
  assert.equal((await server.post('/v1/site/update', { groups }, { headers })).code, 200)
  const id = (await groupsOf(server)).find(({ name }) => name === '塔机')?.id ?? ''
  await server.post('/v1/product/saveProduct', { coverName: '塔机一号', locationId: id }, { headers })

  for (const [path, phone] of [
    ['/product', false],
    ['/zhuyingyewu', true],
  ] as const) {
    const { page: plain } = await visit(t, { server, phone, javaScriptEnabled: false })
    await plain.goto(path)
    await plain.getByRole('link', { name: '塔机（1）' }).click()
    await plain.waitForURL(`**${path}?locationId=${id}#catalogue`)
    assert.equal(await plain.getByRole('link', { name: '塔机（1）' }).getAttribute('aria-current'), 'page')

    const { page, complaints } = await visit(t, { server, phone })
    await page.goto(path)
    await hydrated(page)
    const cards = page.locator('#catalogue a.card:visible')
    const all = await cards.count()
    await page.getByRole('link', { name: '塔机（1）' }).click()
    await eventually(async () => (await cards.count()) === 1, 'only those of the group')
    assert.match(await page.title(), /^塔机 - 智慧工地产品/)
    assert.match(await page.getByRole('tab', { selected: true }).innerText(), /智慧工地产品/)
    await page.getByRole('link', { name: '全部' }).first().click()
    await eventually(async () => (await cards.count()) === all, 'all of the tab')
    assert.equal(new URL(page.url()).searchParams.get('locationId'), 'zhgd')
    await page.goBack()
    await eventually(async () => (await cards.count()) === 1, 'Back')
    assert.deepEqual(await seriousFaults(page), [])
    assert.deepEqual(complaints, [])
  }
})

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

const tops = ['管件', '阀门', '仪表', '水泵']
const cells = tops.flatMap((top) => ['一', '二', '三'].map((part) => `${top}/${top}${part}`))

browserTest('a sheet with fourteen groups in two levels comes in whole, each put where staff want it', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct', { own: true })
  const rows = [...cells, '不绣钢管件', '不锈钢管件', ''].map((cell, index) => [`产品${index + 1}`, cell])
  const sheet = Buffer.from(csv([['产品名称', '产品位置'], ...rows]))
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await page.getByLabel('选择表格').setInputFiles({ name: '产品.csv', mimeType: 'text/csv', buffer: sheet })
  const dialog = page.getByRole('dialog')
  await page.getByRole('list', { name: '要导入的内容' }).waitFor()
  const select = (name: string) => dialog.getByLabel(`“${name}”放进哪个分类`)
  assert.equal(await select('管件/管件一').locator('option:checked').innerText(), '新建：管件 › 管件一')
  await select('不绣钢管件').selectOption({ label: '不锈钢管件' })
  await select('不锈钢管件').selectOption('管件 › 不锈钢管件')
  await select('不绣钢管件').selectOption('管件 › 不锈钢管件')
  await select('水泵/水泵三').selectOption({ label: '建筑机器人' })
  await dialog.getByText('1个产品没有分类，发布以后产品中心里没有它们。').waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await dialog.getByRole('button', { name: '存为15份草稿' }).click()
  await page.getByText(/15份产品存成了草稿/).waitFor()
  const groups = await groupsOf(server)
  const paths = groups.map(({ name, parent }) => {
    const above = groups.find(({ id }) => id === parent)
    return above ? `${above.name} › ${name}` : name
  })
  assert.equal(paths.length, 3 + 4 + 12)
  assert.ok(paths.includes('管件 › 不锈钢管件') && !paths.includes('不绣钢管件') && !paths.includes('水泵 › 水泵三'))
  await dialog.getByRole('button', { name: /撤销这次导入/ }).click()
  await eventually(async () => (await groupsOf(server)).length === 3, 'empty groups are taken back')
})

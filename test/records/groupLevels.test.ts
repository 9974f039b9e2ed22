import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'
import { store } from '../stored.ts'

interface Group {
  id: string
  name: string
  parent: string
  intro: string
  on: boolean
}
interface Row {
  coverName: string
  locationId: string
  productType: string
}

const server = await startServer({ after })
const headers = await server.signIn()
const ask = (path: string, body: object = {}) => server.post(`/v1/${path}`, body, { headers })
const visitor = (path: string, body: object = {}) => server.post(`/v1/${path}`, body)
const groups = async (): Promise<Group[]> => (await visitor('site/detail')).data.groups
const save = async (next: readonly object[]) => ask('site/update', { groups: next })
const called = async (name: string): Promise<string> => (await groups()).find((each) => each.name === name)?.id ?? ''
const change = async (id: string, more: Partial<Group>): Promise<void> => {
  const next = (await groups()).map((each) => (each.id === id ? { ...each, ...more } : each))
  assert.equal((await save(next)).code, 200)
}
const newOne = (name: string, parent = '') => ({ id: '', name, parent, intro: '', on: true })
const add = async (coverName: string, locationId: string): Promise<string> =>
  (await ask('product/saveProduct', { coverName, locationId })).data.productId
const namesIn = (rows: readonly Row[]): string => rows.map(({ coverName }) => coverName).join('')
const listed = async (locationId: string, call = visitor): Promise<string> =>
  namesIn((await call('product/list', { locationId })).data.data)
async function html(path: string, agent = 'Mozilla/5.0'): Promise<string> {
  const answer = await fetch(server.url + path, { headers: { 'User-Agent': agent } })
  return (await answer.text()).replace(/<script[^]*?<\/script>|<wbr[^>]*>/g, '')
}
const phone = 'Mozilla/5.0 (Linux; Android 13) Mobile'

// 管件 (zhgd) has 弯头 and 法兰, and of its own 甲; 阀门 is a group of the first level with 球阀 alone.
const initial = await groups()
assert.equal((await save([...initial, newOne('阀门'), newOne('弯头', 'zhgd')])).code, 200)
await save([...(await groups()), newOne('球阀', await called('阀门')), newOne('法兰', 'zhgd')])
await change('zhgd', { name: '管件' })
const [valves, elbows, balls, flanges] = await Promise.all(['阀门', '弯头', '球阀', '法兰'].map(called))
const ids = new Map<string, string>()
for (const [name, id = ''] of [
  ['甲', 'zhgd'],
  ['乙', elbows],
  ['丙', flanges],
  ['丁', balls],
  ['戊', 'cpxt'],
] as const)
  ids.set(name, await add(name, id))

test('groups are stored behind the one that they lie in, and a stored one without a place is of the first level', async () => {
  assert.deepEqual(
    (await groups()).map(({ name, parent }) => `${parent ? '- ' : ''}${name}`),
    ['管件', '- 弯头', '- 法兰', '建筑机器人', '建筑标准化产品', '阀门', '- 球阀'],
  )
  const wrong = [...(await groups()), newOne('长半径', elbows)]
  assert.match((await save(wrong)).msg, /“长半径”不能放在这个上级分类里/)
  // A program that knows one level sends them without it.
  const older = (await groups()).map(({ parent: _parent, ...each }) => each)
  assert.equal((await save(older.map((each) => (each.id === 'cpxt' ? { ...each, name: '机器人' } : each)))).code, 200)
  assert.equal((await groups()).find(({ id }) => id === elbows)?.parent, 'zhgd')
})

test('a record of before the levels is read as one level, and one whose group above is gone is of the first', async (t) => {
  const first = await startServer(t)
  await first.stop()
  const { groups: before } = (await visitor('site/detail')).data
  const older = before.map(({ parent: _parent, ...each }: Group) => each)
  const lost = { ...newOne('没有上级的', 'g000000000000'), id: 'g000000000001' }
  await store(first.folder, 'site', { id: 'site', createdAt: '2025-01-01T00:00:00+08:00', groups: [...older, lost] })
  const { post } = await startServer(t, { folder: first.folder })
  const read = (await post('/v1/site/detail')).data.groups as Group[]
  assert.deepEqual([...new Set(read.slice(0, -1).map(({ parent }) => parent))], [''])
  assert.equal((await post('/v1/product/selectAllList')).data.more.at(-1).name, '没有上级的')
})

test('a group of the first level has the products of those below it, in every call', async () => {
  assert.equal(await listed('zhgd'), '丙乙甲')
  assert.equal(await listed(elbows ?? ''), '乙')
  assert.equal(await listed(valves ?? '', ask), '丁')
  const { data } = await visitor('product/selectAllList')
  assert.deepEqual([namesIn(data.zhgdList), namesIn(data.cpxtList), namesIn(data.jzbhList)], ['丙乙甲', '戊', ''])
  assert.deepEqual(
    data.more.map(({ name, list }: { name: string; list: Row[] }) => [name, namesIn(list)]),
    [['阀门', '丁']],
    'groups of the first level alone: no product twice',
  )
  assert.ok(!('counts' in data || 'productCon' in data.zhgdList[0]))
  assert.deepEqual(
    data.zhgdList.map(({ productType }: Row) => productType),
    ['法兰', '弯头', '管件'],
  )
  const { counts } = (await visitor('product/selectAllList', { limit: 1, counts: true })).data
  assert.deepEqual(
    ['zhgd', elbows, valves, 'jzbh'].map((id = '') => counts[id]),
    [3, 1, 1, 0],
  )
  const size = await ask('record/exportSize', { kind: 'product', what: 'sheet', group: 'zhgd' })
  assert.equal(size.data.records, 3)
})

test('the page has a tab for each group of the first level, and links to those below it', async () => {
  for (const [path, agent] of [
    ['/product', undefined],
    ['/zhuyingyewu', phone],
  ] as const) {
    const all = await html(path, agent)
    const tabs = [...all.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, name = '']) => name.replace(/（.*/, ''))
    assert.deepEqual(tabs, ['管件', '机器人', '阀门'])
    const links = (text: string): string[] =>
      [...text.matchAll(/<a href="([^"]*)"(?: aria-current="page")?[^>]*>(?:全部|弯头（1）|法兰（1）)</g)]
        .map(([, href = '']) => href)
        .slice(0, 3)
    const linked = ['zhgd', elbows, flanges].map((id) => `${path}?locationId=${id}#catalogue`)
    assert.deepEqual(links(all), linked)
    for (const name of ['甲', '乙', '丙', '丁']) assert.ok(all.includes(`>${name}<`), name)

    const one = await html(`${path}?locationId=${elbows}`, agent)
    assert.deepEqual(links(one), linked)
    assert.match(one, new RegExp(`locationId=${elbows}#catalogue" aria-current="page"`))
    assert.match(one, /<title>弯头 - 管件/)
    assert.ok(one.includes('>乙<') && !one.includes('>丙<') && !one.includes('>甲<') && one.includes('>丁<'))
  }
  const [product] = [ids.get('乙')]
  assert.match(await (await fetch(`${server.url}/productDet?productId=${product}`)).text(), /"category":"管件 > 弯头"/)
  const sitemap = await html('/sitemap.xml')
  for (const id of ['zhgd', elbows, valves, balls]) assert.ok(sitemap.includes(`locationId=${id}<`), id)
  const found = await visitor('search/site', { word: '弯头' })
  assert.ok(JSON.stringify(found.data).includes(`/product?locationId=${elbows}`))
})

test('a group that is off takes those below it off, with their pages', async () => {
  await change('zhgd', { on: false })
  const product = `/productDet?productId=${ids.get('乙')}`
  assert.deepEqual([await listed('zhgd'), await listed(elbows ?? ''), await listed('')], ['', '', '戊丁'])
  assert.equal((await fetch(server.url + product)).status, 404)
  assert.deepEqual((await visitor('product/selectAllList')).data.zhgdList, [])
  assert.doesNotMatch(await html('/product'), />乙</)
  assert.doesNotMatch(await html('/sitemap.xml'), new RegExp(`locationId=${elbows}<`))
  assert.equal(await listed(elbows ?? '', ask), '乙', 'staff see it')
  const user = (await ask('indexLogin/userInfo')).data.groups as Group[]
  assert.deepEqual(
    user.filter(({ on }) => !on).map(({ name }) => name),
    ['管件', '弯头', '法兰'],
  )
  await change('zhgd', { on: true })
  assert.equal((await fetch(server.url + product)).status, 200)
  await change(elbows ?? '', { on: false })
  assert.equal(await listed('zhgd'), '丙甲')
  await change(elbows ?? '', { on: true })
})

test('an order reaches over the groups below one, and each keeps its own', async () => {
  const move = async (name: string, behind: string) =>
    (await ask('act/order', { kind: 'product', id: ids.get(name), after: ids.get(behind) ?? '' })).code
  ids.set('己', await add('己', elbows ?? ''))
  assert.equal(await listed('zhgd'), '己丙乙甲')
  assert.equal(await move('甲', '己'), 200)
  assert.equal(await listed('zhgd'), '己甲丙乙')
  assert.equal(await move('己', '乙'), 200)
  assert.deepEqual([await listed('zhgd'), await listed(elbows ?? '')], ['甲丙乙己', '乙己'])
  assert.equal(await move('甲', '丁'), 409)
})

test('a group can move below another with its products, drafts and times; with products it cannot go', async () => {
  const draft = await ask('draft/save', {
    kind: 'product',
    fields: { coverName: '庚', locationId: balls },
    publishAt: '2099-01-01 08:00:00',
  })
  await change(balls ?? '', { parent: 'zhgd' })
  assert.equal(await listed('zhgd'), '甲丁丙乙己')
  assert.equal((await fetch(`${server.url}/product?locationId=${balls}`)).status, 200)
  assert.doesNotMatch(await html('/product'), /role="tab"[^>]*>阀门/)
  const id = draft.data.id
  assert.equal((await ask('draft/publish', { kind: 'product', id })).code, 200)
  assert.equal(await listed('zhgd'), '庚甲丁丙乙己')
  const without = (await groups()).filter((each) => each.id !== balls)
  assert.match((await save(without)).msg, /“球阀”里还有2个产品/)
  // Its own products are elsewhere, but not those of the groups below it.
  const children = (await groups()).filter((each) => each.id !== valves)
  assert.equal((await save(children)).code, 200)
})

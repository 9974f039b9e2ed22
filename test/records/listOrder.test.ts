import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newFolder, startServer } from '../server.ts'
import { store } from '../stored.ts'

const news = (newTitle: string, at: string) => ({ newTitle, newIntro: '', newCover: '', newInfo: '', at })
const lead = (agentName: string, agentInfo: string, source: string, at: string) => ({
  agentName,
  agentInfo,
  phone: '13800000000',
  source,
  at,
})
const product = (coverName: string, locationId: string, at: string) => ({
  coverName,
  coverDescribe: '',
  jumpUrl: '',
  coverUrl: '',
  productCon: '',
  locationId,
  at,
})

const articles = {
  a: news('塔机安全', '2026-03-01T00:00:00.000'),
  b: news('安全帽', '2026-03-01T23:59:59.999'),
  c: news('第10期简报', '2026-03-02T00:00:00.000'),
  d: news('第2期简报', '2026-03-03T12:00:00.000'),
}

const products = {
  a: product('吊钩', 'zhgd', '2026-01-01T08:00:00.000'),
  b: product('抹平机器人', 'cpxt', '2026-01-02T08:00:00.000'),
  c: product('护栏', 'jzbh', '2026-01-03T08:00:00.000'),
  d: product('喷涂机器人', 'cpxt', '2026-01-04T08:00:00.000'),
}
const applications = {
  a: lead('张三', '甲公司', 'desktop', '2026-01-01T08:00:00.000'),
  b: lead('李四', '丙公司', 'mobile', '2026-01-02T08:00:00.000'),
  c: lead('王五', '乙公司', 'alliance', '2026-01-03T08:00:00.000'),
}
const folder = newFolder({ after })
for (const [kind, records] of Object.entries({ news: articles, product: products, agent: applications })) {
  for (const [id, { at, ...fields }] of Object.entries(records))
    await store(folder, kind, { id, createdAt: `${at}+08:00`, ...fields })
}
const server = await startServer({ after }, { folder })
const headers = await server.signIn()

/** The ids of the rows, and the count, as somebody gets them. */
const idLister =
  (path: string, id: string, as: Record<string, string> = headers) =>
  async (query: object) => {
    const { status, data } = await server.post(path, query, { headers: as })
    assert.equal(status, 200, JSON.stringify(query))
    return [data.data.map((row: Record<string, string>) => row[id]).join(''), data.count]
  }

test('staff sort news by a column, in both directions and with pages', async () => {
  const idsOf = idLister('/v1/news/list', 'newId')
  assert.deepEqual(await idsOf({}), ['dcba', 4])
  assert.deepEqual(await idsOf({ sort: 'newTitle' }), ['bdca', 4])
  assert.deepEqual(await idsOf({ sort: 'newTitle', order: 'desc' }), ['acdb', 4])
  assert.deepEqual(await idsOf({ sort: 'newTitle', order: 'asc', page: 2, limit: 3 }), ['a', 4])
  assert.deepEqual(await idsOf({ sort: 'newTitle', newTitle: '安全' }), ['ba', 2])
  assert.deepEqual(await idsOf({ sort: 'createDate', order: 'asc' }), ['abcd', 4])
  assert.deepEqual(await idsOf({ sort: 'createDate', order: 'desc' }), ['dcba', 4])
  assert.deepEqual(await idsOf({ order: 'asc' }), ['dcba', 4])
  assert.deepEqual(await idsOf({ sort: null, order: null, from: '', to: null }), ['dcba', 4])
})

test('products and applications can be sorted and filtered too', async () => {
  const askedProducts = idLister('/v1/product/list', 'productId')
  assert.deepEqual(await askedProducts({ sort: 'productType' }), ['cdba', 4])
  const askedAgents = idLister('/v1/agent/list', 'agentId')
  assert.deepEqual(await askedAgents({ sort: 'agentName' }), ['bca', 3])
  assert.deepEqual(await askedAgents({ sort: 'agentInfo' }), ['bac', 3])
  assert.deepEqual(await askedAgents({ sort: 'source', order: 'desc' }), ['bac', 3])
  assert.deepEqual(await askedAgents({ from: '2026-01-02' }), ['cb', 2])
})

test('for visitors, sorting and date ranges are unknown fields, ignored whatever their value', async () => {
  const idsOf = idLister('/v1/news/list', 'newId', {})
  for (const query of [
    { sort: 'newTitle' },
    { sort: 'createDate', order: 'asc' },
    { from: '2026-03-02' },
    { to: 'yesterday' },
    { sort: { moon: 1 } },
  ]) {
    assert.deepEqual(await idsOf(query), ['dcba', 4], JSON.stringify(query))
  }
})

test('an invalid column, direction or date is a 400 that names the field', async () => {
  const wrong: [string, object, string][] = [
    ['/v1/news/list', { sort: 'newInfo' }, 'sort'],
    ['/v1/news/list', { sort: ['newTitle'] }, 'sort'],
    ['/v1/product/list', { sort: '__proto__' }, 'sort'],
    ['/v1/product/list', { sort: 'coverName', order: 'up' }, 'order'],
    ['/v1/product/list', { from: '2026-02-30' }, 'from'],
    ['/v1/agent/list', { kind: 'all', to: '20260101' }, 'to'],
    ['/v1/agent/list', { kind: 'all', from: 20260101 }, 'from'],
    ['/v1/carousel/list', { sort: 'photoInfo' }, 'sort'],
  ]
  for (const [path, body, field] of wrong) {
    const { status, data } = await server.post(path, body, { headers })
    assert.deepEqual([status, data.field], [400, field], `${path} ${JSON.stringify(body)}`)
  }
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newFolder, startServer, type TestServer } from '../server.ts'
import { store } from '../stored.ts'

const crane = {
  coverName: '塔机安全监测系统',
  coverDescribe: '实时掌握塔机运行',
  jumpUrl: '/productDet',
  coverUrl: 'https://cdn.example.com/crane.png',
  productCon: '<h2>功能</h2><p>限位报警。</p>',
  locationId: 'zhgd',
}
const path = (name: string): string => `/v1/product/${name}`

async function save(server: TestServer, headers: Record<string, string>, fields: object): Promise<string> {
  const { code, msg, data } = await server.post(path('saveProduct'), fields, { headers })
  assert.deepEqual([code, msg], [200, '添加成功！'])
  return data.productId
}

const server = await startServer({ after })
const headers = await server.signIn()

/** For the tests that count what they have saved. */
async function empty(): Promise<void> {
  const { data } = (await server.post(path('list'), { limit: 9999 })).data
  for (const { productId } of data) await server.post(path('deleteProduct'), { productId }, { headers })
}

test('dates are China time', async () => {
  const before = Date.now()
  const productId = await save(server, headers, {})
  const { data } = await server.post(path('detailProduct'), { productId })
  const written = Date.parse(`${data.createDate.replace(' ', 'T')}+08:00`)
  assert.ok(written > before - 1000 && written <= Date.now(), data.createDate)
})

test('the list is paged newest first, with the true count and without bodies', async () => {
  await empty()
  for (let n = 1; n <= 12; n++) await save(server, headers, { ...crane, coverName: `产品${n}` })

  const names = async (query: object): Promise<unknown> => {
    const { data } = await server.post(path('list'), query)
    return [data.count, data.data.map((row: { coverName: string }) => row.coverName)]
  }
  const newest = ['产品12', '产品11', '产品10', '产品9', '产品8', '产品7', '产品6', '产品5', '产品4', '产品3']
  assert.deepEqual(await names({}), [12, newest])
  assert.deepEqual(await names({ page: '', limit: '' }), [12, newest])
  assert.deepEqual(await names({ page: 2 }), [12, ['产品2', '产品1']])
  assert.deepEqual(await names({ page: '3', limit: '5' }), [12, ['产品2', '产品1']])
  assert.deepEqual(await names({ page: 99 }), [12, []])
  assert.deepEqual(await names({ limit: 9999, page: 1, coverName: '产品1' }), [
    4,
    ['产品12', '产品11', '产品10', '产品1'],
  ])

  const { data } = await server.post(path('list'), { limit: 1 })
  assert.ok(data.data[0] && !('productCon' in data.data[0]))
})

test('the search matches part of the name in either case, and the location', async () => {
  await empty()
  await save(server, headers, { ...crane, coverName: 'AI Camera 巡检' })
  await save(server, headers, { ...crane, coverName: '抹平机器人', locationId: 'cpxt' })
  await save(server, headers, { coverName: '无处可归' })
  const found = async (query: object): Promise<string[]> => {
    const { data } = await server.post(path('list'), query)
    assert.equal(data.count, data.data.length)
    return data.data.map((row: { coverName: string }) => row.coverName)
  }
  assert.deepEqual(await found({ coverName: 'ai cAm' }), ['AI Camera 巡检'])
  assert.deepEqual(await found({ locationId: 'cpxt' }), ['抹平机器人'])
  assert.deepEqual(await found({ locationId: 'cpxt', coverName: 'ai' }), [])
  assert.deepEqual(await found({ locationId: '', coverName: null }), ['无处可归', '抹平机器人', 'AI Camera 巡检'])
})

test('products are listed by their ids, in that order, without bodies and without those that are gone', async () => {
  await empty()
  const [first, second] = [
    await save(server, headers, crane),
    await save(server, headers, { ...crane, coverName: '抹平机器人', locationId: 'cpxt' }),
  ]
  const list = async (input: object) => (await server.post(path('list'), input)).data
  const { data, count } = await list({ productIds: [first, 'gone', '__proto__', second, first] })
  assert.equal(count, 2)
  assert.deepEqual(data, [...(await list({})).data].reverse())
  assert.ok(!('productCon' in data[0]))
  assert.deepEqual((await list({ productIds: [first, second], page: 2, limit: 1 })).data, [data[1]])
  assert.deepEqual(await list({ productIds: ['gone'] }), { data: [], count: 0 })
  for (const productIds of [[], first, [5], Array.from({ length: 241 }, () => first)]) {
    assert.equal((await list({ productIds })).field, 'productIds')
  }
})

test('wrong input is a 400 that names the field', async () => {
  await empty()
  const wrong: [string, object, string][] = [
    ['list', { page: 0 }, 'page'],
    ['list', { page: '-1' }, 'page'],
    ['list', { coverName: 7 }, 'coverName'],
    ['list', { locationId: 'moon' }, 'locationId'],
    ['selectAllList', { limit: 0 }, 'limit'],
    ['detailProduct', {}, 'productId'],
    ['saveProduct', { locationId: 'moon' }, 'locationId'],
    ['saveProduct', { coverName: ['a'] }, 'coverName'],
    ['saveProduct', { productCon: {} }, 'productCon'],
    ['saveProduct', { jumpUrl: 'javascript:alert(1)' }, 'jumpUrl'],
    ['saveProduct', { jumpUrl: '//evil.example' }, 'jumpUrl'],
    ['saveProduct', { jumpUrl: '/\\evil.example' }, 'jumpUrl'],
    ['saveProduct', { jumpUrl: 'data:text/html,www.example.com' }, 'jumpUrl'],
    ['saveProduct', { jumpUrl: 'www.example.com/a b' }, 'jumpUrl'],
    ['saveProduct', { jumpUrl: 'www.example.com\\a' }, 'jumpUrl'],
    ['saveProduct', { jumpUrl: 'example.com:alert(1)' }, 'jumpUrl'],
    ['saveProduct', { jumpUrl: 'mailto:service@example.com' }, 'jumpUrl'],
    ['updateProduct', { productId: 'x', jumpUrl: 'ftp://www.example.com' }, 'jumpUrl'],
    ['updateProduct', { productId: 'x', jumpUrl: 'about.html' }, 'jumpUrl'],
    ['saveProduct', { coverUrl: 'www.example.com/a.png' }, 'coverUrl'],
    ['saveProduct', { coverUrl: 'data:image/png;base64,AA' }, 'coverUrl'],
    ['updateProduct', { productId: 'x', coverUrl: 'ftp://example.com/a' }, 'coverUrl'],
    ['updateProduct', {}, 'productId'],
    ['deleteProduct', {}, 'productId'],
  ]
  for (const [call, body, field] of wrong) {
    const { status, code, msg, data } = await server.post(path(call), body, { headers })
    assert.deepEqual([status, code, data.field], [400, 400, field], `${call} ${JSON.stringify(body)}`)
    assert.match(msg, /[\u4e00-\u9fff]/)
  }
  assert.equal((await server.post(path('list'))).data.count, 0)
})

test('a jump path without a scheme is a web address', async () => {
  const productId = await save(server, headers, { jumpUrl: 'www.example.com' })
  const stored = async (): Promise<string> => (await server.post(path('detailProduct'), { productId })).data.jumpUrl
  assert.equal(await stored(), 'https://www.example.com')
  for (const [sent, kept] of [
    ['example.com/path?a=1#b', 'https://example.com/path?a=1#b'],
    [' WWW.Example.com:8080 ', 'https://WWW.Example.com:8080'],
    ['http://www.example.com', 'http://www.example.com'],
    ['/www.example.com', '/www.example.com'],
    ['', ''],
  ] as const) {
    assert.equal((await server.post(path('updateProduct'), { productId, jumpUrl: sent }, { headers })).code, 200)
    assert.equal(await stored(), kept)
  }
})

test('an update of an older version is refused with who changed the record and when', async () => {
  const productId = await save(server, headers, crane)
  const { version } = (await server.post(path('detailProduct'), { productId })).data
  const update = (more: object) => server.post(path('updateProduct'), { productId, ...more }, { headers })
  assert.equal((await update({ coverName: '先到', basedOn: version })).code, 200)
  const late = await update({ coverName: '后到', basedOn: version })
  assert.deepEqual([late.status, late.code, late.data.changedBy], [409, 409, 'admin'])
  assert.match(late.data.changedAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const current = (await server.post(path('detailProduct'), { productId })).data
  assert.equal(current.coverName, '先到')
  assert.equal((await update({ coverName: '再来', basedOn: current.version })).code, 200)
  assert.equal((await update({ coverName: '不问版本' })).code, 200, 'other programs need not know of versions')
})

test('a product whose time of change is none, after an edit by hand, can be changed', async (t) => {
  const folder = newFolder(t)
  await store(folder, 'product', {
    ...crane,
    id: 'crane',
    createdAt: '2026-01-01T00:00:00.000+08:00',
    changedAt: '昨天',
  })
  const server = await startServer(t, { folder })
  const headers = await server.signIn()
  const { version } = (await server.post(path('detailProduct'), { productId: 'crane' })).data
  assert.equal(
    (
      await server.post(
        path('updateProduct'),
        { productId: 'crane', coverName: '新名称', basedOn: version },
        { headers },
      )
    ).code,
    200,
  )
  assert.match((await server.post(path('detailProduct'), { productId: 'crane' })).data.version, /^\d{4}-\d\d-\d\dT/)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'

const kinds = [
  {
    of: 'news',
    id: 'newId',
    calls: {
      list: '/v1/news/list',
      detail: '/v1/news/detailNews',
      save: '/v1/news/saveNews',
      update: '/v1/news/updateNews',
      remove: '/v1/news/deleteNews',
    },
    record: {
      newTitle: '春季 Training 开班',
      newIntro: '三天两夜',
      newCover: '/uploads/news/a.png',
      newInfo: '<p>正文</p>',
    },
    title: 'newTitle',
    body: 'newInfo',
    beside: { newer: null, older: null },
    address: 'newCover',
  },
  {
    of: 'carousel photo',
    id: 'photoId',
    calls: {
      list: '/v1/carousel/list',
      detail: '/v1/carousel/detailCarousel',
      save: '/v1/carousel/saveCarousel',
      update: '/v1/carousel/updateCarousel',
      remove: '/v1/carousel/deleteCarousel',
    },
    record: { photoTitle: '夜色 Training 工地', photoInfo: '塔机', photoUrl: 'https://example.com/a.jpg' },
    title: 'photoTitle',
    body: undefined,
    beside: {},
    address: 'photoUrl',
  },
] as const

const server = await startServer({ after })
const headers = await server.signIn()

for (const { of, id, calls, record, title, body, beside, address } of kinds) {
  test(`a ${of} is added, read, changed in part and deleted`, async () => {
    const saved = await server.post(calls.save, record, { headers })
    assert.deepEqual([saved.code, saved.msg], [200, '添加成功！'])
    const key = { [id]: saved.data[id] }

    const { data } = await server.post(calls.detail, key)
    assert.deepEqual(data, { ...record, ...key, ...beside, createDate: data.createDate, version: data.version })
    assert.match(data.createDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

    const updated = await server.post(calls.update, { ...key, [title]: '改过的标题' }, { headers })
    assert.deepEqual([updated.code, updated.msg], [200, '修改成功！'])
    const after = (await server.post(calls.detail, key)).data
    assert.deepEqual(after, { ...data, [title]: '改过的标题', version: after.version })
    const late = await server.post(calls.update, { ...key, [title]: '迟到', basedOn: data.version }, { headers })
    assert.deepEqual([late.code, late.data.changedBy], [409, 'admin'])

    const removed = await server.post(calls.remove, key, { headers })
    assert.deepEqual([removed.code, removed.msg], [200, '删除成功！'])
    for (const call of [calls.detail, calls.update, calls.remove])
      assert.equal((await server.post(call, key, { headers })).code, 404, call)
  })

  test(`${of} lists are searched by title, newest first, without bodies`, async () => {
    for (const name of ['甲 ABC', '乙', '丙 abcd'])
      await server.post(calls.save, { ...record, [title]: name }, { headers })
    const { data } = await server.post(calls.list, { [title]: 'aBc', page: 1, limit: 10 })
    assert.equal(data.count, 2)
    assert.deepEqual(
      data.data.map((row: Record<string, string>) => row[title]),
      ['丙 abcd', '甲 ABC'],
    )
    if (body) assert.ok(!(body in (data.data[0] ?? {})))
    assert.deepEqual((await server.post(calls.list, { page: 2 })).data, { data: [], count: 3 })
  })

  test(`a ${of} is refused without a login and with invalid fields`, async () => {
    for (const call of [calls.save, calls.update, calls.remove])
      assert.equal((await server.post(call, { [id]: 'x' })).code, 401, call)
    const wrong: [string, object, string][] = [
      [calls.save, { [title]: 1 }, title],
      [calls.save, { [title]: '字'.repeat(201) }, title],
      [calls.save, { [address]: 'vbscript:x' }, address],
      [calls.update, { [id]: 'x', [address]: ' javascript:x' }, address],
      [calls.update, { [title]: 'x' }, id],
      [calls.detail, { [id]: [] }, id],
      [calls.list, { limit: '1e3' }, 'limit'],
    ]
    for (const [call, sent, field] of wrong) {
      const { code, data } = await server.post(call, sent, { headers })
      assert.deepEqual([code, data.field], [400, field], `${call} ${field}`)
    }
  })
}

test('nothing is required of a product, an article or a carousel photo', async () => {
  for (const [call, id] of [
    ['/v1/product/saveProduct', 'productId'],
    ['/v1/news/saveNews', 'newId'],
    ['/v1/carousel/saveCarousel', 'photoId'],
  ] as const) {
    const { code, data } = await server.post(call, {}, { headers })
    assert.equal(code, 200, call)
    assert.match(data[id], /^[\w-]+$/)
  }
})

test('news bodies are cleaned', async () => {
  const { data } = await server.post(
    '/v1/news/saveNews',
    { newInfo: '<p>文<img src=x onerror=alert(1)></p><iframe src="//a"></iframe>' },
    { headers },
  )
  assert.equal((await server.post('/v1/news/detailNews', data)).data.newInfo.includes('onerror'), false)
})

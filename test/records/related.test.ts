import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestedPath } from '../../contract/kinds/suggestedPath.ts'
import { startServer } from '../server.ts'
import { store } from '../stored.ts'

const createdAt = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000+08:00`

test('a product shows what names or links to it, the cases that use it, and its neighbours', async (t) => {
  const first = await startServer(t)
  await first.stop()
  const product = (id: string, coverName: string, productCon: string, day: number, more: object = {}) =>
    store(first.folder, 'product', {
      id,
      createdAt: createdAt(day),
      coverName,
      coverDescribe: '',
      jumpUrl: '',
      coverUrl: '',
      productCon,
      locationId: 'cpxt',
      ...more,
    })
  await product('one', '焊接机器人', '<p>与<strong>喷涂机器人</strong>一起使用</p>', 9)
  await product('two', '喷涂机器人', '<p>见<a href="/productDet?productId=one">另一个</a></p>', 8)
  await product('three', '铺砖机器人', '<p>焊接机器人之后进场</p>', 7)
  await product('four', '吊装', '<p><a href="/cpDeatail?title=x&amp;productId=one">看</a></p>', 6)
  await product('five', '测量仪', '<p><a href="/productDet?productId=one-two">吊装</a></p>', 5)
  await product('six', '焊接机器人配件', '', 4, { specs: [{ term: '适用', value: '焊接机器人' }], locationId: 'zhgd' })
  await product('seven', '无分类的', '<p>焊接机器人</p>', 3, { locationId: '' })
  const server = await startServer(t, { folder: first.folder })
  const headers = await server.signIn()
  const related = async (productId: string) => (await server.post('/v1/product/related', { productId })).data
  const namesOf = async (productId: string) =>
    (await related(productId)).products.map(({ coverName }: { coverName: string }) => coverName)

  assert.deepEqual(
    await namesOf('one'),
    ['喷涂机器人', '铺砖机器人', '吊装', '焊接机器人配件'],
    'mutual first, at most four',
  )
  assert.deepEqual(
    await namesOf('two'),
    ['焊接机器人', '铺砖机器人', '吊装', '测量仪'],
    'filled up with those after it in its group',
  )
  assert.deepEqual(
    await namesOf('five'),
    ['吊装', '铺砖机器人', '喷涂机器人', '焊接机器人'],
    'neither a longer id nor a name of two characters counts',
  )
  assert.deepEqual(await namesOf('seven'), ['焊接机器人'], 'nothing beside one of no group')
  const { previous, next } = await related('two')
  assert.deepEqual([previous.productId, next.productId], ['one', 'three'])
  assert.deepEqual([(await related('one')).previous, (await related('five')).next], [null, null])
  const empty = { products: [], cases: [], previous: null, next: null }
  assert.deepEqual(await related('nobody'), empty)

  const { groups } = (await server.post('/v1/site/detail', {})).data
  const image = '/media/og.png'
  const figures = [{ before: '9', value: 1, suffix: '次/周', label: '返工', done: '' }]
  for (const [name, more] of [
    ['别的', { products: ['two'] }],
    ['说到', { caseIntro: '用焊接机器人完成。' }],
    ['用到', { products: ['one'], figures }],
  ] as const) {
    const sent = {
      caseName: name,
      casePath: `/xiangmuanli/${suggestedPath(name, [])}`,
      caseIntro: '介绍',
      caseImage: image,
      ...more,
    }
    assert.equal((await server.post('/v1/cases/save', sent, { headers })).code, 200)
  }
  assert.deepEqual((await related('one')).cases, [
    { name: '用到', image, path: '/xiangmuanli/yd', outcomes: figures },
    { name: '说到', image, path: '/xiangmuanli/sd', outcomes: [] },
  ])

  await server.post(
    '/v1/product/updateProduct',
    { productId: 'two', coverName: '打磨机器人', productCon: '' },
    { headers },
  )
  assert.deepEqual(
    await namesOf('one'),
    ['铺砖机器人', '吊装', '焊接机器人配件', '无分类的'],
    'a change is seen at once',
  )
  await server.post(
    '/v1/site/update',
    {
      groups: groups.map((group: { id: string }) => (group.id === 'zhgd' ? { ...group, on: false } : group)),
    },
    { headers },
  )
  assert.deepEqual(
    await namesOf('one'),
    ['铺砖机器人', '吊装', '无分类的', '打磨机器人'],
    'nothing of a group that is off; no group hides nothing',
  )
  assert.deepEqual(await related('six'), empty)
})

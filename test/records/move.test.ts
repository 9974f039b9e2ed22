import assert from 'node:assert/strict'
import test from 'node:test'
import { rankBetween } from '../../server/records/move.ts'
import { random } from '../random.ts'
import { startServer } from '../server.ts'
import { stored } from '../stored.ts'

test('a product is moved within its group with one write, and all lists follow', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const call = (path: string, body: object) => server.post(path, body, { headers })
  const ids: Record<string, string> = {}
  const add = async (name: string, locationId: string, more: object = {}): Promise<void> => {
    const { data } = await call('/v1/product/saveProduct', { coverName: name, locationId, ...more })
    ids[name] = data.productId
  }
  for (const name of ['甲', '乙', '丙', '丁']) await add(name, 'zhgd')
  await add('别组', 'cpxt')
  const names = async (body: object = { locationId: 'zhgd' }): Promise<string> =>
    (await server.post('/v1/product/list', body)).data.data
      .map(({ coverName }: { coverName: string }) => coverName)
      .join('')
  const move = async (name: string, after: string): Promise<number | ''> =>
    (await call('/v1/act/order', { kind: 'product', id: ids[name] ?? name, after: ids[after] ?? after })).code
  assert.equal(await names(), '丁丙乙甲')

  const before = await stored(server.folder)
  assert.equal(await move('甲', '丁'), 200)
  const versions = new Map(before.map(({ name, version }) => [name, version]))
  const written = (await stored(server.folder))
    .filter(({ name, version }) => versions.get(name) !== version)
    .map(({ name }) => name)
  assert.deepEqual(
    written.filter((name) => name.startsWith('product/')),
    [`product/${ids.甲}`],
  )
  assert.equal(await names(), '丁甲丙乙')
  await move('乙', '')
  assert.equal(await names(), '乙丁甲丙')
  await move('乙', '丙')
  assert.equal(await names(), '丁甲丙乙')
  for (let i = 0; i < 40; i++) await move(i % 2 === 0 ? '丙' : '甲', '丁')
  assert.equal(await names(), '丁甲丙乙', 'the same place again and again')
  const { data: groups } = await server.post('/v1/product/selectAllList')
  assert.equal(groups.zhgdList.map(({ coverName }: { coverName: string }) => coverName).join(''), '丁甲丙乙')

  await add('戊', 'zhgd')
  assert.equal(await names(), '戊丁甲丙乙', 'a new one is first')
  await add('己', 'zhgd', { pinned: true })
  await add('庚', 'zhgd')
  assert.equal(await names(), '己庚戊丁甲丙乙')
  await move('乙', '己')
  assert.equal(await names(), '己乙庚戊丁甲丙', 'behind a pinned one it is the first of the others')
  await call('/v1/product/updateProduct', { productId: ids.乙, pinned: true })
  await move('乙', '')
  assert.equal(await names(), '乙己庚戊丁甲丙')
  await call('/v1/product/updateProduct', { productId: ids.乙, pinned: false })
  assert.equal(
    (await call('/v1/product/list', { locationId: 'zhgd', sort: 'createDate', order: 'desc' })).data.data[0].coverName,
    '庚',
  )

  for (const [name, after] of [
    ['甲', '别组'],
    ['甲', '甲'],
    ['none', ''],
  ] as const)
    assert.equal(await move(name, after), 409)
  assert.equal((await call('/v1/act/order', { kind: 'news', id: 'x', after: '' })).msg, '这类内容不能调整顺序')
})

test('there is always a rank between two others', () => {
  const below = random(24)
  const ranks = ['001763800000000-a', '001763800000000a', '001763800000000b', '001763800000001z']
  for (let i = 0; i < 2_000; i++) {
    const index = below(ranks.length)
    const [lower = '', upper] = [ranks[index - 1], ranks[index]]
    const rank = rankBetween(lower, upper, '')
    assert.ok(lower < rank && (upper === undefined || rank < upper), `${lower} < ${rank} < ${upper}`)
    ranks.splice(index, 0, rank)
  }
})

import assert from 'node:assert/strict'
import { type Answer, answerOf, type Site } from '../server.ts'
import { onePixel } from '../media/pictures.ts'
import type { World } from './world.ts'

/** A kind of record as the specification has it: its calls, and a record with every field that they send. */
export interface Kind {
  id: string
  title: string
  list: string
  detail: string
  save: string
  update: string
  remove: string
  record: Readonly<Record<string, string>>
}

export const product: Kind = {
  id: 'productId',
  title: 'coverName',
  list: '/v1/product/list',
  detail: '/v1/product/detailProduct',
  save: '/v1/product/saveProduct',
  update: '/v1/product/updateProduct',
  remove: '/v1/product/deleteProduct',
  record: {
    coverName: '呼叫的产品',
    coverDescribe: '一行描述',
    jumpUrl: '/product',
    coverUrl: '/uploads/product/a.png',
    productCon: '<p>产品的正文</p>',
    locationId: 'jzbh',
  },
}

export const news: Kind = {
  id: 'newId',
  title: 'newTitle',
  list: '/v1/news/list',
  detail: '/v1/news/detailNews',
  save: '/v1/news/saveNews',
  update: '/v1/news/updateNews',
  remove: '/v1/news/deleteNews',
  record: {
    newTitle: '呼叫的新闻',
    newIntro: '一行介绍',
    newCover: '/uploads/news/a.png',
    newInfo: '<p>新闻的正文</p>',
  },
}

export const carousel: Kind = {
  id: 'photoId',
  title: 'photoTitle',
  list: '/v1/carousel/list',
  detail: '/v1/carousel/detailCarousel',
  save: '/v1/carousel/saveCarousel',
  update: '/v1/carousel/updateCarousel',
  remove: '/v1/carousel/deleteCarousel',
  record: { photoTitle: '呼叫的图片', photoInfo: '一行说明', photoUrl: '/uploads/carousel/a.png' },
}

/** Adds a record by its call, which is removed after the row; returns the input that names it. */
export async function added({ t, asStaff }: World, kind: Kind, fields: object = {}): Promise<Record<string, string>> {
  const { code, data } = await asStaff(kind.save, { ...kind.record, ...fields })
  assert.equal(code, 200)
  const named = { [kind.id]: data[kind.id] }
  t.after(() => asStaff(kind.remove, named))
  return named
}

type Row = Record<string, string>

/** The rows of a list, as a visitor has it. */
export async function listed(
  { ask }: World<Site>,
  kind: Kind,
  search: object = {},
): Promise<{ rows: Row[]; count: number }> {
  const { code, data } = await ask(kind.list, search)
  assert.equal(code, 200)
  return { rows: data.data, count: data.count }
}

export const detail = ({ ask }: World<Site>, kind: Kind, named: object): Promise<Answer> => ask(kind.detail, named)

/** What the first record of a list is in detail; a site without any has nothing to show. */
export async function firstInDetail(world: World<Site>, kind: Kind): Promise<Row | undefined> {
  const [first] = (await listed(world, kind, { limit: 1 })).rows
  if (first === undefined) return undefined
  const { code, data } = await detail(world, kind, { [kind.id]: first[kind.id] })
  assert.equal(code, 200)
  assert.equal(data[kind.title], first[kind.title])
  return data
}

/** That the detail of a record has these fields, and that it is found by its id. */
export async function hasInDetail(world: World<Site>, kind: Kind, fields: readonly string[]): Promise<void> {
  const data = await firstInDetail(world, kind)
  if (data === undefined) return
  for (const field of fields) assert.equal(typeof data[field], 'string', field)
}

/** That a list finds what bears these words, and nothing else. */
export async function isSearchedBy(world: World<Site>, kind: Kind, field: string): Promise<void> {
  const [first] = (await listed(world, kind, { limit: 1 })).rows
  const words = first?.[field]
  if (words) {
    const { rows, count } = await listed(world, kind, { [field]: words, limit: 100 })
    assert.ok(count > 0 && rows.every((row) => row[field]?.includes(words)), `${field}: ${words}`)
  }
  const none = await listed(world, kind, { [field]: '没有这样的名称 ' })
  assert.deepEqual([none.rows, none.count], [[], 0])
}

/** That a list has pages of as many rows as asked for, and says how many there are in all. */
export async function hasPages(world: World<Site>, kind: Kind): Promise<void> {
  const all = await listed(world, kind, { page: 1, limit: 9999 })
  assert.equal(all.count, all.rows.length)
  const ids = all.rows.map((row) => row[kind.id])
  for (const page of [1, 2]) {
    const { rows, count } = await listed(world, kind, { page, limit: 2 })
    assert.equal(count, all.count)
    assert.deepEqual(
      rows.map((row) => row[kind.id]),
      ids.slice(2 * page - 2, 2 * page),
      `page ${page}`,
    )
  }
}

export async function isAdded(world: World, kind: Kind): Promise<void> {
  const before = (await listed(world, kind)).count
  const named = await added(world, kind)
  assert.equal((await listed(world, kind)).count, before + 1)
  const { data } = await detail(world, kind, named)
  for (const [field, value] of Object.entries(kind.record)) assert.equal(data[field], value, field)
}

export async function isChanged(world: World, kind: Kind): Promise<void> {
  const named = await added(world, kind)
  for (const [field, value] of Object.entries(kind.record)) {
    const changed = field === 'locationId' ? 'zhgd' : value.replace(/产品|新闻|图片|一行|a\.png|product$/, '改')
    assert.notEqual(changed, value)
    const { code } = await world.asStaff(kind.update, { ...named, ...kind.record, [field]: changed })
    assert.equal(code, 200)
    assert.equal((await detail(world, kind, named)).data[field], changed, field)
  }
}

export async function isDeleted(world: World, kind: Kind): Promise<void> {
  const named = await added(world, kind)
  const before = (await listed(world, kind)).count
  assert.equal((await world.asStaff(kind.remove, named)).code, 200)
  assert.equal((await detail(world, kind, named)).code, 404)
  assert.equal((await listed(world, kind)).count, before - 1)
}

type Part = readonly [field: string, value: string | Buffer]

/** Sends a form with a file as an administrator's program does, or as nobody. */
export async function upload(
  { server }: World,
  path: string,
  parts: readonly Part[],
  headers?: Record<string, string>,
): Promise<Answer> {
  const form = new FormData()
  for (const [field, value] of parts) {
    if (typeof value === 'string') form.append(field, value)
    else form.append(field, new Blob([new Uint8Array(value)], { type: 'image/png' }), 'a.png')
  }
  return answerOf(fetch(server.url + path, { method: 'POST', body: form, headers: headers ?? (await server.signIn()) }))
}

/** That a file is sent by the call of uploads, and comes back from the address in the reply. */
export async function isUploaded(world: World, type: string): Promise<void> {
  const { code, data } = await upload(world, '/v1/file/upload', [
    ['type', type],
    ['file', onePixel],
  ])
  assert.equal(code, 200)
  const file = await fetch(world.server.url + data)
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), onePixel)
}

/** Sends an application by its call, which is deleted after the row; returns what the list of the office has of it. */
export async function applied(
  { t, ask, asStaff }: World,
  fields: object,
  path = '/v1/agent/saveAgent',
): Promise<{ answer: Answer; row: Row }> {
  const answer = await ask(path, fields)
  assert.equal(answer.code, 200)
  const [row] = (await asStaff('/v1/agent/list', { kind: 'all', page: 1, limit: 1 })).data.data
  const agentId = row?.agentId
  t.after(() => asStaff('/v1/agent/deleteAgent', { agentId }))
  return { answer, row }
}

/** Changes the name and the logo of the back office. */
export async function renamed({ server }: World, fields: object): Promise<Answer> {
  const headers = await server.signIn()
  const item = '/service-basics-item/item/item'
  return server.post(item, {}, { headers, method: 'PUT', body: JSON.stringify(fields) })
}

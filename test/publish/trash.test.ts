import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settableClock } from '../clock.ts'
import { type Answer, newFolder, startServer } from '../server.ts'
import { stored } from '../stored.ts'

const day = 86_400_000

async function started(t: { after(fn: () => unknown): void }, folder = newFolder(t), env: Record<string, string> = {}) {
  const server = await startServer(t, { folder, env })
  const headers = await server.signIn()
  const call = (path: string, body: object = {}): Promise<Answer> => server.post(`/v1/${path}`, body, { headers })
  const deleted = async (kind?: string) =>
    (await call('trash/list', kind === undefined ? {} : { kind })).data.data.map(({ title }: { title: string }) => title)
  const published = async () => (await server.post('/v1/news/list')).data.data.map(({ newTitle }: { newTitle: string }) => newTitle)
  const save = async (fields: object): Promise<string> => (await call('news/saveNews', fields)).data.newId
  const files = async (): Promise<string[]> =>
    (await stored(folder)).map(({ name }) => name).filter((name) => /^(drafts|trash|history)\//.test(name))
  return { server, folder, call, deleted, published, save, files }
}

test('what is deleted is listed with who and when, and comes back as it was, with the draft beside it', async (t) => {
  const { server, call, deleted, published, save } = await started(t)
  const ids = [await save({ newTitle: '一' }), await save({ newTitle: '二' }), await save({ newTitle: '三' })]
  const [newId = ''] = ids
  await call('draft/save', { kind: 'news', id: newId, fields: { newTitle: '一的草稿' } })
  const before = (await call('news/detailNews', { newId })).data
  for (const each of ids) await call('news/deleteNews', { newId: each })
  await call('product/deleteProduct', (await call('product/saveProduct', { coverName: '产品', locationId: 'zhgd' })).data)
  assert.deepEqual(await deleted('news'), ['三', '二', '一'])
  assert.deepEqual((await deleted()).length, 4)
  const { data, count } = (await call('trash/list', { kind: 'news', limit: 1, page: 3 })).data
  assert.deepEqual([count, { ...data[0], deletedAt: '' }], [3, { kind: 'news', id: newId, title: '一', deletedBy: 'admin', deletedAt: '' }])
  assert.match(data[0].deletedAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.deepEqual(await published(), [])
  assert.equal((await call('draft/detail', { kind: 'news', id: newId })).code, 404)
  assert.equal((await call('draft/save', { kind: 'news', id: newId, fields: {} })).code, 404)

  const restored = await call('trash/restore', { kind: 'news', ids: [...ids, 'never-there'] })
  assert.deepEqual([restored.code, restored.msg], [200, '已恢复'])
  assert.deepEqual(await published(), ['三', '二', '一'])
  assert.equal((await call('draft/detail', { kind: 'news', id: newId })).data.fields.newTitle, '一的草稿')
  assert.deepEqual((await call('news/detailNews', { newId })).data, before, 'also its version')
  assert.deepEqual(await deleted(), ['产品'])
  assert.equal((await server.post('/v1/trash/restore', { kind: 'news', ids })).code, 401)
  for (const body of [{ kind: 'user', ids }, { kind: 'site', ids }, { kind: 'news', ids: [] }]) {
    assert.equal((await call('trash/restore', body)).code, 400)
    assert.equal((await call('trash/delete', body)).code, 400)
  }
})

test('erasing leaves nothing, neither of the record nor of its history', async (t) => {
  const { folder, call, save, files } = await started(t)
  const newId = await save({ newTitle: '秘密' })
  for (const newTitle of ['秘密二', '秘密三']) await call('news/updateNews', { newId, newTitle })
  await call('draft/save', { kind: 'news', id: newId, fields: { newTitle: '秘密四' } })
  await call('news/deleteNews', { newId })
  assert.equal((await call('history/list', { kind: 'news', id: newId })).data.length, 3)
  assert.equal((await call('trash/delete', { kind: 'news', ids: [newId] })).msg, '已彻底删除')
  assert.deepEqual(await files(), [])
  assert.ok((await stored(folder)).every(({ text }) => !text.includes('秘密')))
  assert.equal((await call('history/list', { kind: 'news', id: newId })).code, 404)
})

test('a save that is repeated brings back neither what was deleted nor what was unpublished', async (t) => {
  const { call, published, deleted } = await started(t)
  const body = { newTitle: '一次', requestId: 'once' }
  const { newId } = (await call('news/saveNews', body)).data
  await call('news/deleteNews', { newId })
  assert.equal((await call('news/saveNews', body)).data.newId, newId)
  assert.deepEqual([await published(), await deleted()], [[], ['一次']])
  await call('trash/restore', { kind: 'news', ids: [newId] })
  await call('record/unpublish', { kind: 'news', id: newId })
  assert.equal((await call('news/saveNews', body)).data.newId, newId)
  assert.deepEqual([await published(), await deleted()], [[], []])
})

test('an application comes back, too, and discarded drafts that were never published', async (t) => {
  const { server, call, deleted } = await started(t)
  await server.post('/v1/agent/saveAgent', { agentInfo: '某公司', agentName: '王工', phone: '13800000001' })
  const { data: [{ agentId }] } = (await call('agent/list')).data
  await call('agent/deleteAgent', { agentId })
  const { id } = (await call('draft/save', { kind: 'carousel', fields: { photoTitle: '没发过' } })).data
  await call('draft/discard', { kind: 'carousel', id })
  assert.deepEqual(await deleted(), ['没发过', '某公司'])
  await call('trash/restore', { kind: 'agent', ids: [agentId] })
  await call('trash/restore', { kind: 'carousel', ids: [id] })
  assert.equal((await call('agent/list')).data.data[0].phone, '13800000001')
  assert.equal((await call('draft/detail', { kind: 'carousel', id })).data.fields.photoTitle, '没发过')
})

test('the trash is emptied after 30 days, with the histories', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock(folder)
  const first = await started(t, folder, clock.env)
  const [old, recent] = [await first.save({ newTitle: '旧' }), await first.save({ newTitle: '新' })]
  await first.call('news/updateNews', { newId: old, newIntro: '改过' })
  await first.call('news/deleteNews', { newId: old })
  await first.server.stop()
  clock.advance(29 * day)
  const second = await started(t, folder, clock.env)
  await second.call('news/deleteNews', { newId: recent })
  assert.deepEqual(await second.deleted(), ['新', '旧'])
  await second.server.stop()
  clock.advance(30 * day + 60_000)
  const third = await started(t, folder, clock.env)
  assert.deepEqual(await third.deleted(), ['新'])
  assert.ok((await third.files()).every((name) => !name.includes(old)))
})

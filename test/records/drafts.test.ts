import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { type Answer, startServer } from '../server.ts'
import { stored } from '../stored.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const call = (path: string, body: object = {}): Promise<Answer> => server.post(`/v1/${path}`, body, { headers })
const ofNews = (path: string, body: object): Promise<Answer> => call(path, { kind: 'news', ...body })
/** What a program without an account gets. */
const seen = async (newId: string) => (await server.post('/v1/news/detailNews', { newId })).data
const shown = (time: number): string => chinaTime(time).slice(0, 19).replace('T', ' ')
const hour = 3_600_000
const publishNews = async (fields: object): Promise<string> => (await call('news/saveNews', fields)).data.newId

test('a new draft is edited, published, changed beside what is published, and published again', async () => {
  const made = await ofNews('draft/save', { fields: { newTitle: '初稿', newInfo: '<p onclick="x()">一</p>' } })
  assert.deepEqual([made.code, made.msg, Object.keys(made.data)], [200, '草稿已保存', ['id', 'version']])
  const { id, version } = made.data
  const detail = (await ofNews('draft/detail', { id })).data
  assert.deepEqual([detail.version, detail.savedBy, detail.basedOn, detail.publishAt], [version, 'admin', '', ''])
  assert.deepEqual(detail.fields, { newTitle: '初稿', newIntro: '', newCover: '', newInfo: '<p>一</p>' })
  assert.equal(await seen(id), null)
  // Browsers print every 404 in red.
  const orDraft = { newId: id, orDraft: true }
  assert.deepEqual((await call('news/detailNews', orDraft)).data, { hasDraft: true })
  assert.equal((await server.post('/v1/news/detailNews', orDraft)).code, 404)

  const saved = await ofNews('draft/save', { id, fields: { newTitle: '二稿' }, draftVersion: version })
  assert.equal(saved.code, 200)
  assert.ok(saved.data.version > version)
  const published = await ofNews('draft/publish', { id })
  assert.deepEqual([published.code, published.msg], [200, '发布成功！'])
  const record = await seen(id)
  assert.deepEqual([record.newTitle, record.newInfo, record.version], ['二稿', '<p>一</p>', published.data.version])
  assert.equal((await ofNews('draft/detail', { id })).code, 404)
  assert.equal((await ofNews('draft/publish', { id })).code, 404, 'once')

  await ofNews('draft/save', { id, fields: { newTitle: '三稿' } })
  assert.equal((await seen(id)).newTitle, '二稿', 'what visitors see is as it was')
  assert.equal((await ofNews('draft/detail', { id })).data.basedOn, record.version)
  assert.equal((await ofNews('act/discard', { id })).code, 200)
  assert.equal((await call('trash/list', { kind: 'news' })).data.count, 0, 'nothing was lost with it')
  await ofNews('draft/save', { id, fields: { newTitle: '四稿' } })
  await ofNews('draft/publish', { id })
  const again = await seen(id)
  assert.deepEqual([again.newTitle, again.createDate], ['四稿', record.createDate], 'the date stays')
})

test('unpublishing makes a draft of the record, or keeps the one beside it, and its date comes back', async () => {
  const newId = await publishNews({ newTitle: '上线', createDate: '2026-01-02 03:04:05' })
  assert.equal((await ofNews('act/unpublish', { id: newId })).code, 200)
  assert.equal(await seen(newId), null)
  assert.equal((await ofNews('act/unpublish', { id: newId })).code, 409)
  await ofNews('draft/publish', { id: newId })
  assert.deepEqual([(await seen(newId)).newTitle, (await seen(newId)).createDate], ['上线', '2026-01-02 03:04:05'])

  await ofNews('draft/save', { id: newId, fields: { newTitle: '改到一半' } })
  await ofNews('act/unpublish', { id: newId })
  assert.equal((await ofNews('draft/detail', { id: newId })).data.fields.newTitle, '改到一半')
  assert.equal(
    (await ofNews('history/list', { id: newId })).data[0].savedBy,
    'admin',
    'what was published is in the history',
  )
  await ofNews('draft/publish', { id: newId })
  assert.equal((await seen(newId)).newTitle, '改到一半')
})

test('somebody else’s save of the draft is a 409, also when there was none before', async () => {
  const newId = await publishNews({ newTitle: '甲' })
  const first = await ofNews('draft/save', { id: newId, fields: { newTitle: '乙' }, draftVersion: '' })
  assert.equal(first.code, 200)
  for (const draftVersion of ['', '2026-01-01T00:00:00.000+08:00']) {
    const late = await ofNews('draft/save', { id: newId, fields: { newTitle: '丙' }, draftVersion })
    assert.deepEqual([late.code, late.data.changedBy], [409, 'admin'])
  }
  assert.equal((await ofNews('draft/detail', { id: newId })).data.fields.newTitle, '乙')
})

test('what was published meanwhile is merged; where both changed the same, the draft stays and both texts are sent', async () => {
  const newId = await publishNews({ newTitle: '标题', newIntro: '简介', newInfo: '<p>一</p><p>二</p><p>三</p>' })
  await ofNews('draft/save', { id: newId, fields: { newInfo: '<p>一</p><p>二</p><p>我的三</p>' } })
  await call('news/updateNews', { newId, newIntro: '新简介', newInfo: '<p>他的一</p><p>二</p><p>三</p>' })
  assert.equal((await ofNews('draft/publish', { id: newId })).code, 200)
  const merged = await seen(newId)
  assert.deepEqual([merged.newIntro, merged.newInfo], ['新简介', '<p>他的一</p><p>二</p><p>我的三</p>'])

  await ofNews('draft/save', { id: newId, fields: { newTitle: '我的', newIntro: '不变' } })
  await call('news/updateNews', { newId, newTitle: '他的' })
  const clash = await ofNews('draft/publish', { id: newId })
  const { version, changedBy, clashes } = clash.data
  assert.deepEqual([clash.code, version, changedBy], [409, (await seen(newId)).version, 'admin'])
  assert.deepEqual(clashes, [{ field: 'newTitle', base: '标题', mine: '我的', theirs: '他的' }])
  assert.equal((await seen(newId)).newTitle, '他的')
  assert.equal(
    (await ofNews('draft/save', { id: newId, fields: { newTitle: '两个人的' }, basedOn: version })).code,
    200,
  )
  assert.equal((await ofNews('draft/publish', { id: newId })).code, 200)
  assert.deepEqual([(await seen(newId)).newTitle, (await seen(newId)).newIntro], ['两个人的', '不变'])
})

test('times that cannot be are refused beside their fields', async () => {
  const [past, future] = [shown(Date.now() - hour), shown(Date.now() + hour)]
  const refused: [path: string, body: object, field: string][] = [
    ['draft/save', { kind: 'news', fields: {}, publishAt: past }, 'publishAt'],
    ['draft/save', { kind: 'news', fields: {}, publishAt: '2026-02-30 08:00' }, 'publishAt'],
    ['draft/save', { kind: 'news', fields: { unpublishAt: past } }, 'unpublishAt'],
    ['draft/save', { kind: 'news', fields: { createDate: future } }, 'createDate'],
    [
      'draft/save',
      { kind: 'news', fields: { unpublishAt: future }, publishAt: shown(Date.now() + 2 * hour) },
      'unpublishAt',
    ],
    ['news/saveNews', { createDate: future }, 'createDate'],
    ['news/saveNews', { unpublishAt: past }, 'unpublishAt'],
    ['news/saveNews', { unpublishAt: 'tomorrow' }, 'unpublishAt'],
    ['product/updateProduct', { productId: 'x', unpublishAt: past }, 'unpublishAt'],
    ['draft/save', { kind: 'product', fields: { locationId: 'moon' } }, 'locationId'],
    ['draft/save', { kind: 'site', fields: {} }, 'kind'],
    ['draft/save', { kind: 'news', fields: [] }, 'fields'],
  ]
  for (const [path, body, field] of refused) {
    const { code, data } = await call(path, body)
    assert.deepEqual([code, data?.field], [400, field], `${path} ${JSON.stringify(body)}`)
  }
  const { data } = await ofNews('draft/save', { fields: {}, publishAt: future.slice(0, 16).replace(' ', 'T') })
  const publishAt = async () => (await ofNews('draft/detail', { id: data.id })).data.publishAt
  assert.equal(await publishAt(), `${future.slice(0, 16)}:00`)
  await ofNews('draft/save', { id: data.id, fields: {} })
  assert.equal(await publishAt(), `${future.slice(0, 16)}:00`, 'left out, it stays')
  await ofNews('draft/save', { id: data.id, fields: {}, publishAt: '' })
  assert.equal(await publishAt(), '')
})

test('a repeated save of a new draft is the same draft, also once it is published or discarded', async () => {
  const body = { fields: { newTitle: '只有一个' }, requestId: 'once' }
  const { id } = (await ofNews('draft/save', body)).data
  const count = async (): Promise<number> =>
    (await stored(server.folder)).filter(({ name }) => name.endsWith(`/${id}`)).length
  assert.equal((await ofNews('draft/save', body)).data.id, id)
  assert.equal(await count(), 1)
  await ofNews('draft/publish', { id })
  assert.equal((await ofNews('draft/save', body)).data.id, id)
  assert.equal((await ofNews('draft/detail', { id })).code, 404)
  await call('news/deleteNews', { newId: id })
  assert.equal((await ofNews('draft/save', body)).data.id, id)
  assert.deepEqual([(await ofNews('draft/detail', { id })).code, await seen(id)], [404, null])
})

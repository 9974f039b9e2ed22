import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trashCalls } from '../../server/records/trash.ts'
import { createHistory } from '../../server/records/history.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { settableClock } from '../clock.ts'
import { recordOf } from '../records.ts'
import { type Answer, newFolder, startServer } from '../server.ts'
import { stored, storedTexts } from '../stored.ts'
import { openSite, start } from './interrupted.ts'

const day = 86_400_000

async function started(t: { after(fn: () => unknown): void }, folder = newFolder(t), now = Date.now) {
  const server = await startServer(t, { folder, now })
  const headers = await server.signIn()
  const call = (path: string, body: object = {}): Promise<Answer> => server.post(`/v1/${path}`, body, { headers })
  const deleted = async (kind?: string) =>
    (await call('trash/list', kind === undefined ? {} : { kind })).data.data.map(
      ({ title }: { title: string }) => title,
    )
  const published = async () =>
    (await server.post('/v1/news/list')).data.data.map(({ newTitle }: { newTitle: string }) => newTitle)
  const save = async (fields: object): Promise<string> => (await call('news/saveNews', fields)).data.newId
  const files = async (): Promise<string[]> =>
    (await stored(folder)).map(({ name }) => name).filter((name) => /^(drafts|trash|history)\//.test(name))
  return { server, folder, call, deleted, published, save, files }
}

test('what is deleted is listed with who and when, and comes back as it was, with the draft beside it', async (t) => {
  const { call, deleted, published, save } = await started(t)
  const ids = [await save({ newTitle: '一' }), await save({ newTitle: '二' }), await save({ newTitle: '三' })]
  const [newId = ''] = ids
  await call('draft/save', { kind: 'news', id: newId, fields: { newTitle: '一的草稿' } })
  const before = (await call('news/detailNews', { newId })).data
  for (const each of ids) await call('news/deleteNews', { newId: each })
  await call(
    'product/deleteProduct',
    (await call('product/saveProduct', { coverName: '产品', locationId: 'zhgd' })).data,
  )
  assert.deepEqual(await deleted('news'), ['三', '二', '一'])
  assert.deepEqual((await deleted()).length, 4)
  const { data, count } = (await call('trash/list', { kind: 'news', limit: 1, page: 3 })).data
  assert.deepEqual(
    [count, { ...data[0], deletedAt: '' }],
    [3, { kind: 'news', id: newId, title: '一', deletedBy: 'admin', deletedAt: '' }],
  )
  assert.match(data[0].deletedAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.deepEqual(await published(), [])
  for (const [path, fields] of [['detail'], ['save', {}], ['publish', {}], ['publish']]) {
    const { code, msg, data } = await call(`draft/${path}`, { kind: 'news', id: newId, fields })
    assert.deepEqual([code, data.isTrashed], [404, true])
    assert.match(msg, /^这条内容已被admin移到回收站（\d\d-\d\d \d\d:\d\d）$/)
  }

  assert.equal((await call('act/restore', { kind: 'news', ids })).code, 200)
  assert.deepEqual(await published(), ['三', '二', '一'])
  assert.equal((await call('draft/detail', { kind: 'news', id: newId })).data.fields.newTitle, '一的草稿')
  assert.deepEqual((await call('news/detailNews', { newId })).data, before, 'also its version')
  assert.deepEqual(await deleted(), ['产品'])
  for (const body of [
    { kind: 'user', ids },
    { kind: 'site', ids },
    { kind: 'news', ids: [] },
  ]) {
    assert.equal((await call('trash/delete', body)).code, 400)
  }
})

test('of applications and inquiries either kind is listed by itself, and both without one', async (t) => {
  const { server, call } = await started(t)
  await server.post('/v1/agent/saveAgent', { agentInfo: '加盟公司', agentName: '赵工', phone: '13900000009' })
  await server.post('/v1/inquiry/save', { topic: '报价', name: '王工', phone: '13800000001' })
  const { data } = (await call('agent/list', { kind: 'all' })).data
  await call('agent/deleteAgent', { agentIds: data.map(({ agentId }: { agentId: string }) => agentId) })
  const titles = async (query: object) =>
    (await call('trash/list', query)).data.data.map(({ title }: { title: string }) => title).sort()
  assert.deepEqual(await titles({ kind: 'agent', agentKind: 'dealer' }), ['加盟公司'])
  assert.deepEqual(await titles({ kind: 'agent', agentKind: 'inquiry' }), ['王工'])
  assert.deepEqual(await titles({ kind: 'agent' }), ['加盟公司', '王工'])
  assert.equal((await call('trash/list', { kind: 'agent', agentKind: 'other' })).code, 400)
})

test('restoring never publishes: times that are over go, what has ended comes back as a draft, and the message says so', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const first = await started(t, folder, clock.now)
  const at = (days: number): string => chinaTime(Date.now() + days * day).slice(0, 19)
  const draft = async (fields: object, publishAt: string | undefined, id?: string): Promise<string> =>
    (await first.call('draft/save', { kind: 'news', id, fields, publishAt })).data.id
  const saved = async (fields: object, draftTitle: string, publishAt?: string): Promise<string> => {
    const id = await first.save(fields)
    await draft({ newTitle: draftTitle }, publishAt, id)
    return id
  }
  const [timed, later] = [await draft({ newTitle: '定时' }, at(1)), await draft({ newTitle: '以后' }, at(9))]
  const beside = await saved({ newTitle: '甲' }, '甲二', at(1))
  const ended = await first.save({ newTitle: '乙', unpublishAt: at(1), createDate: '2026-01-02 03:04:05' })
  const both = await saved({ newTitle: '丙', unpublishAt: at(1) }, '丙二')
  for (const id of [timed, later]) await first.call('act/discard', { kind: 'news', id })
  for (const newId of [beside, ended, both]) await first.call('news/deleteNews', { newId })
  await first.server.stop()

  clock.advance(2 * day)
  const { call, published, deleted, save } = await started(t, folder, clock.now)
  const restore = async (...ids: string[]): Promise<string[]> =>
    (await call('act/restore', { kind: 'news', ids })).data.words
  assert.deepEqual(await restore(later), [], 'a time that is to come stays')
  assert.deepEqual(await restore(timed, beside, ended, both), [
    '“定时”的定时发布时间已过，已取消定时',
    '“甲”的定时发布时间已过，已取消定时',
    '“乙”的下线时间已过，恢复为草稿',
    '“丙”的下线时间已过，恢复为草稿',
  ])
  assert.deepEqual([await published(), await deleted()], [['甲'], []])
  const { coming } = (await call('dashboard/summary')).data
  assert.deepEqual(
    coming.map(({ id }: { id: string }) => id),
    [later],
    'nothing else is about to be published',
  )
  const detail = async (id: string) => (await call('draft/detail', { kind: 'news', id })).data
  for (const [id, title] of [
    [timed, '定时'],
    [beside, '甲二'],
    [ended, '乙'],
    [both, '丙二'],
  ] as const) {
    const { fields, publishAt } = await detail(id)
    assert.deepEqual([fields.newTitle, fields.unpublishAt ?? '', publishAt], [title, '', ''])
  }
  assert.equal((await call('draft/publish', { kind: 'news', id: ended })).code, 200)
  assert.equal((await call('news/detailNews', { newId: ended })).data.createDate, '2026-01-02 03:04:05')
  const [last] = (await call('history/list', { kind: 'news', id: both })).data
  assert.equal(
    (await call('history/detail', { kind: 'news', id: both, version: last.version })).data.fields.newTitle,
    '丙',
  )

  const ids = await Promise.all(['一', '二', '三', '四', ''].map((newTitle) => save({ newTitle, unpublishAt: at(5) })))
  for (const newId of ids) await call('news/deleteNews', { newId })
  assert.deepEqual(await restore(...ids), [])
})

test('what is live again is not erased from the trash, and a batch says of which records that is so', async (t) => {
  const { store, trash } = await openSite(t, newFolder(t))
  const { trashDelete } = trashCalls(
    trash,
    createHistory(store, () => ({})),
  )
  const call = async (ids: string[]): Promise<unknown> => trashDelete({ kind: 'news', ids })
  const both = async (id: string, newTitle: string): Promise<void> => {
    const record = await store.news.insert(recordOf('news', { newTitle }), id)
    await store.news.update(id, (current) => ({ ...current, changedAt: chinaTime(start) }))
    await store.trash.news.put({ id, createdAt: record.createdAt, deletedBy: 'admin', record: { ...record } })
  }
  await both('a', '甲')
  await both('b', '乙')
  await store.news.insert(recordOf('news', { newTitle: '丙' }), 'c')
  await trash.put('news', 'c', { by: 'admin' })
  await assert.rejects(call(['a']), { code: 409, message: '“甲”已经恢复，不能彻底删除' })
  await assert.rejects(call(['a', 'b', 'c', 'gone']), {
    code: 409,
    message: '“甲”已经恢复，不能彻底删除；“乙”已经恢复，不能彻底删除',
  })
  assert.deepEqual([store.trash.news.size, (await store.history.list('news', 'a')).length], [2, 1])
  await trash.sweep()
  assert.deepEqual(
    store.news.all().map(({ id }) => id),
    ['a', 'b'],
  )
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
  await call('act/restore', { kind: 'news', ids: [newId] })
  await call('act/unpublish', { kind: 'news', id: newId })
  assert.equal((await call('news/saveNews', body)).data.newId, newId)
  assert.deepEqual([await published(), await deleted()], [[], []])
})

test('an application comes back, too, and discarded drafts that were never published', async (t) => {
  const { server, call, deleted } = await started(t)
  await server.post('/v1/agent/saveAgent', { agentInfo: '某公司', agentName: '王工', phone: '13800000001' })
  const {
    data: [{ agentId }],
  } = (await call('agent/list', { kind: 'all' })).data
  await call('agent/deleteAgent', { agentId })
  const { id } = (await call('draft/save', { kind: 'carousel', fields: { photoTitle: '没发过' } })).data
  await call('act/discard', { kind: 'carousel', id })
  assert.deepEqual(await deleted(), ['没发过', '某公司'])
  await call('act/restore', { kind: 'agent', ids: [agentId] })
  await call('act/restore', { kind: 'carousel', ids: [id] })
  assert.equal((await call('agent/list', { kind: 'all' })).data.data[0].phone, '13800000001')
  assert.equal((await call('draft/detail', { kind: 'carousel', id })).data.fields.photoTitle, '没发过')
})

test('a clock that is years ahead erases nothing for a day, and then the log has what is erased', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const first = await started(t, folder, clock.now)
  await first.call('news/deleteNews', { newId: await first.save({ newTitle: '旧' }) })
  await first.server.stop()
  const all = async (): Promise<number[]> => [
    (await storedTexts(folder, 'trash')).length,
    (await storedTexts(folder, 'session')).length,
  ]
  const left: unknown[] = [await all()]
  const erasing: string[] = []
  // Three years ahead, also after a restart and while it goes further; back to what it was; three years ahead for more than a day.
  const years = 3 * 365
  for (const days of [years, years + 0.5, years + 10, 0, years, years + 1.1]) {
    clock.advance(days * day)
    const server = await startServer(t, { folder, now: clock.now })
    await server.stop()
    left.push(await all())
    erasing.push(
      server
        .output()
        .stderr.split('\n')
        .filter((line) => / ahead of |^info erased /.test(line))
        .join(),
    )
  }
  assert.deepEqual(left, [...Array.from({ length: 6 }, () => [1, 1]), [0, 0]])
  const ahead = /^warn the clock is \d+ days ahead of the last time .+ nothing is erased for a day$/
  for (const [index, expected] of [ahead, /^$/, ahead, /^$/, ahead].entries())
    assert.match(erasing[index] ?? '', expected, String(index))
  const each =
    /^info erased ended sessions: 1,info erased records of the trash: 1,info erased days of the activity log: \d$/
  assert.match(erasing.at(-1) ?? '', each)
})

test('the trash is emptied after 30 days, with the histories', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const first = await started(t, folder, clock.now)
  const [old, recent] = [await first.save({ newTitle: '旧' }), await first.save({ newTitle: '新' })]
  await first.call('news/updateNews', { newId: old, newIntro: '改过' })
  await first.call('news/deleteNews', { newId: old })
  await first.server.stop()
  clock.advance(29 * day)
  const second = await started(t, folder, clock.now)
  await second.call('news/deleteNews', { newId: recent })
  assert.deepEqual(await second.deleted(), ['新', '旧'])
  await second.server.stop()
  clock.advance(30 * day + 60_000)
  const third = await started(t, folder, clock.now)
  assert.deepEqual(await third.deleted(), ['新'])
  assert.ok((await third.files()).every((name) => !name.includes(old)))
})

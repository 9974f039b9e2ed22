import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createDrafts } from '../../server/records/drafts.ts'
import { createRichText } from '../../server/media/richText.ts'
import { commitBatch, type Op } from '../../server/store/commit.ts'
import { openStore } from '../../server/store/store.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { type Answer, filesOnly, newFolder, startServer } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { changesOnly } from './interrupted.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const call = (path: string, body: object = {}): Promise<Answer> => server.post(`/v1/${path}`, body, { headers })
const ofNews = (path: string, body: object): Promise<Answer> => call(path, { kind: 'news', ...body })
const publish = (body: object): Promise<Answer> => ofNews('draft/publish', body)
const seen = async (newId: string) => (await server.post('/v1/news/detailNews', { newId })).data
const draftOf = async (id: string) => (await ofNews('draft/detail', { id })).data
const titles = async (id: string): Promise<string[]> => {
  const versions = (await ofNews('history/list', { id })).data
  const read = ({ version }: { version: string }) => ofNews('history/detail', { id, version })
  return (await Promise.all<Answer>(versions.map(read))).map(({ data }) => data.fields.newTitle)
}
const publishNews = async (fields: object): Promise<string> => (await call('news/saveNews', fields)).data.newId
const shown = (time: number): string => chinaTime(time).slice(0, 19).replace('T', ' ')
const hour = 3_600_000

test('a new record and its update are one call each, cleaned, with what was before in the history', async () => {
  const made = await publish({ fields: { newTitle: '一', newInfo: '<p onclick="x()">一</p>' }, requestId: 'r1' })
  assert.deepEqual([made.code, made.msg, Object.keys(made.data)], [200, '发布成功！', ['id', 'version']])
  const { id, version } = made.data
  const first = await seen(id)
  assert.deepEqual([first.newTitle, first.newInfo, first.version], ['一', '<p>一</p>', version])
  const updated = await publish({ id, fields: { newTitle: '二' }, basedOn: version, draftVersion: '' })
  assert.equal(updated.code, 200)
  const { newTitle, newInfo, createDate, version: second } = await seen(id)
  assert.deepEqual([newTitle, newInfo, createDate], ['二', '<p>一</p>', first.createDate])
  assert.equal(second, updated.data.version)
  assert.deepEqual(await titles(id), ['一'])
  assert.equal((await ofNews('draft/detail', { id })).code, 404)
})

test('what is sent is an edit of the draft beside, which goes with its time and its link', async () => {
  const id = await publishNews({ newTitle: '一' })
  const publishAt = shown(Date.now() + hour)
  const { version } = (await ofNews('draft/save', { id, fields: { newIntro: '草稿的' }, publishAt })).data
  const { url } = (await ofNews('draft/link', { id })).data
  const { pathname } = new URL(url)
  const stale = await publish({ id, fields: { newTitle: '二' }, draftVersion: '' })
  assert.deepEqual([stale.code, stale.data.changedBy, stale.data.clashes], [409, 'admin', undefined])
  assert.equal((await draftOf(id)).version, version)
  // The end is before the time of publication, which goes.
  const ends = { unpublishAt: shown(Date.now() + hour / 2) }
  assert.equal((await publish({ id, fields: { newTitle: '二', ...ends }, draftVersion: version })).code, 200)
  const { newTitle, newIntro } = await seen(id)
  assert.deepEqual([newTitle, newIntro, await draftOf(id)], ['二', '草稿的', null])
  assert.equal((await fetch(server.url + pathname)).status, 404)
  const late = await publish({ id, fields: { newTitle: '三' }, draftVersion: version })
  assert.deepEqual([late.code, (await seen(id)).newTitle], [409, '二'], 'the draft that was edited is gone')
})

test('what was published meanwhile is merged; where both have changed the same, nothing is written', async () => {
  const id = await publishNews({ newTitle: '标题', newIntro: '简介', newInfo: '<p>一</p><p>二</p>' })
  const { version: basedOn } = await seen(id)
  await call('news/updateNews', { newId: id, newIntro: '他的', newInfo: '<p>他的一</p><p>二</p>' })
  const mine = { newTitle: '我的', newIntro: '简介', newInfo: '<p>一</p><p>我的二</p>' }
  const { code, data } = await publish({ id, fields: mine, basedOn, draftVersion: '' })
  assert.deepEqual([code, data.merged], [200, { changedBy: 'admin', fields: ['newIntro', 'newInfo'] }])
  const merged = await seen(id)
  assert.deepEqual([merged.newTitle, merged.newIntro, merged.newInfo], ['我的', '他的', '<p>他的一</p><p>我的二</p>'])
  const clash = await publish({ id, fields: { newTitle: '又是我的' }, basedOn, draftVersion: '' })
  assert.deepEqual([clash.code, clash.data.version], [409, merged.version])
  assert.deepEqual(clash.data.clashes, [{ field: 'newTitle', base: '标题', mine: '又是我的', theirs: '我的' }])
  assert.deepEqual([(await seen(id)).version, await draftOf(id)], [merged.version, null])
  const chosen = { id, fields: { newTitle: '两个人的' }, basedOn: clash.data.version, draftVersion: '' }
  assert.equal((await publish(chosen)).code, 200)
})

test('a request whose reply was lost is done once, and brings nothing back', async () => {
  const body = { fields: { newTitle: '只此一条' }, requestId: 'lost' }
  const [first, atOnce] = await Promise.all([publish(body), publish(body)])
  assert.deepEqual([first.code, atOnce.data], [200, first.data])
  const { id, version } = first.data
  assert.deepEqual((await publish(body)).data, first.data)

  const update = { id, fields: { newTitle: '改过' }, basedOn: version, draftVersion: '' }
  const done = await publish(update)
  assert.deepEqual([(await publish(update)).data, await titles(id)], [done.data, ['只此一条']])

  await ofNews('act/unpublish', { id })
  assert.deepEqual([(await publish(body)).data, await seen(id)], [{ id, version: '' }, null])
  await ofNews('act/discard', { id })
  assert.deepEqual([(await publish(body)).code, await seen(id), await draftOf(id)], [200, null, { isTrashed: true }])
  assert.deepEqual([(await publish(update)).code, (await publish({ id })).code], [404, 404], 'it is in the trash')

  // 保存草稿, of which no reply came, and 发布 of the same.
  const draft = { fields: { newTitle: '先是草稿' }, requestId: 'draft first' }
  const saved = (await ofNews('draft/save', draft)).data
  assert.equal((await publish(draft)).data.id, saved.id)
  assert.equal((await seen(saved.id)).newTitle, '先是草稿')
})

test('what was taken off comes back by nobody who saw it published', async () => {
  const id = await publishNews({ newTitle: '召回' })
  const { version: basedOn } = await seen(id)
  const { version: draftVersion } = (await ofNews('draft/save', { id, fields: { newIntro: '草稿' } })).data
  await ofNews('act/unpublish', { id, redirectTo: '/xwdt' })
  const fields = { newTitle: '旧的表单' }
  const late: [path: string, body: object][] = [
    ['draft/publish', { fields, basedOn, draftVersion }],
    ['draft/publish', { fields, basedOn, draftVersion: '' }],
    ['draft/publish', { basedOn, draftVersion }],
    ['draft/save', { fields, basedOn, draftVersion, publishAt: shown(Date.now() + hour) }],
  ]
  for (const [path, body] of late) {
    const { code, msg, data } = await ofNews(path, { id, ...body })
    assert.deepEqual([code, data.changedBy, data.isOff], [409, 'admin', true])
    assert.match(msg, /^这条内容已被admin下线（\d\d-\d\d \d\d:\d\d）$/)
  }
  assert.deepEqual([await seen(id), (await draftOf(id)).version], [null, draftVersion])
  const page = await fetch(`${server.url}/xwdtDet?newId=${id}`, { redirect: 'manual' })
  assert.equal(page.headers.get('location'), '/xwdt')
  assert.equal((await ofNews('draft/save', { id, fields, basedOn, draftVersion })).code, 200, 'a draft harms nobody')
  assert.equal((await publish({ id, fields: { newTitle: '再发布' } })).code, 200)
  assert.equal((await seen(id)).newTitle, '再发布')
})

test('what is refused is written nowhere', async () => {
  const page = { pageTitle: '一页', pagePath: 'one', pageBody: '' }
  await call('pages/save', page)
  const id = (await call('pages/save', { ...page, pagePath: 'two' })).data.pageId
  const ofPage = (body: object): Promise<Answer> => call('draft/publish', { kind: 'page', ...body })
  const past = shown(Date.now() - hour)
  const refused: [reply: Promise<Answer>, field: string][] = [
    [ofPage({ id, fields: { pagePath: 'one' } }), 'pagePath'],
    [ofPage({ fields: { ...page, pagePath: 'one' }, requestId: 'taken' }), 'pagePath'],
    [ofPage({ fields: { pageTitle: '没有地址' } }), 'pagePath'],
    [ofPage({ id, fields: { pagePath: 'NOT' } }), 'pagePath'],
    [ofPage({ id, fields: { unpublishAt: past } }), 'unpublishAt'],
    [publish({ fields: { createDate: shown(Date.now() + hour) } }), 'createDate'],
    [publish({ fields: [] }), 'fields'],
    [publish({}), 'id'],
  ]
  for (const [reply, field] of refused) {
    const { code, data } = await reply
    assert.deepEqual([code, data.field], [400, field])
  }
  assert.equal((await call('draft/detail', { kind: 'page', id })).code, 404)
  const { count } = (await call('pages/list', { show: 'all' })).data
  assert.equal(count, 2)
  assert.equal((await publish({ id: 'nobody', fields: {} })).code, 404)
})

test('the log has one line of it, with the names of what was changed', async () => {
  const { id } = (await publish({ fields: { newTitle: '一', newIntro: '' } })).data
  const { version: draftVersion } = (await call('draft/save', { kind: 'news', id, fields: { shareText: '三' } })).data
  await publish({ id, fields: { newTitle: '一', newIntro: '二' }, draftVersion })
  const { data } = (await call('log/list', { limit: 2, action: 'publish' })).data
  const line = { user: 'admin', action: 'publish', kind: 'news', id, title: '一', ok: true }
  for (const row of data) delete row.at
  assert.deepEqual(data, [{ ...line, fields: ['newIntro', 'shareText'] }, line])
})

test('an update of a published record is one durable write: its version before, and itself', filesOnly, async (t) => {
  const root = newFolder(t)
  const batches: string[][] = []
  const commit = async (ops: readonly Op[]) => {
    batches.push(ops.map((op) => `${'text' in op ? 'put' : 'remove'} ${op.collection}`))
    return commitBatch(root, ops)
  }
  const store = await openStore({ disk: newDisk(t, root, commit), now: Date.now, log: () => {} })
  const drafts = createDrafts({
    store,
    site: () => ({ groups: [] }),
    richText: createRichText(),
    redirects: changesOnly(store),
    now: Date.now,
  })
  const edit = { kind: 'news', newId: undefined, basedOn: undefined, draftVersion: undefined, by: 'admin' } as const
  const publishFields = (id: string | undefined, newTitle: string) =>
    drafts.publishFields({ ...edit, id, fields: { newTitle } })
  const writesOf = async (work: () => Promise<unknown>): Promise<string[][]> => {
    batches.length = 0
    await work()
    return [...batches]
  }
  let id = ''
  const added = await writesOf(async () => ({ id } = await publishFields(undefined, '一')))
  assert.deepEqual(added, [['put news']])
  const updated = [`put history/news/${id}`, 'put news']
  assert.deepEqual(await writesOf(() => publishFields(id, '二')), [updated])
  await drafts.save({ ...edit, id, fields: { newTitle: '草稿' }, publishAt: undefined })
  const beside = [...updated, 'remove drafts/news']
  assert.deepEqual(await writesOf(() => publishFields(id, '三')), [beside])
})

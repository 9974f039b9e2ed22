import assert from 'node:assert/strict'
import test from 'node:test'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { newFolder, startServer, type TestServer } from '../server.ts'

const second = 1_000
const day = 86_400 * second
const inChina = (time: number): string => chinaTime(time).slice(0, 19)
const kind = 'news'

async function started(t: Parameters<typeof newFolder>[0], folder = newFolder(t), clock = settableClock()) {
  const server = await startServer(t, { folder, now: clock.now })
  const headers = await server.signIn()
  return { folder, clock, server, call: (path: string, body: object) => server.post(path, body, { headers }) }
}
const titles = async ({ post }: TestServer): Promise<string[]> =>
  (await post('/v1/news/list')).data.data.map(({ newTitle }: { newTitle: string }) => newTitle)
const pageHas = async ({ url }: TestServer, text: string): Promise<boolean> =>
  (await (await fetch(`${url}/xwdt`)).text()).includes(text)

test('a draft is published at its time, and unpublished at its end, which makes it a draft again', async (t) => {
  const { server, call, clock } = await started(t)
  const now = Math.ceil(Date.now() / second) * second
  clock.stand(now)
  const [begin, end] = [now + second, now + 2 * second]
  const fields = { newTitle: '开工典礼', newInfo: '<p>正文</p>', unpublishAt: inChina(end) }
  const { data: draft } = await call('/v1/draft/save', { kind, fields, publishAt: inChina(begin) })
  const { data: before } = await call('/v1/dashboard/summary', {})
  assert.deepEqual(
    before.coming.map(({ id, change, title }: Record<string, string>) => [id, change, title]),
    [[draft.id, 'publish', '开工典礼']],
  )
  // It is not one that waits.
  assert.equal(before.drafts.count, 0)
  const { data: rows } = await call('/v1/news/list', { show: 'all' })
  assert.equal(rows.data[0].state, 'scheduled')
  assert.equal(await pageHas(server, '开工典礼'), false)

  clock.stand(begin)
  await eventually(async () => (await titles(server)).join() === '开工典礼', 'it is published')
  // The cached page is made again.
  assert.ok(await pageHas(server, '开工典礼'))
  const open = { kind, id: draft.id, fields, draftVersion: draft.version, publishAt: inChina(begin) }
  assert.equal((await call('/v1/draft/save', open)).code, 409)
  const { data: published } = await call('/v1/news/detailNews', { newId: draft.id })
  assert.equal(published.unpublishAt, inChina(end).replace('T', ' '))
  clock.stand(end)
  await eventually(async () => (await titles(server)).length === 0, 'it is unpublished')
  assert.equal(await pageHas(server, '开工典礼'), false)
  const late = await call('/v1/draft/publish', {
    kind,
    id: draft.id,
    fields,
    basedOn: published.version,
    draftVersion: '',
  })
  assert.deepEqual([late.code, late.msg], [409, `这条内容已按时下线（${inChina(end).slice(5, 16).replace('T', ' ')}）`])
  const { data: again } = await call('/v1/draft/detail', { kind, id: draft.id })
  assert.equal(again.fields.newTitle, '开工典礼')
  assert.equal(again.fields.unpublishAt, '', 'or it would end as soon as it is published again')
})

test('a page that ends at its time redirects to the chosen page, until it is published again', async (t) => {
  const { server, call, clock } = await started(t)
  const now = Math.ceil(Date.now() / second) * second
  clock.stand(now)
  const led = async (newId: string): Promise<string | number> => {
    const { status, headers } = await fetch(`${server.url}/xwdtDet?newId=${newId}`, { redirect: 'manual' })
    return headers.get('location') ?? status
  }
  const unpublishAt = inChina(now + second)
  const add = async (fields: object): Promise<string> =>
    (await call('/v1/news/saveNews', { newTitle: '限时优惠', unpublishAt, ...fields })).data.newId
  const leads = await add({ unpublishTo: '/xwdt' })
  const gone = await add({ unpublishTo: '/nowhere' })
  const silent = await add({})
  assert.equal((await call('/v1/news/detailNews', { newId: leads })).data.unpublishTo, '/xwdt')
  assert.equal((await server.post('/v1/news/detailNews', { newId: leads })).data.unpublishTo, undefined, 'for staff')
  for (const unpublishTo of ['https://example.com/', '//example.com', 'xwdt'])
    assert.equal((await call('/v1/news/saveNews', { newTitle: '外面', unpublishTo })).code, 400)
  assert.deepEqual([await led(leads), await led(gone)], [200, 200])

  clock.stand(now + second)
  await eventually(async () => (await titles(server)).length === 0, 'all are unpublished')
  assert.deepEqual(await Promise.all([leads, gone, silent].map(led)), ['/xwdt', 404, 404])
  const { data: draft } = await call('/v1/draft/detail', { kind, id: leads })
  assert.equal(draft.fields.unpublishTo, '')
  await call('/v1/draft/publish', { kind, id: leads })
  assert.equal(await led(leads), 200)
  assert.equal((await call('/v1/redirect/list', {})).data.count, 0)
})

test('a time that passes while the server is stopped, or is set while it runs, is kept at the next start', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const { server, call } = await started(t, folder, clock)
  await call('/v1/draft/save', { kind, fields: { newTitle: '四十天后' }, publishAt: inChina(Date.now() + 40 * day) })
  await call('/v1/draft/save', { kind, fields: { newTitle: '明天' }, publishAt: inChina(Date.now() + day) })
  assert.deepEqual(await titles(server), [], 'a timer of more than 24.8 days would fire at once')
  await server.stop()
  clock.advance(2 * day)
  const next = await started(t, folder, clock)
  await eventually(async () => (await titles(next.server)).join() === '明天', 'it is published')
  assert.equal((await next.call('/v1/news/list', { show: 'drafts' })).data.count, 1)
})

test('a clash at the time is shown on the dashboard, the draft stays, and after it is mended it is published', async (t) => {
  const { server, call, folder, clock } = await started(t)
  const {
    data: { newId: id },
  } = await call('/v1/news/saveNews', { newTitle: '标题' })
  await call('/v1/draft/save', { kind, id, fields: { newTitle: '草稿的标题' }, publishAt: inChina(Date.now() + day) })
  await call('/v1/news/updateNews', { newId: id, newTitle: '改过的标题' })
  await server.stop()
  clock.advance(2 * day)
  const { server: next, call: post } = await started(t, folder, clock)
  const problem = async (): Promise<string> => (await post('/v1/dashboard/summary', {})).data.coming[0]?.problem ?? ''
  await eventually(async () => (await problem()).includes('改了同一处'), 'the dashboard says why')
  assert.deepEqual(await titles(next), ['改过的标题'])
  const { data: published } = await post('/v1/news/detailNews', { newId: id })
  await post('/v1/draft/save', { kind, id, fields: {}, basedOn: published.version })
  await eventually(async () => (await titles(next)).join() === '草稿的标题', 'it is published')
})

test('下线 by hand takes the time of the draft, also one that is over; by the clock a later one stays', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const { server, call } = await started(t, folder, clock)
  const clashing = async (more: object): Promise<string> => {
    const {
      data: { newId: id },
    } = await call('/v1/news/saveNews', { newTitle: '标题', ...more })
    await call('/v1/draft/save', { kind, id, fields: { newTitle: '草稿的标题' }, publishAt: inChina(Date.now() + day) })
    await call('/v1/news/updateNews', { newId: id, newTitle: '改过的标题' })
    return id
  }
  const [byHand, byClock] = [await clashing({}), await clashing({ unpublishAt: inChina(Date.now() + 3 * day) })]
  const {
    data: { newId: later },
  } = await call('/v1/news/saveNews', { newTitle: '以后', unpublishAt: inChina(Date.now() + 3 * day) })
  await call('/v1/draft/save', {
    kind,
    id: later,
    fields: { unpublishAt: '' },
    publishAt: inChina(Date.now() + 9 * day),
  })
  const {
    data: { newId: plain },
  } = await call('/v1/news/saveNews', { newTitle: '没有草稿' })
  assert.deepEqual((await call('/v1/act/unpublish', { kind, id: plain })).data.words, [])
  await server.stop()

  clock.advance(2 * day)
  const second = await started(t, folder, clock)
  const coming = async ({ call: post }: typeof second): Promise<{ id: string; change: string; problem?: string }[]> =>
    (await post('/v1/dashboard/summary', {})).data.coming
  await eventually(async () => (await coming(second)).filter(({ problem }) => problem).length === 2, 'both clash')
  const { data } = await second.call('/v1/act/unpublish', { kind, id: byHand })
  assert.deepEqual(data.words, ['草稿的定时发布已取消'])
  assert.ok(
    (await coming(second)).every(({ id }) => id !== byHand),
    'it is not published again',
  )
  assert.equal((await second.call('/v1/draft/detail', { kind, id: byHand })).data.fields.newTitle, '草稿的标题')
  await second.server.stop()

  clock.advance(4 * day)
  const third = await started(t, folder, clock)
  await eventually(async () => (await coming(third)).length === 1, 'both ends are over')
  assert.deepEqual(
    (await coming(third)).map(({ id, change }) => [id, change]),
    [[later, 'publish']],
  )
  assert.deepEqual(await titles(third.server), [])
  assert.equal((await third.call('/v1/draft/detail', { kind, id: byClock })).data.publishAt, '')
})

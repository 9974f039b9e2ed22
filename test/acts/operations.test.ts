import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../eventually.ts'
import { newFolder, type TestServer } from '../server.ts'
import { as, type OperatedSite, operatedSite } from './site.ts'

const led = async ({ server }: { server: TestServer }, address: string): Promise<string | null> =>
  (await fetch(server.url + address, { redirect: 'manual' })).headers.get('location')
const news = (id: string) => `/xwdtDet?newId=${id}`
const three = async (site: OperatedSite): Promise<string[]> => [
  await site.save('三'),
  await site.save('二'),
  await site.save('一'),
]

test('several are published in the order of the list, and are put back as they were', async (t) => {
  const { draft, run, undo, published, drafts, call } = await operatedSite(t)
  const ids = [await draft('一'), await draft('二'), await draft('三')]
  const before = (await call('draft/detail', { kind: 'news', id: ids[0] })).data
  const done = await run('publish', ids)
  assert.deepEqual(
    [done.state, done.total, done.done, done.failed, done.titles],
    ['done', 3, 3, [], ['一', '二', '三']],
  )
  assert.deepEqual(await published(), ['一', '二', '三'])
  assert.deepEqual(await drafts(), [])
  const undone = await undo(done)
  assert.deepEqual([undone.state, undone.done, undone.left, undone.canUndo], ['undone', 3, [], false])
  assert.deepEqual(await published(), [])
  assert.deepEqual((await call('draft/detail', { kind: 'news', id: ids[0] })).data, before)
})

test('what is taken off or deleted leads on, and no more once it is back with its version and the draft beside', async (t) => {
  const site = await operatedSite(t)
  const { run, undo, published, call, draft, trash } = site
  const ids = await three(site)
  const [id = ''] = ids
  await draft('三改', id)
  const before = [await call('news/detailNews', { newId: id }), await call('draft/detail', { kind: 'news', id })]
  for (const what of ['unpublish', 'delete'] as const) {
    const done = await run(what, ids, { redirectTo: '/' })
    assert.deepEqual([done.failed, await published()], [[], []], what)
    assert.equal(await led(site, news(id)), '/', what)
    assert.deepEqual((await undo(done)).left, [], what)
    assert.deepEqual(await published(), ['一', '二', '三'], what)
    assert.equal(await led(site, news(id)), null, what)
    assert.equal((await call('redirect/list')).data.count, 0, what)
    assert.deepEqual(
      [(await call('news/detailNews', { newId: id })).data, (await call('draft/detail', { kind: 'news', id })).data],
      before.map(({ data }) => data),
      what,
    )
  }
  assert.deepEqual(await trash(), [])
  assert.equal(
    (await call('operation/start', { what: 'delete', rows: [], options: { redirectTo: '/nowhere' } })).code,
    400,
  )
})

test('a draft that was never published is deleted, and comes back as it was', async (t) => {
  const { run, undo, draft, drafts, trash } = await operatedSite(t)
  const done = await run('delete', [await draft('草稿')])
  assert.deepEqual([done.failed, await drafts(), await trash()], [[], [], ['草稿']])
  assert.deepEqual((await undo(done)).left, [])
  assert.deepEqual([await drafts(), await trash()], [['草稿'], []])
})

test('what comes back loses what led on from it, and gets that again when it goes by an undo', async (t) => {
  const site = await operatedSite(t)
  const ids = [await site.save('一')]
  const [id = ''] = ids
  await site.run('delete', ids, { redirectTo: '/' })
  const restored = await site.run('restore', ids)
  assert.deepEqual([await site.published(), await led(site, news(id))], [['一'], null])
  await site.undo(restored)
  assert.deepEqual([await site.published(), await site.trash(), await led(site, news(id))], [[], ['一'], '/'])
})

test('an undo leaves what a colleague has changed since, and says who and when', async (t) => {
  const site = await operatedSite(t)
  const ids = [await site.draft('一'), await site.draft('二'), await site.draft('三')]
  const done = await site.run('publish', ids)
  const { data } = await site.call('account/save', { name: '李工', role: 'editor' })
  const colleague = await as(site.server, { username: '李工', password: data.password })
  await colleague.call('news/updateNews', { newId: ids[1], newTitle: '二改' })
  const undone = await colleague.undo(done)
  assert.deepEqual([undone.undoneBy, undone.leftCount, await site.published()], ['李工', 1, ['二改']])
  assert.equal(undone.left[0]?.isPublic, true)
  assert.match(undone.left[0]?.note ?? '', /^后来又有人修改过（李工，\d{4}-\d\d-\d\d \d\d:\d\d）$/)
  assert.deepEqual((await site.drafts()).sort(), ['一', '三'])
})

test('an undo that a later operation is in the way of names that one, which can be undone before', async (t) => {
  const site = await operatedSite(t)
  const ids = [await site.draft('一'), await site.draft('二')]
  const done = await site.run('publish', ids)
  const off = await site.run('unpublish', ids)
  const { left } = await site.undo(done)
  assert.deepEqual(
    left.map(({ isPublic }) => isPublic),
    [undefined, undefined],
  )
  assert.match(left[0]?.note ?? '', /^后来又下线过（admin，\d{4}-\d\d-\d\d \d\d:\d\d），请先撤销下线$/)
  await site.undo(off)
  assert.deepEqual([(await site.undo(done)).left, await site.published()], [[], []])
})

test('a colleague puts nothing into what somebody has begun, and the log has the name of who lets it go', async (t) => {
  const site = await operatedSite(t)
  const [own, slipped] = [await site.draft('一'), await site.draft('二')]
  const begun = await site.operation('start', { what: 'publish', rows: [{ kind: 'news', id: own }], more: true })
  const { data } = await site.call('account/save', { name: '李工', role: 'editor' })
  const colleague = await as(site.server, { username: '李工', password: data.password })
  const more = await colleague.call('operation/rows', { id: begun.id, rows: [{ kind: 'news', id: slipped }] })
  assert.deepEqual([more.code, more.msg], [403, '这次操作是admin的，不能往里加内容'])
  await site.ended(await colleague.operation('go', { id: begun.id }))
  assert.deepEqual(await site.published(), ['一'])
  const log = (await site.call('log/list', { limit: 100 })).data.data
  const publication = log.find(({ action, id }: Record<string, string>) => action === 'publish' && id === own)
  assert.equal(publication.user, '李工')
})

test('products move to a group with their drafts, one record moves in its list, drafts are discarded; all come back', async (t) => {
  const site = await operatedSite(t)
  const { call, operation, undo, ended } = site
  const ids: string[] = []
  for (const coverName of ['一', '二', '三'])
    ids.push((await call('product/saveProduct', { coverName, locationId: 'zhgd' })).data.productId)
  await call('draft/save', { kind: 'product', id: ids[0], fields: { coverName: '一改' } })
  const rows = ids.map((id) => ({ kind: 'product', id }))
  const shown = async () => [
    (await call('product/list', { show: 'all' })).data.data,
    (await call('draft/detail', { kind: 'product', id: ids[0] })).data,
    (await call('product/detailProduct', { productId: ids[0] })).data,
  ]
  const before = await shown()
  const acts = [
    { what: 'group', rows, options: { group: 'jzbh' } },
    { what: 'order', rows: rows.slice(0, 1), options: { after: '' } },
    { what: 'discard', rows: rows.slice(0, 1) },
  ]
  for (const act of acts) {
    const done = await ended(await operation('start', act))
    assert.deepEqual([done.failed, done.words], [[], []], act.what)
    assert.notDeepEqual(await shown(), before, act.what)
    assert.deepEqual((await undo(done)).left, [], act.what)
    assert.deepEqual(await shown(), before, act.what)
  }
  const grouped = await ended(await operation('start', acts[0] ?? {}))
  assert.equal((await call('draft/publish', { kind: 'product', id: ids[0] })).data.merged, undefined)
  assert.deepEqual((await undo(grouped)).leftCount, 1, 'published since')
})

test('the starter content goes and comes back, but what somebody has written since', async (t) => {
  const site = await operatedSite(t, { env: { SEED: 'on' } })
  const { call, undo, ended, operation } = site
  const of = async () => [(await call('site/setup')).data, (await call('site/detail')).data]
  const [setup, detail] = await of()
  const done = await ended(await operation('start', { what: 'clear' }))
  assert.deepEqual([done.state, done.failed, done.words, setup.backsUp], ['done', [], ['清空前没有备份'], false])
  assert.equal(Object.values((await call('site/setup')).data.starterRecords).flat().length, 0)
  await call('site/update', { figures: [{ value: 9, suffix: '年', label: '经验' }] })
  const undone = await undo(done)
  const [setupAfter, { version: _version, ...detailAfter }] = await of()
  assert.deepEqual(setupAfter.starterRecords, setup.starterRecords)
  const names = Object.keys(detailAfter).filter(
    (name) => JSON.stringify(detailAfter[name]) !== JSON.stringify(detail[name]),
  )
  assert.deepEqual([names, undone.leftCount], [['figures'], 1])
})

test('saved settings go back to what they were, but what somebody has changed since, or products are in', async (t) => {
  const { call, undo } = await operatedSite(t, { env: { SEED: 'on' } })
  const site = async () => (await call('site/detail')).data
  const { groups, slogan } = await site()
  const saved = async (fields: object): Promise<{ id: string }> => ({
    id: (await call('site/update', fields)).data.operation,
  })
  const closed = await saved({ slogan: '口号', groups: groups.map((group: object) => ({ ...group, on: false })) })
  assert.deepEqual((await call('operation/list')).data.data[0].titles, ['口号、产品分类'])
  await call('site/update', { slogan: '同事的口号' })
  const { left } = await undo(closed)
  assert.equal(left[0]?.note, '产品分类已改回；后来又有人修改过，没有动：口号')
  assert.deepEqual([(await site()).groups, (await site()).slogan], [groups, '同事的口号'])
  const restored = await saved({ slogan })
  await undo(restored)
  assert.equal((await site()).slogan, '同事的口号')

  const added = await saved({ groups: [...groups, { name: '电缆', intro: '', on: true }] })
  const { id: locationId } = (await site()).groups.at(-1)
  await call('product/saveProduct', { coverName: '铜缆', locationId })
  assert.match((await undo(added)).left[0]?.note ?? '', /还有1个产品，请先移到别的分类/)
  assert.equal((await call('site/update', { slogan: '同事的口号' })).data.operation, undefined, 'nothing has changed')
})

test('each row needs what the call for one record needs, of the account as it is when the row is done', async (t) => {
  const site = await operatedSite(t)
  const [id = ''] = await three(site)
  const { data } = await site.call('account/save', { name: 'ke.fu', role: 'service' })
  const service = await as(site.server, { username: 'ke.fu', password: data.password })
  const rows = [{ kind: 'news', id }]
  assert.equal((await service.call('operation/start', { what: 'delete', rows })).code, 403)
  const done = await site.run('delete', [id])
  for (const path of ['detail', 'undo', 'pause', 'go', 'stop', 'retry'])
    assert.equal((await service.call(`operation/${path}`, { id: done.id })).code, 403, path)
  assert.equal((await service.call('operation/list')).data.count, 0)
  assert.equal((await site.call('operation/list')).data.count, 1)
  await site.call('account/update', { userId: data.userId, role: 'editor' })
  for (const act of [{ what: 'clear' }, { what: 'delete', rows: [{ kind: 'agent', id }] }])
    assert.equal((await service.call('operation/start', act)).code, 403, act.what)
  for (const act of [
    { what: 'order', rows: [...rows, { kind: 'news', id: 'b' }] },
    { what: 'publish', rows: [{ kind: 'agent', id }] },
    { what: 'group', rows, options: { group: 'zhgd' } },
    { what: 'delete', rows: [{ kind: 'user', id }] },
  ])
    assert.equal((await site.call('operation/start', act)).code, 400, JSON.stringify(act))
})

test('rows come in several calls, also twice, and a start that is repeated is one operation', async (t) => {
  const site = await operatedSite(t)
  const rows = (await three(site)).map((id) => ({ kind: 'news', id }))
  const begun = await site.operation('start', { what: 'delete', more: true, requestId: 'a' })
  assert.equal((await site.operation('start', { what: 'delete', more: true, requestId: 'a' })).id, begun.id)
  for (let sent = 0; sent < 2; sent++) await site.operation('rows', { id: begun.id, rows })
  assert.deepEqual((await site.published()).length, 3)
  const done = await site.ended(await site.operation('go', { id: begun.id }))
  assert.deepEqual([done.state, done.total, done.failedCount, await site.published()], ['done', 3, 0, []])
  const again = await site.operation('start', { what: 'delete', rows, requestId: 'a' })
  assert.deepEqual([again.id, again.state, again.total], [begun.id, 'done', 3])
})

test('what fails is named, and is tried again alone', async (t) => {
  const site = await operatedSite(t)
  const ids = [await site.draft('一'), await site.save('无'), await site.draft('三')]
  const done = await site.run('publish', ids)
  assert.deepEqual([done.state, done.failed.map(({ id }) => id)], ['done', [ids[1]]])
  assert.deepEqual([done.failed[0]?.title, done.failed[0]?.note], ['无', '记录不存在或已被删除'])
  await site.draft('二', ids[1])
  await site.call('news/updateNews', { newId: ids[0], newTitle: '一改' })
  const again = await site.ended(await site.operation('retry', { id: done.id }))
  assert.deepEqual([again.state, again.failedCount, (await site.published()).sort()], ['done', 0, ['一改', '三', '二']])
  assert.equal((await site.undo(again)).leftCount, 1)
  assert.deepEqual((await site.published()).sort(), ['一改', '无'])
})

test('the activity log has each record with its operation, and each undo', async (t) => {
  const site = await operatedSite(t)
  const id = await site.save('一')
  const done = await site.run('unpublish', [id])
  await site.undo(done)
  const lines = (await site.call('log/list', { limit: 2 })).data.data
  assert.deepEqual(
    lines.map(({ action, id: of, operation, user, ok }: Record<string, unknown>) => [action, of, operation, user, ok]),
    [
      ['undo', id, done.id, 'admin', true],
      ['unpublish', id, done.id, 'admin', true],
    ],
  )

  const other = await site.undo(await site.run('publish', [await site.draft('二'), await site.save('无')]))
  assert.deepEqual([other.done, other.failedCount, other.leftCount], [2, 1, 0], 'what had failed is not undone')
})

test('an operation goes on after the server was stopped, and its undo is possible then', async (t) => {
  const folder = newFolder(t)
  const first = await operatedSite(t, { folder })
  const ids: string[] = []
  for (let i = 0; i < 60; i++) ids.push(await first.draft(`第${i}`))
  const rows = ids.map((id) => ({ kind: 'news', id }))
  const { id } = await first.operation('start', { what: 'publish', rows, more: true })
  const going = first.call('operation/go', { id }).catch(() => {})
  await eventually(async () => (await first.published()).length > 3, 'it has begun')
  await first.server.stop()
  await going
  const second = await operatedSite(t, { folder })
  const done = await second.ended(await second.operation('detail', { id }))
  assert.deepEqual([done.state, done.failed, done.done], ['done', [], 60])
  assert.deepEqual(
    await second.published(),
    rows.map((_, i) => `第${i}`),
  )
  assert.deepEqual((await second.undo(done)).left, [])
  assert.deepEqual([(await second.published()).length, (await second.drafts()).length], [0, 60])
})

test('one waits for another with the same record, and says for whom; a pause ends the waiting', async (t) => {
  const site = await operatedSite(t)
  const ids: string[] = []
  for (let i = 0; i < 60; i++) ids.push(await site.save(`第${i}`))
  const rows = ids.map((id) => ({ kind: 'news', id }))
  const first = await site.operation('start', { what: 'unpublish', rows, more: true })
  const second = await site.operation('start', { what: 'publish', rows: rows.slice(-1), more: true })
  const [, last] = await Promise.all([
    site.operation('go', { id: first.id }),
    site.operation('go', { id: second.id }).then(site.ended),
  ])
  assert.deepEqual([last.state, last.failedCount], ['done', 0], 'it was published once it had been taken off')
  assert.deepEqual(await site.published(), ['第59'])
  const undoing = site.operation('undo', { id: first.id })
  await site.operation('pause', { id: first.id })
  const paused = await undoing
  assert.equal(['paused', 'undone'].includes(paused.state), true)
  const undone = await site.ended(await site.operation('go', { id: first.id }))
  assert.deepEqual([undone.state, undone.leftCount], ['undone', 1])
})

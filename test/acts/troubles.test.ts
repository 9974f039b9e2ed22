import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PowerCut } from '../records/powerCut.ts'
import { recordOf } from '../records.ts'
import { newFolder } from '../server.ts'
import { type InProcess, inProcess, isDone } from './inProcess.ts'

const ids = Array.from({ length: 30 }, (_, i) => `p${i}`)
const publishAll = async ({ store }: InProcess): Promise<void> => {
  for (const id of ids) await store.product.insert(recordOf('product', { coverName: id, changedBy: 'admin' }), id)
}
const left = ({ store }: InProcess): number => store.product.size

test('a full disk pauses an operation with words, and it goes on when there is room', async (t) => {
  const disk = { isFull: false, wasFull: false }
  const { fs } = new PowerCut(Infinity)
  const room = await inProcess(t, newFolder(t), {
    fs: {
      ...fs,
      writeSync(...write) {
        if (disk.isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
        return fs.writeSync(...write)
      },
    },
  })
  t.after(room.close)
  await publishAll(room)
  room.store.product.watch('outbox', () => {
    if (left(room) === 20 && !disk.wasFull) disk.isFull = disk.wasFull = true
  })
  const paused = await room.run('delete', ids)
  assert.deepEqual([paused.state, paused.pausedBecause], ['paused', '磁盘空间不足，未能保存，请联系管理员'])
  assert.equal(left(room), 20)
  disk.isFull = false
  const done = await room.ended(await room.calls.operationGo({ id: paused.id }, room.caller))
  isDone(done)
  assert.deepEqual([left(room), done.done], [0, ids.length])
  isDone(await room.undo(done.id))
  assert.equal(left(room), ids.length)
})

test('after a long time without a server an operation goes on only when somebody says so; kept for 30 days, it goes', async (t) => {
  const root = newFolder(t)
  const first = await inProcess(t, root)
  await publishAll(first)
  await first.close()
  const power = new PowerCut(300)
  const killed = await inProcess(t, root, power, first.clock.time)
  void killed.run('delete', ids)
  while (power.calls < power.at) await new Promise(setImmediate)
  await killed.close()

  const later = await inProcess(t, root, undefined, killed.clock.time + 11 * 60_000)
  const [{ id } = { id: '' }] = later.store.operation.all()
  const paused = await later.resumed(id)
  assert.deepEqual([paused.state, paused.pausedBecause], ['paused', '服务器停了一段时间，请核对以后再继续'])
  assert.ok(left(later) > 0 && left(later) < ids.length)
  isDone(await later.ended(await later.calls.operationGo({ id }, later.caller)))
  assert.equal(left(later), 0)
  await later.close()

  const last = await inProcess(t, root, undefined, later.clock.time + 31 * 86_400_000)
  t.after(last.close)
  assert.equal((await last.calls.operationUndo({ id }, last.caller)).state, 'done')
  assert.deepEqual([await last.operations.sweep(), last.store.operation.size], [1, 0])
  assert.equal(await last.store.operationFiles.read(id, 'rows-0'), undefined)
})

test('an account that may not do it any more does no further row', async (t) => {
  const room = await inProcess(t, newFolder(t))
  t.after(room.close)
  await publishAll(room)
  room.store.product.watch('outbox', () => {
    if (left(room) === 20) void room.store.user.update('u', (user) => ({ ...user, role: 'service' }))
  })
  const { failed } = await room.run('delete', ids)
  assert.deepEqual([...new Set(failed.map(({ note }) => note))], ['没有权限'])
  assert.equal(left(room), failed.length)
  assert.ok(failed.length > 15)
})

test('an operation waits for an earlier one with the same record, and says for whom; one with others does not', async (t) => {
  const room = await inProcess(t, newFolder(t))
  t.after(room.close)
  const { store } = room
  await publishAll(room)
  const said: (string | undefined)[] = []
  const ends: string[] = []
  store.operation.watch('operations', ({ record }) => {
    if (record?.what === 'restore') said.push(record.waitsFor)
    if (record?.state === 'done') ends.push(record.what)
  })
  await room.run('delete', ['p0'])
  ends.length = 0
  const later: Promise<unknown>[] = []
  store.product.watch('outbox', () => {
    if (left(room) !== 25 || later.length > 0) return
    later.push(room.run('unpublish', ['p28']), room.run('restore', ['p0', 'p29']))
  })
  await room.run(
    'delete',
    ids.slice(1).filter((id) => id !== 'p28'),
  )
  await Promise.all(later)
  assert.deepEqual(ends, ['unpublish', 'delete', 'restore'])
  assert.deepEqual([said.includes('admin'), said.at(-1)], [true, undefined])
  assert.deepEqual(
    store.product
      .all()
      .map(({ id }) => id)
      .sort(),
    ['p0', 'p29'],
  )
})

test('of an application the rows keep nothing of its person, and it comes back', async (t) => {
  const root = newFolder(t)
  const room = await inProcess(t, root)
  t.after(room.close)
  const { calls, caller, ended, store } = room
  const person = { agentName: '张三', agentInfo: '某某公司', phone: '13800138000', source: 'desktop', kind: 'dealer' }
  await store.agent.insert({ ...person, state: 'new' } as never, 'l1')
  const before = store.agent.get('l1')
  const rows = [{ kind: 'agent' as const, id: 'l1' }]
  for (const [what, then] of [
    ['delete', undefined],
    ['restore', before],
  ] as const) {
    const done = await ended(
      await calls.operationStart({ what, rows, options: {}, more: false, requestId: '' }, caller),
    )
    isDone(done)
    assert.deepEqual(store.agent.get('l1'), then)
    isDone(await room.undo(done.id))
    assert.deepEqual(store.agent.get('l1'), then ? undefined : before)
    if (what === 'delete') await room.trash.put('agent', 'l1', { by: 'admin' })
  }
  for (const { id } of store.operation.all())
    assert.doesNotMatch(
      JSON.stringify([store.operation.get(id), await store.operationFiles.read(id, 'row-0')]),
      /张三|138001/,
    )
})

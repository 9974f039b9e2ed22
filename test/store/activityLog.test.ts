import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Act } from '../../contract/calls/activity.ts'
import { type ActivityDisk, activityFiles } from '../../server/store/activityDisk.ts'
import { type ActivityLog, createActivityLog } from '../../server/store/activityLog.ts'
import { filesOnly, newFolder } from '../server.ts'
import { newDisk, readableLog } from './help.ts'

const day = 24 * 3_600_000
const start = Date.parse('2026-11-23T10:00:00+08:00')

interface Opened {
  disk: ActivityDisk
  activity: ActivityLog
  /** What the server itself has logged. */
  lines: string[]
  clock: { now: number }
}

function openLog(t: TestContext, root = newFolder(t)): Opened {
  const { lines, log } = readableLog()
  const disk = newDisk(t, root).activity
  const clock = { now: start }
  return { disk, activity: createActivityLog(disk, () => clock.now, log), lines, clock }
}

const act = (user: string, more: Partial<Act> = {}): Act => ({
  user,
  action: 'update',
  kind: 'news',
  id: '1',
  ok: true,
  ...more,
})
const users = async (activity: ActivityLog, search: object = {}): Promise<string> =>
  (await activity.page({ page: 1, limit: 100, ...search })).data.map(({ user }) => user).join()

test('the newest is first, across days and pages', async (t) => {
  const { activity, clock } = openLog(t)
  for (const user of ['a', 'b', 'c', 'd', 'e']) {
    await activity.add([act(user)])
    clock.now += day / 2
  }
  assert.equal(await users(activity), 'e,d,c,b,a')
  const second = await activity.page({ page: 2, limit: 2 })
  const shown = second.data.map(({ user, at }) => `${user} ${at}`)
  assert.deepEqual([second.count, shown], [5, ['c 2026-11-24 10:00:00', 'b 2026-11-23 22:00:00']])
  assert.deepEqual(await activity.page({ page: 9, limit: 2 }), { data: [], count: 5 })
})

test('refusals of one kind are a line at first and then one with their number; nothing else is summed up', async (t) => {
  const { activity } = openLog(t)
  const rows = async (): Promise<string[]> =>
    (await activity.page({ page: 1, limit: 9_999 })).data
      .reverse()
      .map(({ user, action, id = '', ok, count = 1 }) => `${user} ${action} ${id} ${ok} ${count}`)
  for (let n = 0; n < 2_000; n++) {
    await activity.add([
      act('li', { ok: false, id: `${n}` }),
      act('', { action: 'signIn', ok: false, kind: 'account' }),
    ])
  }
  await activity.add([act('li', { action: 'delete', ok: false }), act('wang', { ok: false }), act('li')])
  const first = [
    'li update 0 false 1',
    ' signIn 1 false 1',
    'li delete 1 false 1',
    'wang update 1 false 1',
    'li update 1 true 1',
  ]
  assert.deepEqual(await rows(), first)
  await activity.flush()
  const counted = ['li update  false 1999', ' signIn  false 1999']
  assert.deepEqual(await rows(), [...first, ...counted])
  await activity.add([act('li', { ok: false })])
  await activity.flush()
  assert.deepEqual(await rows(), [...first, ...counted, 'li update  false 1'], 'one who goes on is counted')
  await activity.flush()
  await activity.flush()
  await activity.add([act('li', { ok: false, id: 'again' })])
  assert.equal((await rows()).at(-1), 'li update again false 1', 'after a quiet time the first is a line again')
})

test('it is searched by person, action and day', async (t) => {
  const { activity, clock } = openLog(t)
  const tricky = '"user":"a"'
  await activity.add([act('a', { action: 'signIn' }), act('b'), act(tricky)])
  clock.now += day
  await activity.add([act('a'), act('', { action: 'backup' })])
  assert.equal(await users(activity, { user: 'a' }), 'a,a')
  assert.equal(await users(activity, { user: 'a', action: 'signIn' }), 'a')
  assert.equal(await users(activity, { user: tricky }), tricky)
  assert.equal(await users(activity, { action: 'update' }), `a,${tricky},b`)
  assert.equal(await users(activity, { from: '2026-11-24' }), ',a')
  assert.equal(await users(activity, { to: '2026-11-23' }), `${tricky},b,a`)
  assert.equal(await users(activity, { user: 'A' }), '')
})

test('days are kept for 200 days', async (t) => {
  const { activity, disk, clock } = openLog(t)
  await activity.add([act('a')])
  clock.now += 200 * day
  await activity.add([act('b')])
  await activity.sweep()
  assert.deepEqual(await disk.days(), ['2026-11-23', '2027-06-11'])
  clock.now += day
  await activity.sweep()
  assert.equal(await users(activity), 'b')
})

test('what is added at once is there once, in order', async (t) => {
  const { activity } = openLog(t)
  const names = Array.from({ length: 300 }, (_, i) => `u${i}`)
  await Promise.all(names.map((name, i) => activity.add([act(name, { action: i % 10 === 0 ? 'signIn' : 'update' })])))
  assert.equal((await activity.page({ page: 1, limit: 1_000 })).data.length, 300)
})

test('a torn last line is left out, and removed by the next that is added', filesOnly, async (t) => {
  for (const torn of [
    '{"at":"2026-11-23T09:00',
    '\n{"at":"2026-11-23T09:00:00.000+08:00","user":"',
    'x'.repeat(200_000),
  ]) {
    const root = newFolder(t)
    const file = join(root, 'log', '2026-11-23.jsonl')
    const one = openLog(t, root)
    await one.activity.add([act('a'), act('b')])
    await one.disk.close()
    appendFileSync(file, torn)
    const { activity } = openLog(t, root)
    assert.equal(await users(activity), 'b,a')
    await activity.add([act('c')])
    assert.equal(await users(activity), 'c,b,a')
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (line === '' ? 0 : JSON.parse(line)))
    assert.equal(lines.length, torn.startsWith('\n') ? 4 : 3)
  }
})

test('a file that is only a torn line begins anew', filesOnly, async (t) => {
  const root = newFolder(t)
  mkdirSync(join(root, 'log'))
  writeFileSync(join(root, 'log', '2026-11-23.jsonl'), '{"at":"2026')
  const { activity } = openLog(t, root)
  assert.equal(await users(activity), '')
  await activity.add([act('a')])
  assert.equal(readFileSync(join(root, 'log', '2026-11-23.jsonl'), 'utf8').match(/"at"/g)?.length, 1)
})

test('what somebody has written into a file is skipped', filesOnly, async (t) => {
  const root = newFolder(t)
  const { activity } = openLog(t, root)
  await activity.add([act('a')])
  appendFileSync(join(root, 'log', '2026-11-23.jsonl'), 'a note of the operator\n\n')
  writeFileSync(join(root, 'log', 'notes.txt'), '')
  assert.equal(await users(activity), 'a')
})

test(
  'a line that cannot be written is in the log of the server, and the next one is written again',
  filesOnly,
  async (t) => {
    const root = newFolder(t)
    writeFileSync(join(root, 'log'), 'in the way')
    const { lines, log } = readableLog()
    const disk = activityFiles(root, log)
    t.after(() => disk.close())
    const activity = createActivityLog(disk, () => start, log)
    await activity.add([act('a')])
    assert.match(lines.join(), /could not be written: \{"at":"2026-11-23T10:00:00.000\+08:00","user":"a"/)
    readdirSync(root)
  },
)

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createSessions } from '../../server/people/sessions.ts'
import type { UserRecord } from '../../server/store/records.ts'
import { openStore } from '../../server/store/store.ts'
import { eventually } from '../eventually.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 0, 1)

async function sessionsWithClock(t: TestContext) {
  let time = start
  const now = (): number => time
  const root = newFolder(t)
  const store = await openStore({ disk: newDisk(t, root), now, log: () => {} })
  const user: UserRecord = await store.user.insert({ name: 'admin', password: '', avatar: '' })
  return {
    store,
    user,
    sessions: createSessions(store, now, () => {}),
    restarted: () => createSessions(store, now, () => {}),
    pass: (ms: number) => void (time += ms),
  }
}

for (const [remember, life] of [
  [true, 30 * day],
  [false, 12 * hour],
] as const) {
  test(`a session ${remember ? 'that is remembered' : 'of a visit'} does not live longer because of a clock that was ahead`, async (t) => {
    const { user, sessions, pass } = await sessionsWithClock(t)
    pass(365 * day)
    const { token } = await sessions.open(user, remember)
    const idle = await sessions.open(user, remember)
    pass(-365 * day)
    assert.ok(sessions.find(token), 'the correction ends nothing')
    await sessions.sweep()
    await sessions.sweep()
    assert.ok(sessions.find(token))
    pass(life - hour)
    if (remember) assert.ok(sessions.find(token))
    await sessions.sweep()
    pass(hour + 1)
    assert.equal(sessions.find(idle.token), undefined)
    if (remember) assert.equal(sessions.find(token), undefined)
    await sessions.sweep()
  })
}

test('a corrected session stays corrected after a restart', async (t) => {
  const { store, user, sessions, restarted, pass } = await sessionsWithClock(t)
  pass(365 * day)
  const { token, session } = await sessions.open(user, true)
  pass(-365 * day)
  await sessions.sweep()
  assert.equal(store.session.get(session.id)?.begunAt?.slice(0, 4), '2026')
  pass(29 * day)
  const again = restarted()
  await again.sweep()
  assert.ok(again.find(token))
  pass(day)
  assert.equal(again.find(token), undefined)
})

test('an expired session that is presented does not live again when the clock goes back', async (t) => {
  const { store, user, sessions, restarted, pass } = await sessionsWithClock(t)
  const visit = await sessions.open(user, false)
  const remembered = await sessions.open(user, true)
  const unused = await sessions.open(user, true)
  pass(31 * day)
  for (const { token } of [visit, visit, remembered]) assert.equal(sessions.find(token), undefined)
  await eventually(() => store.session.size === 1, 'both are removed')
  pass(-31 * day)
  for (const each of [sessions, restarted()]) {
    for (const { token } of [visit, remembered]) assert.equal(each.find(token), undefined)
    assert.ok(each.find(unused.token), 'a wrong clock alone ends nothing')
  }
})

test('a sweep removes expired sessions and those of a removed account, and no other', async (t) => {
  const { store, user, sessions, pass } = await sessionsWithClock(t)
  const former = await store.user.insert({ name: 'former', password: '', avatar: '' })
  await sessions.open(user, false)
  await sessions.open(former, true)
  const kept = await sessions.open(user, true)
  await store.user.remove(former.id)
  pass(12 * hour + 1)
  await sessions.sweep()
  assert.deepEqual(
    [...store.session.newest()].map(({ id }) => id),
    [kept.session.id],
  )
})

test('a use that was only in memory counts after a restart if it was flushed', async (t) => {
  const { user, sessions, restarted, pass } = await sessionsWithClock(t)
  const { token } = await sessions.open(user, false)
  pass(5 * 60_000)
  assert.ok(sessions.find(token))
  await sessions.flush()
  pass(12 * hour - 60_000)
  assert.ok(restarted().find(token))
})

test('the list has the last use that is known in memory, or a later one that another server has saved', async (t) => {
  const { store, user, sessions, pass } = await sessionsWithClock(t)
  const { token, session } = await sessions.open(user, false)
  pass(5 * 60_000)
  sessions.find(token)
  const usedAt = async (): Promise<string> => new Date((await sessions.list(user.id))[0]?.usedAt ?? 0).toISOString()
  assert.equal(await usedAt(), '2026-01-01T00:05:00.000Z')
  assert.equal(store.session.get(session.id)?.usedAt, session.usedAt, 'it is not stored yet')
  pass(12 * hour)
  await store.session.update(session.id, (current) => ({ ...current, usedAt: '2026-01-01T19:00:00.000+08:00' }))
  assert.equal(await usedAt(), '2026-01-01T11:00:00.000Z')
  await sessions.sweep()
  assert.ok(sessions.find(token), 'nor does this server end what is used on the other one')
  pass(13 * hour)
  assert.deepEqual(await sessions.list(user.id), [], 'expired ones are not listed')
})

test('the last use of an account is known after its sessions have ended', async (t) => {
  const { user, sessions, restarted, pass } = await sessionsWithClock(t)
  assert.equal(sessions.lastUseOf(user.id), undefined)
  const closed = await sessions.open(user, false)
  pass(hour)
  sessions.find(closed.token)
  await sessions.close(closed.token)
  assert.equal(restarted().lastUseOf(user.id), start + hour)
  await sessions.open(user, false)
  pass(13 * hour)
  await sessions.sweep()
  assert.equal(restarted().lastUseOf(user.id), start + hour, 'opened then, and not used later')
  pass(365 * day)
  await sessions.close((await sessions.open(user, false)).token)
  pass(-365 * day)
  assert.equal(sessions.lastUseOf(user.id), start + 14 * hour, 'never later than now')
})

test('a session ends although its last use cannot be kept', async (t) => {
  const { store, user, sessions } = await sessionsWithClock(t)
  const { token } = await sessions.open(user, false)
  t.mock.method(store.user, 'update', () => Promise.reject(new Error('no space')))
  await sessions.close(token)
  assert.equal(sessions.find(token), undefined)
})

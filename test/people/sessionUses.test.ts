import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSessions } from '../../server/people/sessions.ts'
import type { Commit } from '../../server/store/writeQueue.ts'
import { commitBatch } from '../../server/store/commit.ts'
import { openStore } from '../../server/store/store.ts'
import { newFolder } from '../server.ts'
import { newDisk, readableLog } from '../store/help.ts'

test('a full disk is not reported again with every request of a session', async (t) => {
  const root = newFolder(t)
  let full = false
  const commit: Commit = async (ops) =>
    full ? ops.map(() => ({ code: 'ENOSPC', message: 'no space', maybeOnDisk: false })) : commitBatch(root, ops)
  const { lines, log } = readableLog()
  let time = Date.UTC(2026, 0, 1)
  const now = (): number => time
  const store = await openStore({ disk: newDisk(t, root, commit), now, log })
  const sessions = createSessions(store, now, log)
  const user = await store.user.insert({ name: 'admin', password: '', avatar: '' })
  const { token } = await sessions.open(user, false)
  full = true
  time += 60 * 60_000
  for (let request = 0; request < 20; request++) {
    assert.ok(sessions.find(token))
    await store.session.drain()
    await new Promise(setImmediate)
  }
  assert.deepEqual(lines, ['a session’s last use was not written'])
})

test('requests during a slow save of the last use do not save it again', async (t) => {
  const root = newFolder(t)
  let saves = 0
  let release = (): void => {}
  let hold: Promise<void> | undefined
  const commit: Commit = async (ops) => {
    saves += ops.length
    await hold
    return commitBatch(root, ops)
  }
  let time = Date.UTC(2026, 0, 1)
  const now = (): number => time
  const store = await openStore({ disk: newDisk(t, root, commit), now, log: () => {} })
  const sessions = createSessions(store, now, () => {})
  const user = await store.user.insert({ name: 'admin', password: '', avatar: '' })
  const { token } = await sessions.open(user, false)
  for (const round of [1, 2]) {
    hold = new Promise((resolve) => (release = resolve))
    saves = 0
    time += 60 * 60_000
    for (let request = 0; request < 20; request++) {
      assert.ok(sessions.find(token))
      await new Promise(setImmediate)
    }
    release()
    await store.session.drain()
    await new Promise(setImmediate)
    assert.equal(saves, 1, `round ${round}`)
  }
})

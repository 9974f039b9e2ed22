import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSessions } from '../../server/auth/sessions.ts'
import type { Commit } from '../../server/store/writeQueue.ts'
import { commitBatch } from '../../server/store/commit.ts'
import { openStore } from '../../server/store/store.ts'
import { newDisk, newFolder, readableLog } from '../store/help.ts'

test('a full disk is not reported again with every request of whoever is signed in', async (t) => {
  const root = newFolder(t)
  let full = false
  const commit: Commit = async (ops) => (full ? ops.map(() => ({ code: 'ENOSPC', message: 'no space', landed: false })) : commitBatch(root, ops))
  const { lines, log } = readableLog()
  let time = Date.UTC(2026, 0, 1)
  const now = (): number => time
  const store = await openStore({ disk: newDisk(t, root, commit), now, log })
  const sessions = createSessions(store, now, log)
  const user = await store.user.insert({ name: 'admin', password: '', avatar: '', auth: '' })
  const { token } = await sessions.open(user, false)
  full = true
  time += 60 * 60_000
  for (let request = 0; request < 20; request++) {
    assert.ok(sessions.find(token))
    await store.session.idle()
    await new Promise(setImmediate)
  }
  assert.deepEqual(lines, ['a session’s last use was not written'])
})

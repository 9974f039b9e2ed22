import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createRefusedApplications } from '../server/refusedApplications.ts'
import { openStore } from '../server/store/store.ts'
import { newFolder } from './server.ts'
import { newDisk, readableLog } from './store/help.ts'

const day = 86_400_000
const start = Date.UTC(2026, 0, 1)

async function refusing(t: TestContext, root: string) {
  let time = start
  const now = () => time
  const { log, lines } = readableLog()
  const store = await openStore({ disk: newDisk(t, root), now, log })
  return { store, lines, ...createRefusedApplications(store, now, log), at: (ms: number) => void (time = start + ms) }
}

test('refused applications are counted for seven days, across days and restarts', async (t) => {
  const root = newFolder(t)
  const first = await refusing(t, root)
  assert.equal(first.lastWeek(), undefined)
  for (let n = 0; n < 3; n++) first.count()
  first.at(day)
  first.count()
  assert.deepEqual(first.lastWeek(), { count: 4, lastAt: '2026-01-02 08:00:00' })
  await first.flush()
  const second = await refusing(t, root)
  second.at(2 * day)
  second.count()
  assert.deepEqual(second.lastWeek(), { count: 5, lastAt: '2026-01-03 08:00:00' })
  second.at(8 * day)
  assert.deepEqual(second.lastWeek(), { count: 1, lastAt: '2026-01-03 08:00:00' })
  second.at(9 * day)
  assert.equal(second.lastWeek(), undefined)
  await second.flush()
})

test('a flood of them causes only a few writes', async (t) => {
  const root = newFolder(t)
  const { store, count, flush } = await refusing(t, root)
  let writes = 0
  const upsert = store.refusal.upsert.bind(store.refusal)
  store.refusal.upsert = (id, change) => {
    writes++
    return upsert(id, change)
  }
  for (let n = 0; n < 10_000; n++) count()
  await flush()
  await flush()
  assert.equal([...store.refusal.newest()][0]?.count, 10_000)
  assert.ok(writes > 0 && writes <= 3, `${writes} writes`)
})

test('one that arrives while the count is being saved is saved the next time', async (t) => {
  const { store, count, flush } = await refusing(t, newFolder(t))
  count()
  const writing = flush()
  count()
  await writing
  await flush()
  assert.equal([...store.refusal.newest()][0]?.count, 2)
})

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openStore } from '../server/store/store.ts'
import { createVisits } from '../server/visits.ts'
import { newFolder } from './server.ts'
import { newDisk } from './store/help.ts'

async function visitsAt(t: TestContext, time: number) {
  const now = () => time
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now, log: () => {} })
  return { store, ...createVisits(store, now), at: (ms: number) => void (time = ms) }
}

test('many visits cause only a few writes', async (t) => {
  const { store, count, flush, last } = await visitsAt(t, Date.UTC(2026, 0, 1))
  let writes = 0
  const upsert = store.visit.upsert.bind(store.visit)
  store.visit.upsert = (id, change) => {
    writes++
    return upsert(id, change)
  }
  for (let n = 0; n < 10_000; n++) count()
  assert.deepEqual(last(1), [{ day: '2026-01-01', count: 10_000 }], 'they count before they are saved')
  await flush()
  await flush()
  assert.equal([...store.visit.newest()][0]?.count, 10_000)
  assert.ok(writes > 0 && writes <= 3, `${writes} writes`)
})

test('a visit that arrives while the count is being saved is saved the next time', async (t) => {
  const { store, count, flush } = await visitsAt(t, Date.UTC(2026, 0, 1))
  count()
  const writing = flush()
  count()
  await writing
  await flush()
  assert.equal([...store.visit.newest()][0]?.count, 2)
})

test('visits are counted by the days of China, also when the clock goes back', async (t) => {
  const { count, last, at } = await visitsAt(t, Date.UTC(2026, 0, 1, 15, 59))
  count()
  at(Date.UTC(2026, 0, 1, 16))
  count()
  count()
  at(Date.UTC(2026, 0, 1, 15, 59))
  count()
  at(Date.UTC(2026, 0, 1, 16))
  assert.deepEqual(last(2), [{ day: '2026-01-01', count: 2 }, { day: '2026-01-02', count: 2 }])
})

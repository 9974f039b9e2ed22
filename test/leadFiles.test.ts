import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { hourMs } from '../contract/durations.ts'
import { createLeadFiles } from '../server/leads/leadFiles.ts'
import type { CurrentSite } from '../server/store/currentSite.ts'
import type { Job } from '../server/system/jobs.ts'
import { openSite } from './publish/interrupted.ts'
import { PowerCut } from './publish/powerCut.ts'
import { newFolder } from './server.ts'
import { pdf } from './uploads/documents.ts'

const lead = { agentName: '周工', agentInfo: '', phone: '13900000001', source: 'desktop', kind: 'inquiry' } as const

async function site(t: TestContext, root = newFolder(t), cut = new PowerCut(Infinity)) {
  const { store, clock } = await openSite(t, root, cut)
  const folder = newFolder(t)
  const path = join(folder, 'sent')
  const state = { free: Infinity, megabytes: 10 }
  let job: Job | undefined
  const files = createLeadFiles({
    store,
    site: () => ({ inquiry: { fileMegabytes: state.megabytes } }) as CurrentSite,
    space: { data: { bytes: async () => state.free, isLow: () => false, low: async () => false } },
    diskReserve: 1_000,
    applicationsPerHour: 300,
    jobs: {
      add(added: Job) {
        job = added
        return () => {}
      },
    },
    now: () => clock.time,
    rateLimit: true,
  })
  const keep = (bytes = pdf()) => {
    writeFileSync(path, bytes)
    return files.keep({ path, size: bytes.length, name: 'a.pdf' })
  }
  return { store, clock, files, keep, state, root, due: () => (job?.next() ?? Infinity) <= clock.time }
}

test('one that no inquiry takes is gone after an hour, and one that was taken stays', async (t) => {
  const { store, clock, files, keep, due } = await site(t)
  await files.sweep()
  const waits = await keep()
  const taken = await keep()
  await files.take([taken.fileId], (list) => store.agent.insert({ ...lead, files: list }))
  await files.sweep()
  assert.ok(store.leadFile.get(waits.fileId) && !due())
  clock.time += hourMs
  assert.ok(due())
  await files.sweep()
  assert.equal(store.leadFile.get(waits.fileId), undefined)
  assert.deepEqual(await store.leadFileParts.list(waits.fileId), [])
  assert.ok(store.leadFile.get(taken.fileId))
  for (const { id } of store.agent.all()) await store.agent.remove(id)
  assert.ok(due(), 'at once with its inquiry')
  await files.sweep()
  assert.deepEqual(await store.leadFileParts.list(taken.fileId), [])
})

test('a thousand of one network change nothing for others', async (t) => {
  const { files } = await site(t)
  let admitted = 0
  for (let n = 0; n < 1_000; n++)
    await files.admit('203.0.113.7').then(
      () => admitted++,
      () => {},
    )
  assert.equal(admitted, 15)
  await files.admit('198.51.100.1')
})

test('little space, and a limit of 0, refuse files before they are received', async (t) => {
  const { files, state } = await site(t)
  state.free = 1_999
  await assert.rejects(files.admit('203.0.113.7'), { code: 507 })
  state.free = 2_000
  await files.admit('203.0.113.7')
  state.megabytes = 0
  await assert.rejects(files.admit('203.0.113.7'), { code: 403 })
})

test('a crash at any moment leaves nothing after an hour but what an inquiry has', async (t) => {
  for (let steps = 1; ; steps++) {
    const root = newFolder(t)
    // The store itself is there.
    await site(t, root)
    const cut = new PowerCut(steps)
    const ended = await (async () => {
      const before = await site(t, root, cut)
      const { fileId } = await before.keep(Buffer.concat([pdf().subarray(0, 9), Buffer.alloc(1_500_000, 32), pdf()]))
      await before.files.take([fileId], (list) => before.store.agent.insert({ ...lead, files: list }))
      return true
    })().catch(() => false)
    const { store, clock, files } = await site(t, root)
    clock.time += 2 * hourMs
    await files.sweep()
    const named = store.agent.all().flatMap(({ files: list = [] }) => list.map(({ fileId }) => fileId))
    assert.deepEqual(
      store.leadFile.all().map(({ id }) => id),
      named,
      `after ${steps} steps`,
    )
    for (const id of named) assert.equal((await store.leadFileParts.list(id)).length, 2)
    if (ended) return
  }
})

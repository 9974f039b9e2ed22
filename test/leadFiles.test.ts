import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { FollowUpState } from '../contract/application.ts'
import { hourMs } from '../contract/durations.ts'
import { forgetPhone } from '../server/leads/forget.ts'
import { createLeadFiles, damagedLeadFiles } from '../server/leads/leadFiles.ts'
import type { CurrentSite } from '../server/store/currentSite.ts'
import { nowhere } from '../server/store/states.ts'
import { chinaTime } from '../server/system/chinaTime.ts'
import type { Job } from '../server/system/jobs.ts'
import { openSite } from './publish/interrupted.ts'
import { PowerCut } from './publish/powerCut.ts'
import { newFolder } from './server.ts'
import { pdf } from './uploads/documents.ts'

const megabyte = 1_048_576
const lead = { agentName: '周工', agentInfo: '', phone: '13900000001', source: 'desktop', kind: 'inquiry' } as const

async function site(t: TestContext, root = newFolder(t), cut = new PowerCut(Infinity)) {
  const { store, clock } = await openSite(t, root, cut)
  const path = join(newFolder(t), 'sent')
  const state = { free: Infinity, megabytes: 10 }
  const disk = { bytes: async () => state.free, isLow: () => false, low: async () => false }
  let job: Job | undefined
  const files = createLeadFiles({
    store,
    site: () => ({ inquiry: { fileMegabytes: state.megabytes } }) as CurrentSite,
    space: { data: disk, uploads: disk },
    diskReserve: 1_000,
    jobs: {
      add(added: Job) {
        job = added
        return () => {}
      },
    },
    now: () => clock.time,
    rateLimit: true,
  })
  const keep = async (bytes = pdf()): Promise<string> => {
    writeFileSync(path, bytes)
    return (await files.keep({ path, size: bytes.length, name: 'a.pdf' })).fileId
  }
  return {
    store,
    clock,
    files,
    keep,
    state,
    due: () => (job?.next() ?? Infinity) <= clock.time,
    asked: (fileIds: string[], more: object = {}) =>
      files.take(fileIds, (list) => store.agent.insert({ ...lead, ...more, files: list })),
    isThere: async (id: string) =>
      store.leadFile.get(id) !== undefined && (await store.leadFileParts.list(id)).length > 0,
    /** As if it had so many megabytes, without writing them. */
    grow: async (id: string, size: number) => {
      const file = store.leadFile.get(id)
      if (file) await store.leadFile.put({ ...file, size: size * megabyte })
    },
  }
}

const isFull = { code: 507, message: '暂时收不了文件，文字可以照常提交' }

test('one that no inquiry names is gone after an hour, and one that was erased with its inquiry at once', async (t) => {
  const { store, clock, files, keep, due, asked, isThere } = await site(t)
  await files.sweep()
  const waits = await keep()
  const named = await keep()
  const { id } = await asked([named])
  assert.ok(!due())
  clock.time += hourMs
  assert.ok(due())
  await files.sweep()
  assert.deepEqual([await isThere(waits), await isThere(named), due()], [false, true, false])
  assert.deepEqual(await store.leadFileParts.list(waits), [])

  const { states } = store
  await states.agent.change(id, ({ live }) => ({
    ...nowhere,
    trash: { id, createdAt: chinaTime(clock.time), deletedBy: 'admin', ...(live && { record: live }) },
  }))
  await states.agent.change(id, ({ trash }) => ({ ...nowhere, live: trash?.record as typeof lead & never }))
  assert.ok(!due() && (await isThere(named)), 'to the trash, and back')
  await states.agent.change(id, () => nowhere)
  assert.ok(due(), 'at once')
  await files.sweep()
  assert.deepEqual([await isThere(named), due()], [false, false])
})

test('two inquiries of one visitor may have it, and it is there until neither does', async (t) => {
  const { store, files, keep, asked, isThere } = await site(t)
  const file = await keep()
  await asked([file])
  await asked([file], { phone: '13900000002' })
  assert.deepEqual(
    store.agent.all().map(({ files: list }) => list?.length),
    [1, 1],
  )
  for (const [phone, isLeft] of [
    ['13900000001', true],
    ['13900000002', false],
  ] as const) {
    await forgetPhone(store, phone)
    await files.sweep()
    assert.equal(await isThere(file), isLeft)
  }
  await assert.rejects(asked([file]), { data: { field: 'files' } })
})

test('a thousand of one network change nothing for others, by number or by size', async (t) => {
  const { files, keep, grow } = await site(t)
  const admitted = async (address: (n: number) => string, bytes: number): Promise<number> => {
    let count = 0
    const tries = Array.from({ length: 1_000 }, (_, n) =>
      files.admit(address(n), bytes).then(
        () => count++,
        () => {},
      ),
    )
    await Promise.all(tries)
    return count
  }
  assert.equal(await admitted(() => '203.0.113.7', 1_000), 15)
  assert.equal(await admitted(() => '198.51.100.7', 10 * megabyte), 5)
  assert.equal(await admitted(() => '192.0.2.7', Infinity), 5, 'a body that does not say its size')
  const ofNetwork = await admitted((n) => `203.0.114.${n % 250}`, 10 * megabyte)
  assert.equal(ofNetwork, 30)
  for (let n = 0; n < ofNetwork; n++) await grow(await keep(), 10)
  await files.admit('198.51.101.1', 10 * megabyte)
})

test('those that wait have a limit together, which those of inquiries do not count for', async (t) => {
  const { files, keep, asked, clock } = await site(t)
  const kept: string[] = []
  for (let n = 0; n < 126; n++) kept.push(await keep())
  await assert.rejects(files.admit('203.0.113.7', 10 * megabyte), isFull)
  await files.admit('203.0.113.7', 1)
  await asked(kept.slice(0, 1))
  await files.admit('203.0.113.7', 10 * megabyte)
  await keep()
  await keep()
  await keep()
  await assert.rejects(files.admit('203.0.113.7', 1), isFull)
  clock.time += hourMs
  await files.sweep()
  await files.admit('203.0.113.7', 1)
})

test('little space, and a limit of 0, refuse files before they are received', async (t) => {
  const { files, state } = await site(t)
  state.free = 1_999
  await assert.rejects(files.admit('203.0.113.7', 1), isFull)
  state.free = 2_000
  await files.admit('203.0.113.7', 1)
  state.megabytes = 0
  await assert.rejects(files.admit('203.0.113.7', 1), { code: 403 })
})

test('where the budget is full, what nobody waits for goes, the oldest first', async (t) => {
  const { store, clock, files, keep, grow, asked, isThere } = await site(t)
  const at = (minute: number) => ({ createdAt: chinaTime(clock.time + minute * 60_000) })
  const put = async (minute: number, state?: FollowUpState): Promise<string> => {
    const file = await keep()
    await grow(file, 85)
    await store.agent.insert({
      ...lead,
      ...at(minute),
      ...(state && { state }),
      files: [{ fileId: file, name: '', size: 0 }],
    })
    return file
  }
  const oldest = await put(-100)
  const answered = [await put(-10, 'signed'), await put(-90, 'contacted')]
  const shared = answered[0] as string
  await store.agent.insert({ ...lead, ...at(-5), files: [{ fileId: shared, name: '', size: 0 }] })
  const robots = await keep()
  await grow(robots, 85)
  await store.doubtful.insert({ ...lead, ...at(-1), files: [{ fileId: robots, name: '', size: 0 }] })
  const trashed = await keep()
  await grow(trashed, 85)
  const { id } = await asked([], { files: [{ fileId: trashed, name: '', size: 0 }] })
  await store.agent.update(id, (record) => ({ ...record, files: [{ fileId: trashed, name: '', size: 0 }] }))
  await store.states.agent.change(id, ({ live }) => ({
    ...nowhere,
    trash: { id, createdAt: chinaTime(clock.time), deletedBy: 'admin', ...(live && { record: live }) },
  }))
  await put(-50)
  // 510 of 512 MB.
  const left = async (): Promise<boolean[]> =>
    Promise.all([answered[1] as string, robots, trashed, shared, oldest].map(isThere))
  const take = async (size: number): Promise<void> => {
    const file = await keep()
    await grow(file, size)
    await asked([file])
  }
  await take(2)
  assert.deepEqual(await left(), [true, true, true, true, true])
  await take(10)
  assert.deepEqual(await left(), [false, true, true, true, true])
  for (let n = 0; n < 8; n++) await take(10)
  assert.deepEqual(await left(), [false, false, true, true, true])
  for (let n = 0; n < 9; n++) await take(9.5)
  assert.deepEqual(await left(), [false, false, false, true, true])
  for (let n = 0; n < 7; n++) await take(10)
  await assert.rejects(take(10), { ...isFull, data: { field: 'files' } })
  await assert.rejects(files.admit('203.0.113.7', 1), isFull)
  assert.deepEqual(await left(), [false, false, false, true, true], 'an inquiry that waits keeps its files')
})

test('a crash at any moment leaves nothing after an hour but what an inquiry has', async (t) => {
  for (let steps = 1; ; steps++) {
    const root = newFolder(t)
    // The store itself is there.
    await site(t, root)
    const cut = new PowerCut(steps)
    const ended = await (async () => {
      const before = await site(t, root, cut)
      const file = await before.keep(Buffer.concat([pdf().subarray(0, 9), Buffer.alloc(1_500_000, 32), pdf()]))
      await before.asked([file])
      return true
    })().catch(() => false)
    const { store, clock, files, due } = await site(t, root)
    clock.time += 2 * hourMs
    if (due()) await files.sweep()
    const named = store.agent.all().flatMap(({ files: list = [] }) => list.map(({ fileId }) => fileId))
    assert.deepEqual(
      store.leadFile.all().map(({ id }) => id),
      named,
      `after ${steps} steps`,
    )
    for (const id of named) assert.equal((await store.leadFileParts.list(id)).length, 2)
    assert.deepEqual((await damagedLeadFiles(store, () => false)).damaged, [])
    if (ended) return
  }
})

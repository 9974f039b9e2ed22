import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { FollowUpState } from '../../contract/leads/leads.ts'
import { hourMs } from '../../contract/text/durations.ts'
import { forgetPhone } from '../../server/leads/forget.ts'
import { budgetInUse, createLeadFiles, namedLeadFiles } from '../../server/leads/leadFiles.ts'
import { hashesOf, isIntact } from '../../server/media/isIntact.ts'
import { createUploads } from '../../server/media/uploads.ts'
import { leadFileAddress } from '../../server/store/records.ts'
import type { CurrentSite } from '../../server/store/currentSite.ts'
import { nowhere } from '../../server/store/states.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import type { Job } from '../../server/system/jobs.ts'
import { openSite, start } from '../records/interrupted.ts'
import { PowerCut } from '../records/powerCut.ts'
import { newFolder } from '../server.ts'
import { pdf } from '../media/documents.ts'

const megabyte = 1_048_576
const lead = { agentName: '周工', agentInfo: '', phone: '13900000001', source: 'desktop', kind: 'inquiry' } as const

async function site(t: TestContext, root = newFolder(t), cut = new PowerCut(Infinity)) {
  const { store, clock } = await openSite(t, root, cut)
  const uploads = createUploads(join(root, 'uploads'))
  await uploads.prepare()
  const path = join(uploads.incoming, 'sent')
  const state = { free: Infinity, megabytes: 10 }
  const disk = { bytes: async () => state.free, isLow: () => false, low: async () => false }
  let job: Job | undefined
  const files = createLeadFiles({
    store,
    uploads,
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
  const keep = async (bytes = pdf(), address = '203.0.113.7'): Promise<string> => {
    writeFileSync(path, bytes)
    clock.time++
    return (await files.keep({ path, size: bytes.length, name: 'a.pdf' }, address)).fileId
  }
  const pathOf = (id: string): string => {
    const file = store.leadFile.get(id)
    return file ? join(root, leadFileAddress(file)) : root
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
    stored: () => readdirSync(join(root, 'uploads/lead')),
    damaged: async () => {
      const areIntact = namedLeadFiles(store).map((address) => isIntact(hashesOf(uploads.read), address))
      return (await Promise.all(areIntact)).filter((each) => !each).length
    },
    isThere: (id: string) => store.leadFile.get(id) !== undefined && existsSync(pathOf(id)),
    /** As if it had so many megabytes, without writing them. */
    grow: async (id: string, size: number) => {
      const file = store.leadFile.get(id)
      if (file) await store.leadFile.put({ ...file, size: size * megabyte })
    },
  }
}

const isFull = { code: 507, message: '暂时收不了文件，文字可以照常提交' }

test('one that no inquiry names is gone after an hour, and one that was erased with its inquiry at once', async (t) => {
  const { store, clock, files, keep, due, asked, isThere, stored } = await site(t)
  await files.sweep()
  const waits = await keep()
  const named = await keep()
  const { id } = await asked([named])
  assert.ok(!due())
  clock.time += hourMs
  assert.ok(due())
  await files.sweep()
  assert.deepEqual([isThere(waits), isThere(named), due(), stored().length], [false, true, false, 1])

  const { states } = store
  await states.agent.change(id, ({ live }) => ({
    ...nowhere,
    trash: { id, createdAt: chinaTime(clock.time), deletedBy: 'admin', ...(live && { record: live }) },
  }))
  await states.agent.change(id, ({ trash }) => ({ ...nowhere, live: trash?.record as typeof lead & never }))
  assert.ok(!due() && isThere(named), 'to the trash, and back')
  await states.agent.change(id, () => nowhere)
  assert.ok(due(), 'at once')
  await files.sweep()
  assert.deepEqual([isThere(named), due()], [false, false])
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
    assert.equal(isThere(file), isLeft)
  }
  await assert.rejects(asked([file]), { data: { field: 'files' } })
})

test('a thousand of one network change nothing for others, by number or by size', async (t) => {
  const { files } = await site(t)
  const admitted = async (address: (n: number) => string, bytes: number): Promise<number> => {
    let count = 0
    const tries = Array.from({ length: 1_000 }, (_, n) =>
      files.admit(address(n), bytes).then(
        ({ end }) => {
          count++
          end()
        },
        () => {},
      ),
    )
    await Promise.all(tries)
    return count
  }
  assert.equal(await admitted(() => '203.0.113.7', 1_000), 15)
  assert.equal(await admitted(() => '198.51.100.7', 10 * megabyte), 5)
  assert.equal(await admitted(() => '192.0.2.7', Infinity), 5, 'a body that does not say its size')
  assert.equal(await admitted((n) => `203.0.114.${n % 250}`, 10 * megabyte), 30)
})

test('of those that wait, or are being received, the oldest of the network that has most goes', async (t) => {
  const { files, keep, isThere, grow } = await site(t)
  const customers = [await keep(pdf(), '192.0.2.1'), await keep(pdf(), '2001:db8:0:1::1')]
  const robots: string[] = []
  for (let n = 0; n < 41; n++) {
    robots.push(await keep(pdf('robot'), `203.0.${n % 2}.${n}`))
    await grow(robots[n] as string, 12)
  }
  const stalled = await files.admit('198.51.100.1', 10 * megabyte)
  const admit = () => files.admit('198.51.101.1', 10 * megabyte)
  await admit()
  await keep()
  assert.deepEqual([...customers, ...robots.slice(0, 2)].map(isThere), [true, true, false, true])
  assert.ok(!stalled.signal.aborted)

  // Now nothing waits but what two networks are sending.
  const other = await site(t)
  const first = await other.files.admit('203.0.113.1', 10 * megabyte)
  const second = await other.files.admit('198.51.100.1', 10 * megabyte)
  for (let n = 2; n < 44; n++) await other.files.admit(`203.0.${112 + (n % 2)}.${n}`, 10 * megabyte)
  assert.deepEqual([first.signal.aborted, second.signal.aborted], [true, false])
  assert.deepEqual(first.signal.reason.data, { field: 'files' })
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

test('where the budget is full 隔离 and the trash go first, then what is over, and nothing in progress', async (t) => {
  const { store, clock, files, keep, grow, asked, isThere } = await site(t)
  const of = async (minute: number, size: number, state?: FollowUpState | 'doubtful' | 'trash'): Promise<string> => {
    const id = await keep()
    await grow(id, size)
    const record = {
      ...lead,
      createdAt: chinaTime(clock.time + minute * 60_000),
      files: [{ fileId: id, name: '', size: 0 }],
    }
    if (state === 'doubtful') await store.doubtful.insert(record)
    else if (state === 'trash') {
      const { id: deleted } = await store.agent.insert(record)
      await store.states.agent.change(deleted, ({ live }) => ({
        ...nowhere,
        trash: { id: deleted, createdAt: chinaTime(clock.time), deletedBy: 'admin', ...(live && { record: live }) },
      }))
    } else await store.agent.insert({ ...record, ...(state && { state }) })
    return id
  }
  const inProgress = [await of(-500, 85), await of(-400, 85, 'contacted'), await of(-300, 85, 'interested')]
  const closed = [await of(-90, 85, 'invalid'), await of(-10, 85, 'signed')]
  const trashed = await of(-1, 27, 'trash')
  const robots = [await of(-3, 30, 'doubtful'), await of(-2, 30, 'doubtful')]
  const both = closed[1] as string
  await store.doubtful.insert({ ...lead, files: [{ fileId: both, name: '', size: 0 }] })
  // All of 512 MB.
  const left = (): boolean[] => [...robots, trashed, ...closed, ...inProgress].map(isThere)
  const take = async (size: number): Promise<void> => {
    const file = await keep()
    await grow(file, size)
    await asked([file])
  }
  await take(1)
  assert.deepEqual(left(), [false, true, true, true, true, true, true, true])
  for (let n = 0; n < 3; n++) await take(10)
  assert.deepEqual(left(), [false, false, true, true, true, true, true, true])
  for (let n = 0; n < 4; n++) await take(10)
  assert.deepEqual(left(), [false, false, false, true, true, true, true, true])
  for (let n = 0; n < 2; n++) await take(10)
  assert.deepEqual(left(), [false, false, false, false, true, true, true, true])
  assert.ok(budgetInUse(store) < 0.8)
  for (let n = 0; n < 7; n++) await take(10)
  assert.ok(budgetInUse(store) >= 0.8)
  for (let n = 0; n < 9; n++) await take(10)
  await assert.rejects(take(10), { ...isFull, data: { field: 'files' } })
  await assert.rejects(files.admit('203.0.113.7', 1), isFull)
  assert.deepEqual(left(), [false, false, false, false, false, true, true, true])
})

test('52 inquiries of robots cost no customer a drawing that staff are dealing with', async (t) => {
  const { store, files, keep, grow, asked, isThere } = await site(t)
  const drawings: string[] = []
  for (let n = 0; n < 8; n++) {
    const id = await keep()
    await grow(id, 3)
    drawings.push(id)
    await asked([id], { state: 'contacted', owner: 'admin' })
  }
  for (let n = 0; n < 52; n++) {
    const id = await keep(pdf(), `203.0.${n % 2}.${n % 10}`)
    await grow(id, 9.9)
    await files.take([id], (list) => store.doubtful.insert({ ...lead, files: list }))
  }
  assert.deepEqual(drawings.map(isThere), Array(8).fill(true))
})

test('隔离 has a share: more of it pushes out nothing else', async (t) => {
  const { store, keep, grow, asked, isThere } = await site(t)
  const closed = await keep()
  await asked([closed], { state: 'signed' })
  const robots: string[] = []
  for (let n = 0; n < 9; n++) {
    const id = await keep()
    robots.push(id)
    await grow(id, 9)
    await store.doubtful.insert({ ...lead, files: [{ fileId: id, name: '', size: 0 }] })
  }
  await asked([await keep()])
  assert.deepEqual(robots.map(isThere), [false, false, ...Array(7).fill(true)])
  assert.ok(isThere(closed))
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
    const { store, clock, files, stored, damaged } = await site(t, root)
    clock.time += 2 * hourMs
    await files.sweep()
    const named = store.agent.all().flatMap(({ files: list = [] }) => list.map(({ fileId }) => fileId))
    assert.deepEqual(
      store.leadFile.all().map(({ id }) => id),
      named,
      `after ${steps} steps`,
    )
    assert.deepEqual([stored().length, await damaged()], [named.length, 0])
    if (ended) return
  }
})

test('what 1.0.0 has kept in parts is moved, also after a crash at any moment, and read meanwhile', async (t) => {
  const bytes = Buffer.concat([pdf(), Buffer.alloc(1_500_000, 7)])
  const hash = createHash('sha256').update(bytes).digest('hex')
  const file = { id: 'old', createdAt: chinaTime(start), name: 'a.pdf', size: bytes.length, hash }
  for (let steps = 1; ; steps++) {
    const root = newFolder(t)
    const before = await site(t, root)
    await before.store.leadFile.put(file)
    for (const [index, at] of [0, megabyte].entries()) {
      const data = bytes.toString('base64', at, Math.min(at + megabyte, bytes.length))
      await before.store.leadFileParts.write('old', `part-${index}`, { data })
    }
    await before.store.agent.insert({ ...lead, files: [{ fileId: 'old', name: 'a.pdf', size: bytes.length }] })
    const ended = await (async () => {
      const { files } = await site(t, root, new PowerCut(steps))
      await files.sweep()
      return true
    })().catch(() => false)
    const { store, files, stored, damaged } = await site(t, root)
    const [asked] = store.agent.all()
    assert.ok(asked)
    const chunks: Uint8Array[] = []
    for await (const chunk of files.read(asked, 'old')?.chunks ?? []) chunks.push(chunk)
    assert.ok(Buffer.concat(chunks).equals(bytes), `after ${steps} steps`)
    await files.sweep()
    assert.deepEqual([stored().length, await damaged(), await store.leadFileParts.list('old')], [1, 0, []])
    if (ended) return
  }
})

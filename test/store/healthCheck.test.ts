import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { eventually } from '../eventually.ts'
import { commitBatch, type Op, type WriteResult } from '../../server/store/commit.ts'
import { newFolder } from '../server.ts'
import { newDisk, openNotes, reread } from './help.ts'
import { type Call, TroubledFs } from './troubledFs.ts'

/** A check answers with the last result for a second: lets one pass. */
function seconds(t: TestContext): { pass(): void } {
  let ahead = 0
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + ahead)
  return { pass: () => void (ahead += 1_050) }
}
const syncFolder: Call[] = ['openSync', 'fsyncSync', 'closeSync']
const steps: Call[] = [
  'openSync',
  'ftruncateSync',
  'writeSync',
  'closeSync',
  'openSync',
  'fsyncSync',
  'closeSync',
  'renameSync',
  ...syncFolder,
  'unlinkSync',
  ...syncFolder,
]

test('a healthy store is probed like a record is written, at most once a second, and the probe is removed', async (t) => {
  const second = seconds(t)
  const root = newFolder(t)
  const trouble = new TroubledFs()
  const disk = newDisk(t, root, async (ops) => commitBatch(root, ops, trouble.fs))
  await disk.load('note')
  trouble.heal()
  const answer = disk.check()
  assert.equal(await answer, true)
  assert.equal(await disk.check(), true)
  assert.deepEqual(trouble.calls, steps)
  assert.deepEqual(readdirSync(join(root, 'note')), [])
  assert.deepEqual(readdirSync(root), ['note'])
  second.pass()
  assert.equal(await disk.check(), true)
  assert.equal(trouble.calls.length, 2 * steps.length)
})

for (const [step, call] of steps.entries()) {
  test(`a store is unhealthy when step ${step + 1} of the probe, ${call}, fails`, async (t) => {
    const root = newFolder(t)
    const trouble = new TroubledFs()
    const disk = newDisk(t, root, async (ops) => commitBatch(root, ops, trouble.fs))
    await disk.load('note')
    trouble.fail('EIO', (_call, index) => index === step)
    assert.equal(await disk.check(), false)
  })
}

test('a store is unhealthy when a folder is missing or is a file', async (t) => {
  const second = seconds(t)
  const root = newFolder(t)
  const disk = newDisk(t, root)
  await disk.load('note')
  await disk.load('other')
  rmSync(join(root, 'other'), { recursive: true })
  assert.equal(await disk.check(), false)
  writeFileSync(join(root, 'other'), '')
  second.pass()
  assert.equal(await disk.check(), false)
  rmSync(join(root, 'other'))
  mkdirSync(join(root, 'other'))
  second.pass()
  assert.equal(await disk.check(), true)
})

test('a store is unhealthy when its writer fails', async (t) => {
  const disk = newDisk(t, newFolder(t), async () => Promise.reject(new Error('the writer thread ended with code 1')))
  await disk.load('note')
  assert.equal(await disk.check(), false)
})

test('a hanging disk is unhealthy after some seconds, has only one probe at a time, and recovers', async (t) => {
  const second = seconds(t)
  const root = newFolder(t)
  const batches: Op[][] = []
  let goOn = (): void => {}
  const hanging = new Promise<void>((resolve) => (goOn = resolve))
  const disk = newDisk(t, root, async (ops): Promise<WriteResult[]> => {
    batches.push([...ops])
    await hanging
    return commitBatch(root, ops)
  })
  await disk.load('note')
  // A check does not keep a process alive that has nothing else to do.
  const alive = setInterval(() => {}, 1_000)
  t.after(() => clearInterval(alive))
  assert.equal(await disk.check(), false)
  second.pass()
  assert.deepEqual(await Promise.all(Array.from({ length: 100 }, () => disk.check())), Array(100).fill(false))
  assert.equal(batches.length, 1)
  goOn()
  second.pass()
  assert.equal(await disk.check(), true)
})

test('a probe left behind by a kill is not a record, and the next start removes it', async (t) => {
  const root = newFolder(t)
  let goOn = (): void => {}
  const killed = new Promise<void>((resolve) => (goOn = resolve))
  const disk = newDisk(t, root, async (ops) => {
    if (ops.some((op) => !('text' in op))) await killed
    return commitBatch(root, ops)
  })
  const notes = await openNotes(disk)
  const asked = disk.check()
  await eventually(() => readdirSync(join(root, 'note')).some((name) => name.endsWith('.json')), 'the probe is written')
  assert.deepEqual([...notes.newest()], [])
  assert.deepEqual(await reread(root), [])
  assert.deepEqual(readdirSync(join(root, 'note')), [])
  goOn()
  assert.equal(await asked, true)
})

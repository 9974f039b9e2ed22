import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../eventually.ts'
import { createDiskUse } from '../../server/system/diskUse.ts'
import { newFolder } from '../server.ts'

const tenMinutes = 10 * 60_000

function folders(root: string): { data: string; uploads: string } {
  const [data, uploads] = [join(root, 'data'), join(root, 'uploads')]
  mkdirSync(join(data, 'news'), { recursive: true })
  for (let n = 0; n < 100; n++) writeFileSync(join(data, 'news', `${n}.json`), 'x'.repeat(10))
  return { data, uploads }
}

test('every file is counted once, also in large folders; a missing folder counts as empty', async (t) => {
  const { data, uploads } = folders(newFolder(t))
  const use = await createDiskUse(data, uploads, () => 0)()
  assert.deepEqual(use, { data: 1_000, uploads: 0 })
})

test('a count is cached for ten minutes, and nobody waits for the next one', async (t) => {
  const { data, uploads } = folders(newFolder(t))
  let time = 0
  const diskUse = createDiskUse(data, uploads, () => time)
  const first = diskUse()
  assert.equal((await first).data, 1_000)
  writeFileSync(join(data, 'news', 'more.json'), 'x'.repeat(10))
  time = tenMinutes - 1
  assert.equal((await diskUse()).data, 1_000)
  time = tenMinutes
  assert.equal(diskUse(), first, 'the last count at once, while the next is made')
  await eventually(() => diskUse() !== first, 'the next count is there')
  assert.equal((await diskUse()).data, 1_010)
})

test('the first count begins before anybody asks', async (t) => {
  const { data, uploads } = folders(newFolder(t))
  const startedAt: number[] = []
  const diskUse = createDiskUse(data, uploads, () => startedAt.push(0))
  assert.equal(startedAt.length, 1)
  assert.equal((await diskUse()).data, 1_000)
})

test('a failed count is repeated', async (t) => {
  const { data, uploads } = folders(newFolder(t))
  rmSync(data, { recursive: true })
  writeFileSync(data, 'no folder')
  const diskUse = createDiskUse(data, uploads, () => 0)
  await assert.rejects(diskUse())
  rmSync(data)
  assert.equal((await diskUse()).data, 0)
})

test('a clock that is set back does not keep a count for longer', async (t) => {
  const { data, uploads } = folders(newFolder(t))
  let time = 10 * tenMinutes
  const diskUse = createDiskUse(data, uploads, () => time)
  const first = diskUse()
  await first
  time = 5 * tenMinutes
  void diskUse()
  await eventually(() => diskUse() !== first, 'the next count is there')
})

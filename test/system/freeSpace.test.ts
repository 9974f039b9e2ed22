import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFreeSpace } from '../../server/system/freeSpace.ts'
import { newFolder } from '../server.ts'
import { readableLog } from '../store/help.ts'

function spaceOf(reserve: number) {
  const disk = { time: 0, free: 1_000, broken: false, reads: 0, hold: undefined as Promise<void> | undefined }
  const { log, lines } = readableLog()
  const readStats = async () => {
    disk.reads++
    await disk.hold
    if (disk.broken) throw Object.assign(new Error('no such call'), { code: 'ENOSYS' })
    return { bavail: disk.free / 10, bsize: 10 }
  }
  return {
    disk,
    lines,
    ...createFreeSpace({ folder: '/data', reserve, refused: 'applications', now: () => disk.time, log, readStats }),
  }
}

test('below the reserve space is low, and the disk is read at most every two seconds', async () => {
  const { disk, low, bytes } = spaceOf(500)
  for (let n = 0; n < 100; n++) assert.equal(await low(), false)
  disk.free = 490
  disk.time = 1_999
  assert.equal(await low(), false)
  assert.equal(disk.reads, 1)
  disk.time = 2_000
  assert.equal(await low(), true)
  assert.equal(await bytes(), 490)
  disk.free = 500
  disk.time = 4_000
  assert.equal(await low(), false)
  assert.equal(disk.reads, 3)
})

test('a clock that was ahead does not keep an old value', async () => {
  const { disk, low } = spaceOf(500)
  disk.time = 86_400_000
  assert.equal(await low(), false)
  disk.time = 0
  disk.free = 10
  assert.equal(await low(), true)
})

test('unknown free space refuses nothing and is logged once', async () => {
  const { disk, low, bytes, lines } = spaceOf(500)
  disk.broken = true
  for (disk.time = 0; disk.time < 100_000; disk.time += 10_000) {
    assert.equal(await low(), false)
    assert.equal(await bytes(), undefined)
  }
  assert.equal(lines.length, 1)
  disk.broken = false
  disk.free = 10
  assert.equal(await low(), true)
})

test('becoming low and recovering are logged once each', async () => {
  const { disk, low, lines } = spaceOf(500)
  for (const free of [600, 400, 300, 200, 700, 800]) {
    disk.free = free
    disk.time += 5_000
    await low()
  }
  assert.deepEqual(
    lines.map((line) => /^less than 500 bytes are free in \/data: applications are refused/.test(line)),
    [true, false],
  )
})

test('a disk that hangs is not read again meanwhile', async () => {
  const { disk, low } = spaceOf(500)
  let release = (): void => {}
  disk.hold = new Promise((resolve) => (release = resolve))
  const waiting = [low(), low()]
  disk.time = 60_000
  waiting.push(low())
  assert.equal(disk.reads, 1)
  release()
  assert.deepEqual(await Promise.all(waiting), [false, false, false])
})

test('without a reserve space is never low, and the disk is read only for the dashboard', async () => {
  const { disk, low, bytes } = spaceOf(0)
  disk.free = 0
  assert.equal(await low(), false)
  assert.equal(disk.reads, 0)
  assert.equal(await bytes(), 0)
})

test('the free space comes from the system', async (t) => {
  const { log } = readableLog()
  const free = await createFreeSpace({
    folder: newFolder(t),
    reserve: 1,
    refused: 'uploads',
    now: Date.now,
    log,
  }).bytes()
  assert.ok(free !== undefined && free > 0)
})

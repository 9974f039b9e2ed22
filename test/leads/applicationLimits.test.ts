import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createApplicationNetworks,
  createHourlyLimit,
  createRefusedApplications,
} from '../../server/leads/applicationLimits.ts'
import { cpuMs } from '../cpuMs.ts'

const minute = 60_000
const start = Date.UTC(2026, 0, 1)

function limitOf(max: number) {
  let time = start
  const limit = createHourlyLimit(max, () => time)
  return {
    ...limit,
    at: (minutes: number) => void (time = start + minutes * minute),
    fill: (count: number) => {
      for (let n = 0; n < count; n++) limit.count(time)
    },
  }
}

test('the hour slides: old applications free the limit, and the wait is correct', () => {
  const { secondsToWait, at, fill } = limitOf(3)
  fill(1)
  at(30)
  fill(2)
  assert.equal(secondsToWait(), 30 * 60)
  at(59.5)
  assert.equal(secondsToWait(), 30)
  at(60)
  assert.equal(secondsToWait(), 0)
  fill(1)
  assert.equal(secondsToWait(), 30 * 60)
})

test('stored applications count by their own time, also above the limit', () => {
  const { secondsToWait, count, at } = limitOf(2)
  for (const minutes of [-70, -50, -40, -30]) count(start + minutes * minute)
  assert.equal(secondsToWait(), 20 * 60)
  at(10)
  assert.equal(secondsToWait(), 10 * 60)
  at(20)
  assert.equal(secondsToWait(), 0)
})

test('a clock that was a day ahead delays nobody, neither when it is corrected nor a day later', () => {
  const { secondsToWait, at, fill } = limitOf(2)
  at(24 * 60)
  fill(2)
  assert.ok(secondsToWait() > 0)
  at(0)
  assert.equal(secondsToWait(), 0)
  at(24 * 60 + 1)
  assert.equal(secondsToWait(), 0)
})

test('what is being saved counts, also for the networks of its address; what could not be saved was no try', async () => {
  const hour = createHourlyLimit(2, () => start)
  const networks = createApplicationNetworks(() => start)
  const address = '192.0.2.1'
  const save = (): { fail(): void; done: Promise<unknown> } => {
    let fail = (): void => {}
    const done = new Promise<void>((_, reject) => (fail = () => reject(new Error('full'))))
    hour.countUnlessFailed(done)
    networks.countUnlessFailed(address, done)
    return { fail, done: done.catch(() => {}) }
  }
  const saves = Array.from({ length: 5 }, save)
  assert.ok(hour.secondsToWait() > 0 && networks.secondsToWait(address) > 0)
  for (const { fail, done } of saves) {
    fail()
    await done
  }
  assert.deepEqual([hour.secondsToWait(), networks.secondsToWait(address)], [0, 0])
  for (let n = 0; n < 2; n++) hour.countUnlessFailed(Promise.resolve())
  await Promise.resolve()
  assert.ok(hour.secondsToWait() > 0, 'the others count')
})

test('the cost of a check does not depend on the limit', () => {
  const asking = (limit: number): number => {
    const { secondsToWait, count } = limitOf(limit)
    for (let n = 0; n < limit; n++) count(start)
    const ask = (): void => {
      for (let n = 0; n < 2_000; n++) assert.ok(secondsToWait() > 0)
    }
    return Math.min(...Array.from({ length: 5 }, () => cpuMs(ask)))
  }
  const few = asking(10)
  const many = asking(200_000)
  assert.ok(many < 20 * few + 5, `${many} ms against ${few} ms`)
})

test('refused applications are counted since the start, until there was none for seven days', () => {
  const day = 24 * 60 * minute
  let time = start
  const refused = createRefusedApplications(() => time)
  assert.equal(refused.sinceStart(), undefined)
  for (let n = 0; n < 3; n++) refused.count()
  time += 6 * day
  refused.count()
  assert.deepEqual(refused.sinceStart(), { count: 4, lastAt: '2026-01-07 08:00:00' })
  time += 6 * day
  assert.deepEqual(refused.sinceStart(), { count: 4, lastAt: '2026-01-07 08:00:00' })
  time += day
  assert.equal(refused.sinceStart(), undefined)
  refused.count()
  assert.deepEqual(refused.sinceStart(), { count: 1, lastAt: '2026-01-14 08:00:00' })
})

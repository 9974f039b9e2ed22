import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApplicationLimits, createRefusedApplications } from '../../server/calls/applicationLimits.ts'
import { cpuMs } from '../cpuMs.ts'

const minute = 60_000
const start = Date.UTC(2026, 0, 1)

function limitsOf(limit: number) {
  let time = start
  const limits = createApplicationLimits(limit, () => time)
  return { ...limits, at: (minutes: number) => void (time =
    start + minutes * minute), fill: (count: number) => { for (let n = 0; n < count; n++) limits.count(`10.${n >> 8}.${n & 255}.1`) } }
}

test('the hour slides: old applications free the limit, and the wait is correct', () => {
  const { hourlyWait, at, fill } = limitsOf(3)
  fill(1)
  at(30)
  fill(2)
  assert.equal(hourlyWait(), 30 * 60)
  at(59.5)
  assert.equal(hourlyWait(), 30)
  at(60)
  assert.equal(hourlyWait(), 0)
  fill(1)
  assert.equal(hourlyWait(), 30 * 60)
})

test('stored applications count by their own time, also above the limit', () => {
  const { hourlyWait, countStored, at } = limitsOf(2)
  for (const minutes of [-70, -50, -40, -30]) countStored(start + minutes * minute)
  assert.equal(hourlyWait(), 20 * 60)
  at(10)
  assert.equal(hourlyWait(), 10 * 60)
  at(20)
  assert.equal(hourlyWait(), 0)
})

test('a clock that was a day ahead delays nobody, neither when it is corrected nor a day later', () => {
  const { hourlyWait, networkWait, at, fill } = limitsOf(2)
  at(24 * 60)
  fill(2)
  assert.ok(hourlyWait() > 0)
  at(0)
  assert.equal(hourlyWait(), 0)
  assert.equal(networkWait('10.0.0.1'), 0)
  at(24 * 60 + 1)
  assert.equal(hourlyWait(), 0)
})

test('the cost of a check does not depend on the limit', () => {
  const asking = (limit: number): number => {
    const { hourlyWait, countStored } = limitsOf(limit)
    for (let n = 0; n < limit; n++) countStored(start)
    const ask = (): void => {
      for (let n = 0; n < 2_000; n++) assert.ok(hourlyWait() > 0)
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

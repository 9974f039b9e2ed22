import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chinaDay, greetingAt } from '../../client/admin/site/chinaDay.ts'
import { labelledPoints, ticksFor } from '../../client/admin/ui/Chart.tsx'

test('the axis has round integer ticks from zero to the highest value or just above it', () => {
  assert.deepEqual(ticksFor(0), [0, 1])
  assert.deepEqual(ticksFor(1), [0, 1])
  assert.deepEqual(ticksFor(3), [0, 1, 2, 3])
  assert.deepEqual(ticksFor(7), [0, 2, 4, 6, 8])
  assert.deepEqual(ticksFor(42), [0, 20, 40, 60])
  assert.deepEqual(ticksFor(100), [0, 50, 100])
  for (const highest of [1, 2, 9, 11, 99, 101, 1234, 987_654]) {
    const ticks = ticksFor(highest)
    const top = ticks.at(-1) ?? 0
    assert.ok(ticks.every(Number.isInteger) && ticks.length <= 6, `${highest}: ${ticks.join()}`)
    assert.ok(top >= highest && top <= highest * 2.5, `${highest} under ${top}`)
  }
})

test('as many labels are written as fit, today’s always', () => {
  assert.deepEqual([...labelledPoints(30, 1000, 64)].sort((a, b) => a - b).slice(-3), [25, 27, 29])
  assert.equal(labelledPoints(30, 10_000, 64).size, 30)
  assert.deepEqual([...labelledPoints(30, 50, 64)], [29])
  assert.equal(labelledPoints(0, 500, 64).size, 0)
})

test('days have their weekday and hours their greeting', () => {
  assert.deepEqual(chinaDay('2026-11-20'), { short: '11/20', long: '11月20日', weekday: '周五' })
  assert.deepEqual(chinaDay('2028-02-29'), { short: '2/29', long: '2月29日', weekday: '周二' })
  assert.equal(greetingAt('2026-11-20 04:59:59'), '夜深了')
  assert.equal(greetingAt('2026-11-20 12:00:00'), '中午好')
  assert.equal(greetingAt('2026-11-20 18:00:00'), '晚上好')
})

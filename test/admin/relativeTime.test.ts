import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytes } from '../../contract/text/bytes.ts'
import { chinaTime, relativeTime } from '../../client/lib/relativeTime.ts'

const now = Date.parse('2026-11-20T16:07:30+08:00')
const ago = (date: string, at = now): string => relativeTime(date, at)

test('within the hour it is given in minutes', () => {
  assert.equal(ago('2026-11-20 16:06:31'), '刚刚')
})

test('then in hours of the same day, then as yesterday, days, and the date', () => {
  assert.equal(ago('2026-11-20 00:00:00'), '16小时前')
  assert.equal(ago('2026-11-19 23:59:59'), '昨天 23:59')
  assert.equal(ago('2026-11-18 23:59:59'), '2天前')
  assert.equal(ago('2026-11-13 23:59:59'), '2026-11-13')
})

test('days are counted in China’s time, wherever the browser is', () => {
  // 00:30 on the 21st in China is still the 20th in London.
  const night = Date.parse('2026-11-20T16:30:00Z')
  assert.equal(chinaTime(night), '2026-11-21 00:30:00')
  assert.equal(ago('2026-11-20 23:00:00', night), '昨天 23:00')
  assert.equal(ago('2026-11-21 00:29:00', night), '1分钟前')
  // Midnight between them does not make minutes into a day.
  assert.equal(ago('2026-11-20 23:58:00', night - 29 * 60_000), '3分钟前')
})

test('a clock that is slightly behind is tolerated; a date far in the future is shown as it is', () => {
  assert.equal(ago('2026-11-20 16:12:30'), '刚刚')
  assert.equal(ago('2026-11-20 16:12:31'), '2026-11-20 16:12')
})

test('sizes have three digits at most', () => {
  const shown = [0, 999, 1000, 1024, 10_240, 1_048_576, 1_572_864, 5_368_709_120, 2 ** 50].map(bytes)
  assert.deepEqual(shown, ['0 B', '999 B', '0.98 KB', '1 KB', '10 KB', '1 MB', '1.5 MB', '5 GB', '1024 TB'])
})

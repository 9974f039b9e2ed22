import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { newId } from '../../server/store/newId.ts'

test('ids sort by creation, also when the clock stops or is set back', () => {
  const clock = [
    1_000,
    ...Array<number>(2000).fill(2_000),
    500,
    0,
    2_001.5,
    1_999.5,
    1_800_000_000_000,
    1_700_000_000_000,
    1_800_000_000_001,
  ]
  const ids = clock.map(newId)
  assert.deepEqual(ids, [...ids].sort())
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[0-9a-z]{21}$/)
})

test('times are in China time, in any time zone of the machine', () => {
  assert.equal(chinaTime(Date.UTC(2026, 10, 20, 8, 7, 49, 123)), '2026-11-20T16:07:49.123+08:00')
  assert.equal(chinaTime(Date.UTC(2026, 11, 31, 16)), '2027-01-01T00:00:00.000+08:00')
  assert.equal(Date.parse(chinaTime(1_800_000_000_123)), 1_800_000_000_123)
})

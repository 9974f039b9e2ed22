import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextDays } from '../../client/admin/ui/NextDays.tsx'

const days = (time: string): string[] => nextDays(time).map(({ day }) => day)

test('the days to choose from are tomorrow, in three days and the Monday of the next week', () => {
  assert.deepEqual(days('2026-11-26 13:00:00'), ['2026-11-27', '2026-11-29', '2026-11-30'])
  assert.deepEqual(days('2026-11-30 00:00:00'), ['2026-12-01', '2026-12-03', '2026-12-07'])
  assert.deepEqual(days('2027-02-28 23:59:59'), ['2027-03-01', '2027-03-03', '2027-03-01'], 'on a Sunday')
})

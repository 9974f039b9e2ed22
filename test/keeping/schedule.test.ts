import assert from 'node:assert/strict'
import { test } from 'node:test'

import { archiveName, expired, isDue } from '../../server/keeping/schedule.ts'

const [hour, day] = [3_600_000, 86_400_000]
const china = (time: string): number => Date.parse(`${time}+08:00`)
const at0330 = 3 * 60 + 30
const whole = { store: undefined }
const made = (time: string) => ({ time: china(time), failed: false })

test('a backup is due once after 03:30 China time, in any time zone of the machine', () => {
  const dues: [string, string | undefined, boolean][] = [
    ['2026-11-20T12:00:00', undefined, true],
    ['2026-11-20T03:29:59', '2026-11-19T03:30:01', false],
    ['2026-11-20T03:30:00', '2026-11-19T03:30:01', true],
    ['2026-11-20T03:30:20', '2026-11-20T03:30:00', false],
    ['2026-11-20T23:59:59', '2026-11-20T03:30:00', false],
    ['2026-11-20T03:29:00', '2026-11-19T03:29:00', true],
    // The server was down for days, or only at that minute.
    ['2026-11-20T10:00:00', '2026-11-15T03:30:00', true],
    ['2026-11-20T03:31:00', '2026-11-19T20:00:00', true],
  ]
  for (const [now, last, due] of dues) {
    assert.equal(isDue(at0330, last === undefined ? undefined : made(last), china(now)), due, `${now} after ${last}`)
  }
  assert.equal(isDue(0, made('2026-11-19T00:00:01'), china('2026-11-19T23:59:59')), false)
  assert.equal(isDue(0, made('2026-11-19T00:00:01'), china('2026-11-20T00:00:00')), true)
})

test('a backup that failed is tried again after an hour', () => {
  const failed = { ...made('2026-11-20T03:30:00'), failed: true }
  assert.equal(isDue(at0330, failed, china('2026-11-20T04:29:59')), false)
  assert.equal(isDue(at0330, failed, china('2026-11-20T04:30:00')), true)
})

test('a clock that was a year ahead does not delay backups for a year', () => {
  assert.equal(isDue(at0330, made('2027-11-20T03:30:00'), china('2026-11-20T12:00:00')), true)
  assert.equal(
    isDue(at0330, made('2026-11-20T03:30:05'), china('2026-11-20T03:30:01')),
    false,
    'a correction by seconds brings no second one',
  )
})

test('of three years of days, the last seven days, four weeks and twelve months are kept, each by its newest', () => {
  const keep = { days: 7, weeks: 4, months: 12 }
  let names: string[] = []
  let now = china('2024-01-01T03:30:00')
  for (let n = 0; n < 3 * 365; n++, now += day) {
    names.push(archiveName(now))
    const gone = new Set(expired(names, keep, now, whole))
    assert.ok(!gone.has(archiveName(now)), 'the newest stays')
    names = names.filter((name) => !gone.has(name))
  }
  // The last is of 2026-12-30, a Wednesday.
  const days = names.map((name) => name.slice(8, 16)).reverse()
  assert.deepEqual(days.slice(0, 9), [
    '20261230',
    '20261229',
    '20261228',
    '20261227',
    '20261226',
    '20261225',
    '20261224',
    '20261220',
    '20261213',
  ])
  assert.deepEqual(days.slice(9), [
    '20261130',
    '20261031',
    '20260930',
    '20260831',
    '20260731',
    '20260630',
    '20260531',
    '20260430',
    '20260331',
    '20260228',
    '20260131',
  ])
})

test('the newest of a day is kept, and nothing is removed by age alone without new ones', () => {
  const now = china('2026-11-20T12:00:00')
  const today = [0, 1, 2].map((n) => archiveName(now - n * hour))
  assert.deepEqual(expired(today, { days: 7, weeks: 4, months: 12 }, now, whole), today.slice(1))
  const old = Array.from({ length: 7 }, (_, n) => archiveName(now - (400 + n) * day))
  assert.deepEqual(expired(old, { days: 7, weeks: 0, months: 0 }, now, whole), [])
})

test('files with other names or dated in the future are left alone and not counted', () => {
  const now = china('2026-11-20T12:00:00')
  const others = [
    'site.tar.gz',
    'zhuzhan-20261120-033000.tar.gz.old',
    'zhuzhan-2026.tar.gz',
    archiveName(now + 300 * day),
    '.zhuzhan-backup-1-0123456789ab',
  ]
  const ours = [archiveName(now), archiveName(now - day)]
  assert.deepEqual(expired([...others, ...ours], { days: 1, weeks: 0, months: 0 }, now, whole), [
    archiveName(now - day),
  ])
})

test('after a restore what was there before it stays for eight days, and is then rotated', () => {
  const keep = { days: 7, weeks: 4, months: 12 }
  const restoredAt = china('2026-11-20T12:00:00')
  // The good copy of the day, one of an hour before, and what the restored store has made at once.
  const before = [archiveName(restoredAt - 6 * hour), archiveName(restoredAt - hour)]
  const after = archiveName(restoredAt + 60_000)
  const names = [...before, after]
  const gone = (now: number): string[] => expired(names, keep, now, { store: undefined, restoredAt })
  assert.deepEqual(expired(names, keep, restoredAt + hour, { store: undefined }), [...before].reverse())
  assert.deepEqual(gone(restoredAt + hour), [])
  assert.deepEqual(gone(restoredAt + 8 * day - 1), [])
  assert.deepEqual(gone(restoredAt + 8 * day + 1), [...before].reverse())
})

test('an archive on which a minute stands stays, and so does what was made after it', () => {
  const keep = { days: 1, weeks: 0, months: 0 }
  const now = china('2026-11-20T12:00:00')
  const names = [1, 2, 3, 4].map((days) => archiveName(now - days * day))
  const oldestMinute = now - 2 * day - hour
  assert.deepEqual(expired(names, keep, now, { store: undefined, oldestMinute }), names.slice(3))
  assert.deepEqual(expired(names, keep, now, { store: undefined }), names.slice(1))
})

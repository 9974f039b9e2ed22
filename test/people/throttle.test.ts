import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNetworkThrottle, createThrottle } from '../../server/edge/throttle.ts'

const minute = 60_000
const clock = () => {
  let time = Date.UTC(2026, 0, 1)
  return { now: () => time, pass: (ms: number) => void (time += ms) }
}

test('a key waits until its oldest attempt has left the window', () => {
  const { now, pass } = clock()
  const throttle = createThrottle(2, 10 * minute, now)
  throttle.count('a')
  pass(minute)
  throttle.count('a')
  assert.equal(throttle.secondsToWait('a'), 9 * 60)
  assert.equal(throttle.secondsToWait('b'), 0)
  pass(9 * minute)
  assert.equal(throttle.secondsToWait('a'), 0)
})

test('a clock that was a day ahead makes nobody wait longer than the window', () => {
  const { now, pass } = clock()
  const throttle = createThrottle(2, 10 * minute, now)
  throttle.count('a')
  throttle.count('a')
  pass(-24 * 60 * minute)
  assert.equal(throttle.secondsToWait('a'), 10 * 60)
  pass(10 * minute)
  assert.equal(throttle.secondsToWait('a'), 0, 'the wait runs down')
})

test('a client with many addresses is counted by their networks', () => {
  const { now } = clock()
  const throttle = createNetworkThrottle({ address: 2, '/24': 4, '/64': 2, '/56': 4, '/48': 8 }, minute, now)
  const tries = (addressOf: (n: number) => string): number => {
    let n = 0
    while (n < 100 && throttle.secondsToWait(addressOf(n)) === 0) throttle.count(addressOf(n++))
    return n
  }
  assert.equal(
    tries(() => '2001:db8:1:1:0:0:0:1'),
    2,
    'one address',
  )
  assert.equal(
    tries((n) => `2001:db8:2:1:0:0:0:${n.toString(16)}`),
    2,
    'many addresses of one household',
  )
  assert.equal(
    tries((n) => `2001:db8:3:${n.toString(16)}:0:0:0:1`),
    4,
    'many households of one /56',
  )
  assert.equal(
    tries((n) => `2001:db8:4:${(n * 256).toString(16)}:0:0:0:1`),
    8,
    'many /56 of one /48',
  )
  assert.equal(
    tries((n) => `203.0.113.${n}`),
    4,
    'many addresses of one IPv4 network',
  )
  assert.equal(throttle.secondsToWait('198.51.100.1'), 0, 'nobody else waits')
})

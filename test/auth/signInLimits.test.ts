import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignInLimits, type Tried } from '../../server/auth/signInLimits.ts'

const minute = 60_000
const limitsAt = (start = Date.UTC(2026, 0, 1)) => {
  let time = start
  return { limits: createSignInLimits(() => time, true), pass: (ms: number) => void (time += ms) }
}
/** How often it fails before it has to wait. */
const failures = (next: (n: number) => Tried): number => {
  let n = 0
  for (; n < 200 && next(n).wait() === 0; n++) next(n).failed()
  return n
}

test('strangers have five failures for one account, wherever they are, and twenty to eighty by network', () => {
  const { limits } = limitsAt()
  assert.equal(failures((n) => limits.stranger('admin', `198.${n}.100.7`)), 5)
  assert.equal(failures((n) => limits.stranger(`a${n}`, '203.0.113.7')), 20)
  assert.equal(failures((n) => limits.stranger(`b${n}`, `192.0.2.${n}`)), 80)
  assert.equal(failures((n) => limits.stranger(`c${n}`, `2001:db8:1:1:0:0:0:${n}`)), 20)
  assert.equal(failures((n) => limits.stranger(`d${n}`, `2001:db8:2:${n}:0:0:0:1`)), 40)
  assert.equal(failures((n) => limits.stranger(`e${n}`, `2001:db8:3:${n}00:0:0:0:1`)), 80)
})

test('a device’s failures and a stranger’s are counted apart, and over after fifteen minutes', () => {
  const { limits, pass } = limitsAt()
  assert.equal(failures(() => limits.stranger('admin', '192.0.2.1')), 5)
  assert.equal(failures(() => limits.device('one')), 5)
  assert.equal(limits.device('two').wait(), 0)
  assert.equal(limits.device('one').wait(), 15 * 60)
  pass(15 * minute)
  assert.equal(limits.device('one').wait(), 0)
  assert.equal(limits.stranger('admin', '192.0.2.1').wait(), 0)
})

test('a stranger’s success forgets the failures for the account, not those of the network', () => {
  const { limits } = limitsAt()
  failures(() => limits.stranger('admin', '192.0.2.1'))
  limits.stranger('admin', '192.0.2.1').succeeded()
  assert.equal(limits.stranger('admin', '192.0.2.1').wait(), 0)
  assert.equal(failures((n) => limits.stranger(`a${n}`, '192.0.2.1')), 15)
})

test('a password that the keeper has set opens the account to strangers for fifteen minutes, their networks excepted', () => {
  const { limits, pass } = limitsAt()
  failures(() => limits.stranger('admin', '192.0.2.1'))
  limits.passwordSet('admin')
  assert.equal(failures((n) => limits.stranger('admin', `198.${n}.100.7`)), 200)
  assert.equal(failures(() => limits.stranger('admin', '203.0.113.7')), 20)
  pass(15 * minute)
  assert.equal(failures(() => limits.stranger('admin', '203.1.113.7')), 5)
})

test('a name of any length is counted, and counts for no account', () => {
  const { limits } = limitsAt()
  assert.equal(failures(() => limits.stranger('a'.repeat(1_000_000), '192.0.2.1')), 5)
  assert.equal(limits.stranger('a'.repeat(50), '192.0.2.2').wait(), 0)
})

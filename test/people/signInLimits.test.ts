import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Attempts, createSignInLimits } from '../../server/people/signInLimits.ts'

const minute = 60_000
const limitsAt = (start = Date.UTC(2026, 0, 1)) => {
  let time = start
  return { limits: createSignInLimits(() => time, true), pass: (ms: number) => void (time += ms) }
}
/** How many failures are allowed before a wait. */
const failures = (next: (n: number) => Attempts): number => {
  let n = 0
  for (; n < 200 && next(n).secondsToWait() === 0; n++) next(n).failed()
  return n
}

test('unknown devices have five failures per account, from anywhere, and twenty to eighty per network', () => {
  const { limits } = limitsAt()
  assert.equal(
    failures((n) => limits.unknownDevice('admin', `198.${n}.100.7`)),
    5,
  )
  assert.equal(
    failures((n) => limits.unknownDevice(`a${n}`, '203.0.113.7')),
    20,
  )
  assert.equal(
    failures((n) => limits.unknownDevice(`b${n}`, `192.0.2.${n}`)),
    80,
  )
  assert.equal(
    failures((n) => limits.unknownDevice(`c${n}`, `2001:db8:1:1:0:0:0:${n}`)),
    20,
  )
  assert.equal(
    failures((n) => limits.unknownDevice(`d${n}`, `2001:db8:2:${n}:0:0:0:1`)),
    40,
  )
  assert.equal(
    failures((n) => limits.unknownDevice(`e${n}`, `2001:db8:3:${n}00:0:0:0:1`)),
    80,
  )
})

test('the failures of a name are counted together, however it is written', () => {
  const { limits } = limitsAt()
  const written = ['José', 'JOSÉ', 'Jose\u0301', 'Ｊｏｓé', 'jOsé']
  assert.equal(
    failures((n) => limits.unknownDevice(written[n % 5] ?? '', `198.${n}.100.7`)),
    5,
  )
  limits.passwordReset('José')
  assert.equal(limits.wasReset('JOSÉ'), true)
})

test('failures of a known device and of unknown ones are counted separately, for fifteen minutes', () => {
  const { limits, pass } = limitsAt()
  assert.equal(
    failures(() => limits.unknownDevice('admin', '192.0.2.1')),
    5,
  )
  assert.equal(
    failures(() => limits.device('one')),
    5,
  )
  assert.equal(limits.device('two').secondsToWait(), 0)
  assert.equal(limits.device('one').secondsToWait(), 15 * 60)
  pass(15 * minute)
  assert.equal(limits.device('one').secondsToWait(), 0)
  assert.equal(limits.unknownDevice('admin', '192.0.2.1').secondsToWait(), 0)
})

test('a success on an unknown device resets the count of the account, not that of the network', () => {
  const { limits } = limitsAt()
  failures(() => limits.unknownDevice('admin', '192.0.2.1'))
  limits.unknownDevice('admin', '192.0.2.1').succeeded()
  assert.equal(limits.unknownDevice('admin', '192.0.2.1').secondsToWait(), 0)
  assert.equal(
    failures((n) => limits.unknownDevice(`a${n}`, '192.0.2.1')),
    15,
  )
})

test('a password set by the operator lets unknown devices try for fifteen minutes, within the limits per network', () => {
  const { limits, pass } = limitsAt()
  failures(() => limits.unknownDevice('admin', '192.0.2.1'))
  limits.passwordReset('admin')
  assert.equal(
    failures((n) => limits.unknownDevice('admin', `198.${n}.100.7`)),
    200,
  )
  assert.equal(
    failures(() => limits.unknownDevice('admin', '203.0.113.7')),
    20,
  )
  pass(15 * minute)
  assert.equal(
    failures(() => limits.unknownDevice('admin', '203.1.113.7')),
    5,
  )
})

test('a name of any length is counted without affecting other accounts', () => {
  const { limits } = limitsAt()
  assert.equal(
    failures(() => limits.unknownDevice('a'.repeat(1_000_000), '192.0.2.1')),
    5,
  )
  assert.equal(limits.unknownDevice('a'.repeat(50), '192.0.2.2').secondsToWait(), 0)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trustedProxies } from '../../server/edge/trustedProxies.ts'

const trusts = (setting: string, peer: string | undefined): boolean | undefined => trustedProxies(setting)?.(peer)

test('0 trusts nobody', () => {
  for (const peer of ['127.0.0.1', '::1', '10.0.0.1', undefined, '']) assert.equal(trusts('0', peer), false, peer)
})

test('1 trusts connections from this machine and private networks', () => {
  const near = [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.7.7',
    '::ffff:192.168.7.7',
    '169.254.1.1',
    'fc00::1',
    'fdff::1',
    'fe80::1%eth0',
  ]
  const far = [
    '203.0.113.7',
    '172.15.255.255',
    '172.32.0.1',
    '192.169.0.1',
    '11.0.0.1',
    '126.255.255.255',
    '2001:db8::1',
    '::ffff:203.0.113.7',
    'fec0::1',
    '::2',
    '100.64.0.1',
    undefined,
    '',
  ]
  for (const peer of near) assert.equal(trusts('1', peer), true, peer)
  for (const peer of far) assert.equal(trusts('1', peer), false, peer)
})

test('a list trusts only its addresses and networks', () => {
  const setting = '203.0.113.7, 198.51.100.0/24,2001:db8:1::/48,2001:db8:2::5'
  for (const peer of ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.200', '2001:db8:1:ffff::1', '2001:db8:2::5']) {
    assert.equal(trusts(setting, peer), true, peer)
  }
  for (const peer of [
    '203.0.113.8',
    '198.51.101.1',
    '2001:db8:3::1',
    '2001:db8:2::6',
    '127.0.0.1',
    '10.0.0.1',
    '::1',
  ]) {
    assert.equal(trusts(setting, peer), false, peer)
  }
})

test('the cached result is for one peer only', () => {
  const one = trustedProxies('1')
  for (const [peer, trusted] of [
    ['127.0.0.1', true],
    ['127.0.0.1', true],
    ['203.0.113.7', false],
    ['203.0.113.7', false],
    ['127.0.0.1', true],
  ] as const)
    assert.equal(one?.(peer), trusted)
})

test('an entry that is neither an address nor a network is invalid', () => {
  for (const setting of [
    'yes',
    '2',
    '',
    ',',
    '10.0.0.0/33',
    '10.0.0/8',
    '::1/129',
    '10.0.0.1/',
    '10.0.0.1/x',
    '10.0.0.1,',
    'fe80::1%eth0',
    'localhost',
    '10.0.0.1 10.0.0.2',
    '10.0.0.0/8/8',
  ]) {
    assert.equal(trustedProxies(setting), undefined, setting)
  }
})

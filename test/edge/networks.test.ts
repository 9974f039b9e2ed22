import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalAddress, networksOf } from '../../server/edge/networks.ts'

const networks = (address: string): string[] =>
  networksOf(canonicalAddress(address)).map(({ size, key }) => `${size} ${key}`)

test('an IPv4 address counts itself and in its /24, in either notation', () => {
  const expected = ['address 203.0.113.7', '/24 203.0.113.0/24']
  for (const text of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '::FFFF:203.0.113.7']) {
    assert.deepEqual(networks(text), expected)
  }
})

test('an IPv6 address counts in its /64, /56 and /48, in any notation', () => {
  const expected = ['/64 2001:db8:1:2a3::/64', '/56 2001:db8:1:200::/56', '/48 2001:db8:1::/48']
  for (const text of ['2001:db8:1:2a3:3:4:5:6', '2001:0db8:0001:02a3::1', '2001:DB8:1:2a3::'])
    assert.deepEqual(networks(text), expected)
  assert.deepEqual(networks('fe80::1%eth0'), ['/64 fe80:0:0:0::/64', '/56 fe80:0:0:0::/56', '/48 fe80:0:0::/48'])
  assert.notDeepEqual(networks('2001:db8:1:2a4::1')[0], expected[0])
  assert.equal(networks('2001:db8:1:2a4::1')[1], expected[1])
  assert.notEqual(networks('2001:db8:1:3a4::1')[1], expected[1])
  assert.equal(networks('2001:db8:1:3a4::1')[2], expected[2])
})

test('a client without an address counts as a network of its own', () => {
  assert.deepEqual(networks('unknown'), ['address unknown'])
})

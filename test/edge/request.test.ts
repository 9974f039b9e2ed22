import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { clientAddress, isLocal, requestScheme } from '../../server/edge/request.ts'

const nobody = (): boolean => false
const everybody = (): boolean => true
const request = (remoteAddress: string | undefined, headers: Record<string, string> = {}): IncomingMessage =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage
const plain = (address: string | undefined): string => clientAddress(request(address), nobody)
const forwarded = (header: string): string =>
  clientAddress(request('127.0.0.1', { 'x-forwarded-for': header }), everybody)

test('an IPv4 address is itself, also when mapped to IPv6', () => {
  assert.equal(plain('203.0.113.7'), '203.0.113.7')
  assert.equal(plain('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(plain('::ffff:cb00:7107'), '203.0.113.7')
  assert.equal(plain('::FFFF:203.0.113.7'), '203.0.113.7')
})

test('an IPv6 address has one canonical form', () => {
  assert.equal(plain('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2:3:4:5:6')
  assert.equal(plain('2001:0db8:0001:0002::1'), '2001:db8:1:2:0:0:0:1')
  assert.equal(plain('2001:DB8:1:2::'), '2001:db8:1:2:0:0:0:0')
  assert.equal(plain('::1'), '0:0:0:0:0:0:0:1')
  assert.equal(plain('fe80::1%eth0'), 'fe80:0:0:0:0:0:0:1')
  assert.equal(plain('64:ff9b::203.0.113.7'), '64:ff9b:0:0:0:0:cb00:7107')
})

test('a program of this machine asks from loopback or from the address that it asks, and no proxy asks for it', () => {
  const asks = (remoteAddress: string, localAddress: string, headers = {}): boolean =>
    isLocal({ headers, socket: { remoteAddress, localAddress } } as unknown as IncomingMessage)
  for (const [from, to] of [
    ['127.0.0.1', '127.0.0.5'],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1'],
    ['::1', '::1'],
    ['10.0.0.3', '10.0.0.3'],
  ] as const)
    assert.ok(asks(from, to), from)
  assert.ok(!asks('10.0.0.2', '10.0.0.3'))
  assert.ok(!asks('10.0.0.3', '10.0.0.3', { 'x-forwarded-for': '203.0.113.7' }))
})

test('a closed socket has no address', () => {
  assert.equal(plain(undefined), 'unknown')
})

test('X-Forwarded-For counts only where the proxy is trusted, and only its last entry', () => {
  assert.equal(clientAddress(request('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }), nobody), '127.0.0.1')
  assert.equal(forwarded('203.0.113.7'), '203.0.113.7')
  assert.equal(forwarded('9.9.9.9,203.0.113.7 '), '203.0.113.7')
  assert.equal(forwarded('9.9.9.9, 8.8.8.8, 203.0.113.7'), '203.0.113.7')
  assert.equal(forwarded('9.9.9.9, 2001:db8:1:2::9'), '2001:db8:1:2:0:0:0:9')
  assert.equal(forwarded('203.0.113.7:5000'), '203.0.113.7')
  assert.equal(forwarded('[2001:db8:1:2::9]:5000'), '2001:db8:1:2:0:0:0:9')
  assert.equal(forwarded('[2001:db8:1:2::9]'), '2001:db8:1:2:0:0:0:9')
})

test('an invalid address in it is ignored', () => {
  for (const header of ['', 'unknown', 'evil', '203.0.113.7, ', '203.0.113.7, nobody', '1.2.3', '<script>']) {
    assert.equal(forwarded(header), '127.0.0.1', header)
  }
})

test('the scheme is https when a trusted proxy says so last', () => {
  const scheme = (header: string, trust: boolean): string =>
    requestScheme(request('127.0.0.1', { 'x-forwarded-proto': header }), trust ? everybody : nobody)
  assert.equal(scheme('https', true), 'https')
  assert.equal(scheme('http, HTTPS', true), 'https')
  assert.equal(scheme('https, http', true), 'http')
  assert.equal(scheme('https', false), 'http')
  assert.equal(requestScheme(request('127.0.0.1'), everybody), 'http')
})

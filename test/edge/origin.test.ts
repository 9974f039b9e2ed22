import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { isCrossSite } from '../../server/edge/origin.ts'

const refused = (
  headers: Record<string, string>,
  scheme: 'http' | 'https' = 'http',
  siteOrigin = 'https://www.example.com',
): boolean => isCrossSite({ headers } as unknown as IncomingMessage, { siteOrigin, scheme })

test('a program, which sends none of the headers, is accepted', () => {
  assert.equal(refused({}), false)
  assert.equal(refused({ host: 'anything' }), false)
})

test("an origin is accepted when it is the site's or the requested one", () => {
  assert.equal(refused({ origin: 'https://www.example.com', host: 'inside:8080' }), false)
  assert.equal(refused({ origin: 'HTTPS://WWW.example.com' }), false)
  assert.equal(refused({ origin: 'http://inside:8080', host: 'Inside:8080' }), false)
  assert.equal(refused({ origin: 'https://inside', host: 'inside' }, 'https'), false)
})

test('any other origin is refused, however similar', () => {
  const others = [
    'null',
    '',
    'http://www.example.com',
    'https://www.example.com:8443',
    'https://example.com',
    'https://www.example.com.evil.example',
    'https://evil.example/?https://www.example.com',
    'https://www.example.com, https://evil.example',
    'https://inside',
    'http://inside',
    'file://',
  ]
  for (const origin of others) assert.equal(refused({ origin, host: 'inside:8080' }), true, origin)
  assert.equal(refused({ origin: 'http://undefined' }), true)
  assert.equal(refused({ origin: 'http://inside', host: 'inside' }, 'https'), true)
})

test('Sec-Fetch-Site must be same-origin or none, with any origin', () => {
  const origin = 'https://www.example.com'
  for (const site of ['same-origin', 'none']) assert.equal(refused({ origin, 'sec-fetch-site': site }), false)
  for (const site of ['cross-site', 'same-site', '', 'same-origin, cross-site', 'Same-Origin']) {
    assert.equal(refused({ origin, 'sec-fetch-site': site }), true, site)
    assert.equal(refused({ 'sec-fetch-site': site }), true, site)
  }
  assert.equal(refused({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }), true)
})

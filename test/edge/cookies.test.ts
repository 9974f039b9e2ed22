import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepCookies, readCookie } from '../../server/edge/cookies.ts'

test('a cookie is found by its full name, and the first one counts', () => {
  assert.equal(readCookie('item_token=abc', 'item_token'), 'abc')
  assert.equal(readCookie('a=1; item_token=abc; item_token=def', 'item_token'), 'abc')
  assert.equal(readCookie('a=1;item_token = abc ;b=2', 'item_token'), 'abc')
  assert.equal(readCookie('item_token="abc"', 'item_token'), 'abc')
  assert.equal(readCookie('item_token=a=b', 'item_token'), 'a=b')
  assert.equal(readCookie('item_token=', 'item_token'), '')
  for (const header of [
    undefined,
    '',
    ';',
    'item_token',
    'xitem_token=abc',
    'item_tokenx=abc',
    'x="item_token=abc"',
    'ITEM_TOKEN=abc',
  ]) {
    assert.equal(readCookie(header, 'item_token'), undefined, header)
  }
})

test('the session cookie is hidden from scripts, the marker cookie is readable', () => {
  assert.deepEqual(keepCookies('abc', { https: false, lifetimeSeconds: undefined }), [
    'item_token=abc; HttpOnly; Path=/; SameSite=Lax',
    'item_in=1; Path=/; SameSite=Lax',
  ])
  assert.deepEqual(keepCookies('abc', { https: true, lifetimeSeconds: 60.9 }), [
    'item_token=abc; HttpOnly; Path=/; SameSite=Lax; Secure; Max-Age=60',
    'item_in=1; Path=/; SameSite=Lax; Secure; Max-Age=60',
  ])
})

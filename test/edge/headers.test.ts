import assert from 'node:assert/strict'
import { test } from 'node:test'
import { securityHeaders, withPolicy } from '../../server/edge/headers.ts'
import { requestPath } from '../../server/edge/request.ts'

const named = (flat: readonly string[]): Map<string, string> =>
  new Map(Array.from({ length: flat.length / 2 }, (_, n) => [flat[2 * n] ?? '', flat[2 * n + 1] ?? '']))

test('the policy allows only our own scripts', () => {
  const policy = named(securityHeaders({ https: false, tiles: '' })).get('Content-Security-Policy') ?? ''
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]))
  assert.equal(rules.get('default-src'), "'none'")
  assert.equal(rules.get('script-src'), "'self'")
  assert.equal(rules.get('style-src'), "'self'")
  assert.equal(rules.get('object-src'), "'none'")
  assert.equal(rules.get('base-uri'), "'none'")
  assert.equal(rules.get('frame-ancestors'), "'self'")
  assert.doesNotMatch(policy, /unsafe|\*/)
})

test('HSTS is sent only with https', () => {
  assert.equal(named(securityHeaders({ https: true, tiles: '' })).get('Strict-Transport-Security'), 'max-age=31536000')
  assert.equal(named(securityHeaders({ https: false, tiles: '' })).has('Strict-Transport-Security'), false)
})

test('the policy names the origin of a map over plain http; https is allowed already', () => {
  const usual = "'self' https: data: blob:"
  const images = (tiles: string): string =>
    / img-src ([^;]*)/.exec(securityHeaders({ https: false, tiles }).join(' '))?.[1] ?? ''
  const named: Record<string, string> = {
    'http://tiles.example/{z}/{x}/{y}.png': 'http://tiles.example',
    'HTTP://Tiles.Example:8080/{z}?x={x}': 'http://tiles.example:8080',
    'http://127.0.0.1:5000/{z}/{x}/{y}': 'http://127.0.0.1:5000',
    'http://localhost/{x}': 'http://localhost',
    'http://{s}.tiles.example/{z}': 'http://*.tiles.example',
    'http://t{s}.maps.tiles.example:81/{z}': 'http://*.maps.tiles.example:81',
    'http://a.{s}.b.{x}.tiles.example/': 'http://*.tiles.example',
  }
  for (const [tiles, origin] of Object.entries(named)) assert.equal(images(tiles), `${usual} ${origin}`, tiles)
  const left = [
    'https://tiles.example/{x}',
    'https://{s}.tiles.example/{x}',
    '',
    '/media/{x}.png',
    'http://',
    'http://{s}',
    'http://{s}/x',
    'http://{s}:80/x',
    'ftp://tiles.example/{x}',
    "http://x;script-src 'unsafe-inline'/",
    'http://x; default-src */',
    'http://x https://evil.example/',
    'http://*/x',
    'http://*.example/x',
    'http://user@tiles.example/',
    'http://x,y/',
    "http://x'/",
    'http://x\n/',
  ]
  for (const tiles of left) assert.equal(images(tiles), usual, tiles)
})

test('another policy keeps the other headers, and the lists are immutable', () => {
  const usual = securityHeaders({ https: true, tiles: '' })
  const other = named(withPolicy(usual, 'sandbox'))
  assert.equal(other.get('Content-Security-Policy'), 'sandbox')
  assert.deepEqual([...other.keys()], [...named(usual).keys()])
  assert.equal(other.get('X-Content-Type-Options'), 'nosniff')
  assert.ok(Object.isFrozen(usual))
})

test('the path of a request excludes query and host', () => {
  const cases: Record<string, string> = {
    '/': '/',
    '/a/b?c=/d': '/a/b',
    '/?x': '/',
    '': '/',
    '*': '*',
    '//evil/a?b': '//evil/a',
    'http://host/a?b': '/a',
    'HTTPS://host:1/a': '/a',
    'http://host': '/',
    'http://host?x': '/',
    '/a#b': '/a#b',
    '?x': '/',
  }
  for (const [url, path] of Object.entries(cases)) assert.equal(requestPath(url), path, url)
  assert.equal(requestPath(undefined), '/')
})

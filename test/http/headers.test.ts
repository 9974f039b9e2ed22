import assert from 'node:assert/strict'
import { test } from 'node:test'
import { securityHeaders, withPolicy } from '../../server/http/headers.ts'
import { requestPath } from '../../server/http/requestPath.ts'

const named = (flat: readonly string[]): Map<string, string> =>
  new Map(Array.from({ length: flat.length / 2 }, (_, n) => [flat[2 * n] ?? '', flat[2 * n + 1] ?? '']))

test('nothing runs but our own files', () => {
  const policy = named(securityHeaders({ https: false })).get('Content-Security-Policy') ?? ''
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]))
  assert.equal(rules.get('default-src'), "'none'")
  assert.equal(rules.get('script-src'), "'self'")
  assert.equal(rules.get('style-src'), "'self'")
  assert.equal(rules.get('object-src'), "'none'")
  assert.equal(rules.get('base-uri'), "'none'")
  assert.equal(rules.get('frame-ancestors'), "'self'")
  assert.doesNotMatch(policy, /unsafe|\*/)
})

test('https is insisted on only where there is https', () => {
  assert.equal(named(securityHeaders({ https: true })).get('Strict-Transport-Security'), 'max-age=31536000')
  assert.equal(named(securityHeaders({ https: false })).has('Strict-Transport-Security'), false)
})

test('a map over plain http is let in by name; one over https is in already', () => {
  const images = (tilesOrigin: string): string => / img-src ([^;]*)/.exec(securityHeaders({ https: false, tilesOrigin }).join(' '))?.[1] ?? ''
  assert.equal(images('http://tiles.example'), "'self' https: data: blob: http://tiles.example")
  assert.equal(images('https://tiles.example'), "'self' https: data: blob:")
})

test('another policy leaves the other headers as they are, and none can be changed by accident', () => {
  const usual = securityHeaders({ https: true })
  const other = named(withPolicy(usual, 'sandbox'))
  assert.equal(other.get('Content-Security-Policy'), 'sandbox')
  assert.deepEqual([...other.keys()], [...named(usual).keys()])
  assert.equal(other.get('X-Content-Type-Options'), 'nosniff')
  assert.ok(Object.isFrozen(usual))
})

test('the path of a request is without query and host', () => {
  const cases: Record<string, string> = {
    '/': '/', '/a/b?c=/d': '/a/b', '/?x': '/', '': '/', '*': '*', '//evil/a?b': '//evil/a',
    'http://host/a?b': '/a', 'HTTPS://host:1/a': '/a', 'http://host': '/', 'http://host?x': '/', '/a#b': '/a#b', '?x': '/',
  }
  for (const [url, path] of Object.entries(cases)) assert.equal(requestPath(url), path, url)
  assert.equal(requestPath(undefined), '/')
})

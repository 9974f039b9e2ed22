import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Call } from '../../contract/callRow.ts'
import { calls } from '../../contract/calls.ts'
import { answerOf, startServer } from '../server.ts'

const server = await startServer({ after }, { env: { RATE_LIMIT: 'off' } })

test('every call of the contract answers on its path, and all but five are POST', async () => {
  for (const [name, { path, method, who, upload }] of Object.entries<Call>(calls)) {
    const answer = await answerOf(
      fetch(server.url + path, {
        method,
        body: method === 'GET' ? null : '{',
        headers: { 'Content-Type': 'application/json' },
      }),
    )
    const refusal = upload ? 415 : 400
    assert.equal(answer.code, who === 'everyone' ? refusal : 401, name)
  }
  const others = Object.values(calls)
    .filter(({ method }) => method !== 'POST')
    .map(({ path }) => path)
  assert.deepEqual(others, [
    '/v1/record/export',
    '/v1/site/export',
    '/v1/inquiry/file',
    '/service-basics-item/item/item',
    '/v1/media/film/chunk',
  ])
})

test('staff calls need a login, and calls that change something are refused from other sites', async () => {
  const headers = await server.signIn()
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: server.url, 'Sec-Fetch-Site': 'cross-site' },
  ]
  for (const [name, row] of Object.entries(calls)) {
    if (!('changes' in row)) continue
    for (const from of foreign) {
      const answer = await answerOf(
        fetch(server.url + row.path, {
          method: row.method,
          body: '{}',
          headers: { 'Content-Type': 'application/json', ...headers, ...from },
        }),
      )
      assert.deepEqual([answer.status, answer.code], [403, 403], `${name} ${JSON.stringify(from)}`)
    }
  }
  assert.equal(
    (await server.post('/v1/indexLogin/userInfo', {}, { headers })).code,
    200,
    'the refused logout ended nothing',
  )
})

test('every reply has the security headers', async () => {
  for (const [path, init] of [
    ['/', {}],
    ['/nowhere', {}],
    ['/healthz', {}],
    ['/v1/product/list', { method: 'POST' }],
    ['/v1/none', { method: 'POST' }],
    ['/uploads/x', {}],
  ] as const) {
    const { headers } = await fetch(server.url + path, init)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/, path)
    assert.match(policy, /frame-ancestors 'self'|sandbox/, path)
    assert.doesNotMatch(policy, /unsafe/, path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    for (const name of ['referrer-policy', 'permissions-policy']) assert.ok(headers.get(name), `${path} ${name}`)
    assert.equal(headers.get('x-powered-by'), null)
  }
})

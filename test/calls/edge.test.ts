import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { calls } from '../../contract/calls.ts'
import { admin, answerOf, startServer } from '../server.ts'

const server = await startServer({ after }, { env: { RATE_LIMIT: 'off' } })

test('every call of the contract answers on its path, and all but three are POST', async () => {
  for (const [name, { path, method, who }] of Object.entries(calls)) {
    const answer = await answerOf(
      fetch(server.url + path, {
        method,
        body: method === 'GET' ? null : '{',
        headers: { 'Content-Type': 'application/json' },
      }),
    )
    assert.equal(answer.code, who === 'everyone' ? 400 : 401, name)
  }
  const others = Object.values(calls)
    .filter(({ method }) => method !== 'POST')
    .map(({ path }) => path)
  assert.deepEqual(others, ['/v1/record/export', '/service-basics-item/item/item', '/v1/media/film/chunk'])
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

test('our own pages and programs are accepted', async (t) => {
  const server = await startServer(t, { env: { SITE_URL: 'https://www.example.com', RATE_LIMIT: 'off' } })
  for (const headers of [
    {},
    { Origin: 'https://www.example.com' },
    { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
  ]) {
    assert.equal(
      (await server.post('/v1/indexLogin/loginAuth', admin, { headers: headers as Record<string, string> })).code,
      200,
      JSON.stringify(headers),
    )
  }
})

test('unknown calls, broken bodies and wrong types are refused cleanly', async () => {
  const json = { 'Content-Type': 'application/json' }
  const list = '/v1/product/list'
  const sent: [string, RequestInit, number][] = [
    ['/v1/product/nothing', { body: '{}', headers: json }, 404],
    ['/v1/', { body: '{}', headers: json }, 404],
    ['/allianceRest/other', { body: '{}', headers: json }, 404],
    [`${list}/`, { body: '{}', headers: json }, 404],
    ['/v1/product/__proto__', { body: '{}', headers: json }, 404],
    [list, { body: '{"page":', headers: json }, 400],
    [list, { body: '[]', headers: json }, 400],
    [list, { body: 'null', headers: json }, 400],
    [list, { body: '"text"', headers: json }, 400],
    [list, { body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), headers: json }, 400],
    [list, { body: '{}', headers: { 'Content-Type': 'text/plain' } }, 415],
    [list, { body: '{}', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 415],
    [list, { body: `{"a":"${'x'.repeat(2 * 1_048_576)}"}`, headers: json }, 413],
    [list, { body: `{"__proto__":{"page":0},"constructor":1,"unknown":{"a":[1]}}`, headers: json }, 200],
    [list, {}, 200],
    [list, { body: '', headers: json }, 200],
    [list, { body: '{}', headers: { 'Content-Type': 'application/json; charset=UTF-8' } }, 200],
  ]
  for (const [path, init, code] of sent) {
    const response = await fetch(server.url + path, { method: 'POST', ...init })
    const text = await response.text()
    const reply = JSON.parse(text)
    assert.deepEqual([response.status, reply.code], [code, code], `${path} ${String(init.body).slice(0, 40)}`)
    assert.deepEqual(Object.keys(reply), ['code', 'msg', 'data'])
    assert.match(reply.msg, /[\u4e00-\u9fff]/)
    assert.doesNotMatch(text, /\.ts|\.mjs|at /)
  }
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

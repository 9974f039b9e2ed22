import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calls } from '../../contract/calls/calls.ts'
import type { Call } from '../../contract/calls/callRow.ts'
import { ask, connectTo, parseReply } from './edge.ts'
import { bearer, dispatch, sessions, typed } from './dispatch.ts'

const rows = Object.values(calls) as Call[]

describe('who may call', () => {
  const refusedAs = async (
    port: number,
    headers: Record<string, string>,
    path = '/v1/trash/list',
  ): Promise<[number, string, number]> => {
    const { status, msg, setCookie } = await ask(port, {
      path,
      headers,
      method: path.endsWith('/item/item') ? 'PUT' : 'POST',
    })
    return [status, msg, setCookie.length]
  }

  test('staff, by header or cookie; the cookie of an invalid token is cleared', async (t) => {
    const { port, handledCalls } = await dispatch(t)
    assert.deepEqual(await refusedAs(port, {}), [401, '请先登录', 0])
    assert.deepEqual(await refusedAs(port, { Cookie: 'other=1' }), [401, '请先登录', 0])
    assert.deepEqual(await refusedAs(port, { Cookie: 'item_token=' }), [401, '请先登录', 0])
    for (const headers of [
      bearer('nobody'),
      { Cookie: 'item_token=nobody' },
      { Cookie: 'item_in=1' },
      bearer('__proto__'),
    ]) {
      assert.deepEqual(await refusedAs(port, headers), [401, '请先登录', 2], JSON.stringify(headers))
    }
    assert.equal(handledCalls.length, 0)
    for (const headers of [
      bearer('editor'),
      { Cookie: 'a=b; item_token=editor' },
      { ...bearer('editor'), Cookie: 'item_token=nobody' },
    ]) {
      assert.deepEqual(await refusedAs(port, headers), [200, '成功', 0])
      assert.equal(handledCalls.at(-1)?.caller.signedIn, sessions.editor)
      assert.equal(handledCalls.at(-1)?.caller.token, 'editor')
    }
  })

  test('everyone may make public calls, also with an expired token', async (t) => {
    const { port, handledCalls } = await dispatch(t)
    assert.deepEqual(await refusedAs(port, { Cookie: 'item_token=nobody; item_in=1' }, '/v1/news/list'), [
      200,
      '成功',
      0,
    ])
    assert.equal(handledCalls[0]?.caller.signedIn, undefined)
    assert.equal(handledCalls[0]?.caller.token, 'nobody')
    await refusedAs(port, { Cookie: 'item_token=editor' }, '/v1/news/list')
    assert.equal(handledCalls[1]?.caller.signedIn, sessions.editor)
  })

  test("another site's page may read but change nothing, and open no address for staff", async (t) => {
    const { port, handledCalls } = await dispatch(t)
    const foreign = { Origin: 'https://evil.example', Cookie: 'item_token=admin' }
    for (const { path, method, who, changes } of rows) {
      const { status, msg } = await ask(port, { path, method, headers: foreign })
      if (changes || (method === 'GET' && who !== 'everyone'))
        assert.deepEqual([status, msg], [403, '不允许来自其他网站的请求'], path)
      else assert.notEqual(status, 403, path)
    }
    assert.ok(handledCalls.every(({ name }) => !('changes' in calls[name])))
    const own = { Origin: 'https://www.example.com', 'Sec-Fetch-Site': 'same-origin' }
    assert.equal((await ask(port, { path: '/item/user/logout', headers: own })).status, 200)
    assert.equal(
      (await ask(port, { path: '/item/user/logout', headers: { Origin: `http://127.0.0.1:${port}` } })).status,
      200,
    )
    assert.equal(
      (await ask(port, { path: '/item/user/logout', headers: { Origin: `https://127.0.0.1:${port}` } })).status,
      403,
    )
  })

  test('the address and the scheme come from the proxy only where it is trusted', async (t) => {
    const headers = { 'X-Forwarded-For': '9.9.9.9, 203.0.113.7', 'X-Forwarded-Proto': 'https' }
    for (const [trustProxy, address, status] of [
      [true, '203.0.113.7', 200],
      [false, '127.0.0.1', 403],
    ] as const) {
      const { port, handledCalls } = await dispatch(t, () => null, { trusts: () => trustProxy })
      await ask(port, { path: '/v1/news/list', headers })
      assert.equal(handledCalls[0]?.caller.address, address)
      assert.equal(
        (await ask(port, { path: '/item/user/logout', headers: { ...headers, Origin: `https://127.0.0.1:${port}` } }))
          .status,
        status,
      )
    }
  })
})

test('errors are checked in order: method, site, login, permission, size, type, form, field', async (t) => {
  const { port, handledCalls, logged } = await dispatch(t)
  const path = '/service-basics-item/item/item'
  interface Asked {
    method: string
    headers: Record<string, string>
    body: string | Buffer
  }
  let asked: Asked = { method: 'POST', headers: { Origin: 'null', 'Content-Type': 'text/plain' }, body: '[]' }
  const next = async (change: Partial<Asked> & { drop?: string }): Promise<[number, unknown]> => {
    const { drop, ...rest } = change
    asked = { ...asked, ...rest, headers: { ...asked.headers, ...rest.headers } }
    if (drop !== undefined) delete asked.headers[drop]
    const { status, data } = await ask(port, { path, ...asked })
    return [status, data]
  }
  assert.deepEqual(await next({}), [405, null])
  assert.deepEqual(await next({ method: 'PUT' }), [403, null])
  assert.deepEqual(await next({ drop: 'Origin' }), [401, null])
  assert.deepEqual(await next({ headers: bearer('editor') }), [403, null])
  assert.deepEqual(await next({ headers: bearer('admin') }), [415, null])
  assert.deepEqual(await next({ headers: typed, body: Buffer.alloc(3_000_000, 0x20) }), [413, null])
  assert.deepEqual(await next({ body: '{' }), [400, null])
  assert.deepEqual(await next({ body: '[]' }), [400, null])
  assert.deepEqual(await next({ body: '{"sysName":5}' }), [400, { field: 'sysName' }])
  assert.deepEqual(await next({ body: '{"sysName":"a"}' }), [400, { field: 'logo' }])
  assert.deepEqual(handledCalls, [])
  assert.deepEqual(await next({ body: '{"sysName":"a","logo":"/b"}' }), [200, null])
  assert.deepEqual(logged, [])
})

test('without a session a call is refused before its body is read', async (t) => {
  const { port } = await dispatch(t)
  for (const [path, type] of [
    ['/v1/news/saveNews', 'application/json'],
    ['/v1/file/upload', 'multipart/form-data; boundary=x'],
  ]) {
    const connection = await connectTo(t, port)
    connection.send(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 900000000\r\n\r\n`)
    const reply = parseReply(await connection.until(/}$/))
    assert.deepEqual([reply.status, reply.headers.connection], [401, 'close'])
  }
})

import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { limits } from '../../contract/calls/rules.ts'
import { readJson } from '../../server/edge/body.ts'
import { ClientDisconnected } from '../../server/failure.ts'
import type { Handle } from '../../server/edge/httpServer.ts'
import type { Replies } from '../../server/edge/reply.ts'
import { eventually } from '../eventually.ts'
import { ask, newBounds, connectTo, json, parseReply, sized, startEdge } from './edge.ts'

/** Replies with the fields of the body. */
const echo =
  (replies: Replies): Handle =>
  async (req, res) => {
    const body = await readJson(req, res, newBounds())
    replies.send(res, 200, {
      code: 200,
      msg: '',
      data: { names: Object.keys(body), size: JSON.stringify(body).length },
    })
  }
const typed = { 'Content-Type': 'application/json' }

describe('a JSON body', () => {
  test('is read completely, in one chunk or many', async (t) => {
    const { port } = await startEdge(t, echo)
    assert.deepEqual((await ask(port, json({ a: '筑', b: 1 }))).data, { names: ['a', 'b'], size: 15 })
    const bytes = Buffer.from('{"字":"筑站"}')
    const pieces = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
    assert.deepEqual((await ask(port, { headers: typed, body: pieces })).data, { names: ['字'], size: 10 })
    assert.equal((await ask(port, { headers: typed, body: '\uFEFF{}' })).status, 200)
  })

  test('that is empty is {}, with any content type', async (t) => {
    const { port } = await startEdge(t, echo)
    const empty = { names: [], size: 2 }
    assert.deepEqual((await ask(port, { headers: { 'Content-Length': '0' } })).data, empty)
    assert.deepEqual(
      (await ask(port, { headers: { 'Content-Length': '0', 'Content-Type': 'text/plain' } })).data,
      empty,
    )
    assert.deepEqual(
      (await ask(port, { headers: { 'Transfer-Encoding': 'chunked', 'Content-Type': 'text/plain' } })).data,
      empty,
    )
    assert.deepEqual((await ask(port, { headers: { 'Transfer-Encoding': 'chunked', ...typed } })).data, empty)
  })

  test('must have a JSON content type', async (t) => {
    const { port } = await startEdge(t, echo)
    const statusOf = async (type: string | undefined, more = {}): Promise<number> =>
      (await ask(port, { headers: { ...(type !== undefined && { 'Content-Type': type }), ...more }, body: '{}' }))
        .status
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/json;',
      'application/json ',
    ]) {
      assert.equal(await statusOf(type), 200, type)
    }
    for (const type of [
      'text/plain',
      'application/json; charset=gbk',
      'application/json; charset=utf-8; x=y',
      'application/jsonp',
      'application/x-www-form-urlencoded',
      '',
      undefined,
    ]) {
      assert.equal(await statusOf(type), 415, type)
      assert.equal(await statusOf(type, { 'Transfer-Encoding': 'chunked' }), 415, `${type}, chunked`)
    }
    assert.equal(await statusOf('application/json', { 'Content-Encoding': 'gzip' }), 415)
    assert.equal(await statusOf('application/json', { 'Content-Encoding': 'identity' }), 200)
  })

  test('that is not an object is refused with a message', async (t) => {
    const { port } = await startEdge(t, echo)
    for (const body of ['[]', '[{}]', '"text"', '7', 'null', 'true']) {
      const reply = await ask(port, { headers: typed, body })
      assert.deepEqual(
        [reply.status, reply.code, reply.msg, reply.data],
        [400, 400, '请求内容应为JSON对象', null],
        body,
      )
    }
    for (const body of ['{', '{"a":}', '{}x', ' ', "{'a':1}", '{"a":1,}']) {
      const reply = await ask(port, { headers: typed, body })
      assert.deepEqual([reply.status, reply.msg], [400, '请求内容不是有效的JSON'], body)
    }
  })

  test('that is not UTF-8 is refused', async (t) => {
    const { port } = await startEdge(t, echo)
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
      const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')])
      const reply = await ask(port, { headers: typed, body })
      assert.deepEqual([reply.status, reply.msg], [400, '请求内容不是有效的UTF-8文字'])
    }
  })

  test('may have 2 MiB and not a byte more, with or without Content-Length', async (t) => {
    const { port } = await startEdge(t, echo)
    const whole = Buffer.from(sized(limits.jsonBody))
    const more = Buffer.from(sized(limits.jsonBody + 1))
    assert.equal((await ask(port, { headers: typed, body: whole })).status, 200)
    assert.equal(
      (await ask(port, { headers: typed, body: [whole.subarray(0, 70_000), whole.subarray(70_000)] })).status,
      200,
    )
    assert.equal((await ask(port, { headers: typed, body: more })).status, 413)
    const reply = await ask(port, { headers: typed, body: [more.subarray(0, 70_000), more.subarray(70_000)] })
    assert.deepEqual([reply.status, reply.code, reply.headers.connection], [413, 413, 'close'])
  })

  test('may nest deeply; with more values than any call needs it is refused without parsing', async (t) => {
    const { port, logged } = await startEdge(t, (replies) => async (req, res) => {
      await readJson(req, res, newBounds()).then(
        (body) => res.end(Object.keys(body).join()),
        (error: unknown) => replies.fail(res, error),
      )
    })
    const read = async (body: string): Promise<string> => (await ask(port, { headers: typed, body })).text
    assert.equal(await read(`{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`), 'a')
    assert.equal(await read(`{"a":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`), 'a')
    assert.equal(await read(JSON.stringify({ a: '[{,\\"'.repeat(50_000) })), 'a', 'what is inside a text is no value')
    for (const body of ['['.repeat(500_000), `{${'"a":1,'.repeat(20_000)}"b":1}`, `[${'1,'.repeat(20_000)}1]`]) {
      assert.match(await read(body), /请求内容过于复杂/)
    }
    assert.deepEqual(logged, [])
  })

  test('with __proto__ changes no other object', async (t) => {
    const { port } = await startEdge(t, echo)
    assert.deepEqual((await ask(port, { headers: typed, body: '{"__proto__":{"polluted":1}}' })).data, {
      names: ['__proto__'],
      size: 28,
    })
    assert.equal('polluted' in {}, false)
  })

  test('is abandoned without a log entry when the client disconnects', async (t) => {
    let given: unknown
    let begun = false
    const { port, logged, served } = await startEdge(t, () => async (req, res) => {
      begun = true
      await readJson(req, res, newBounds()).catch((error: unknown) => {
        given = error
        throw error
      })
    })
    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      const connection = await connectTo(t, port)
      connection.send(
        'POST /x HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
      )
      await eventually(() => begun, 'the request is being read')
      connection.socket[leave]()
      await eventually(() => served.length > 0, 'the request is over')
      // Half a request is malformed, however the connection ended.
      assert.equal(served.pop()?.status, leave === 'destroy' ? 400 : 499)
      assert.ok(given instanceof ClientDisconnected)
      given = undefined
      begun = false
    }
    assert.deepEqual(logged, [])
  })
})

describe('Expect: 100-continue', () => {
  const head = (length: number): string =>
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`

  test('is answered with 100 Continue when the body will be read', async (t) => {
    const { port } = await startEdge(t, echo)
    const connection = await connectTo(t, port)
    connection.send(head(2))
    assert.equal(await connection.until(/\r\n\r\n/), 'HTTP/1.1 100 Continue\r\n\r\n')
    connection.send('{}')
    assert.match(await connection.until(/"size":2/), /HTTP\/1\.1 200 OK/)
  })

  test('is not continued when the body is refused, and the connection is closed', async (t) => {
    const { port } = await startEdge(t, echo)
    const connection = await connectTo(t, port)
    connection.send(head(limits.jsonBody + 1))
    const reply = parseReply(await connection.closed())
    assert.deepEqual([reply.status, reply.headers.connection], [413, 'close'])
  })

  test('with another value is 417', async (t) => {
    const { port } = await startEdge(t, echo)
    const reply = await ask(port, { headers: { ...typed, Expect: 'miracles' }, body: '{}' })
    assert.deepEqual([reply.status, reply.code], [417, 417])
    assert.ok(reply.headers['content-security-policy'])
  })
})

const drainedOrClosed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.once('drain', resolve).once('close', resolve))

describe('a response before the body has arrived', () => {
  const refuse =
    (replies: Replies): Handle =>
    (_req, res) =>
      replies.send(res, 401, { code: 401, msg: '请先登录', data: null })

  test('can be read by a client that is still sending', async (t) => {
    const { port, served } = await startEdge(t, refuse)
    const connection = await connectTo(t, port)
    const size = 20 * 1_048_576
    connection.send(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`)
    // All of it goes out before the answer is looked at, as a simple client would do.
    connection.socket.pause()
    for (let sent = 0; sent < size; sent += 65_536) {
      assert.equal(connection.socket.destroyed, false, `broken after ${sent} bytes`)
      if (!connection.socket.write(Buffer.alloc(65_536))) await drainedOrClosed(connection.socket)
    }
    connection.socket.resume()
    const reply = parseReply(await connection.closed())
    assert.deepEqual([reply.status, reply.headers.connection, reply.code], [401, 'close', 401])
    connection.socket.end()
    await eventually(() => served.length === 1, 'the connection is closed')
    assert.equal(served[0]?.status, 401)
  })

  test('closes the connection soon when the client stops sending', async (t) => {
    const { port, served } = await startEdge(t, refuse)
    const sending = await connectTo(t, port)
    const stopped = await connectTo(t, port)
    for (const [connection, path] of [
      [sending, '/sending'],
      [stopped, '/stopped'],
    ] as const) {
      connection.send(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc`)
      assert.equal(parseReply(await connection.until(/401.*}/s)).status, 401)
    }
    const timer = setInterval(() => sending.send('x'), 50)
    t.after(() => clearInterval(timer))
    await eventually(() => served.length === 1, 'one is closed')
    assert.equal(served[0]?.path, '/stopped')
  })

  test('does not discard the body for ever', async (t) => {
    const { port, served } = await startEdge(t, refuse)
    const connection = await connectTo(t, port)
    connection.send('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
    const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000), Buffer.from('\r\n')])
    let sent = 0
    while (!connection.socket.destroyed && sent < 200) {
      sent++
      if (!connection.socket.write(piece)) await drainedOrClosed(connection.socket)
    }
    assert.ok(sent < 60, `took ${sent} MiB`)
    await eventually(() => served.length === 1, 'the request is over')
  })

  test('keeps the connection after a small body', async (t) => {
    const { port } = await startEdge(t, refuse)
    const connection = await connectTo(t, port)
    const one = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello'
    connection.send(one + one)
    const came = await connection.until(/401.*401 Unauthorized.*}/s)
    assert.doesNotMatch(came, /Connection: close/)
  })
})

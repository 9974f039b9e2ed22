import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { readJson } from '../../server/edge/body.ts'
import type { Handle } from '../../server/edge/httpServer.ts'
import type { Replies } from '../../server/edge/reply.ts'
import { eventually } from '../eventually.ts'
import { ask, newBounds, connectTo, type HttpReply, json, parseReply, security, startEdge } from './edge.ts'

const hello =
  (replies: Replies): Handle =>
  (_req, res) =>
    replies.send(res, 200, { code: 200, msg: '好', data: null })
const echo =
  (replies: Replies): Handle =>
  async (req, res) =>
    replies.send(res, 200, { code: 200, msg: '', data: await readJson(req, res, newBounds()) })

function assertSecured(reply: HttpReply): void {
  for (let index = 0; index < security.length; index += 2) {
    assert.equal(reply.headers[String(security[index]).toLowerCase()], security[index + 1], security[index])
  }
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(Number(reply.headers['content-length']), reply.body.length)
  assert.equal(reply.code, reply.status)
}

describe('an incomplete request', () => {
  test('gets 408 and is closed, in the headers or in the body, while others are served', async (t) => {
    const { port, served, stop } = await startEdge(t, echo, { headersMs: 1_000, requestMs: 2_000 })
    const connections = await Promise.all([
      connectTo(t, port),
      connectTo(t, port),
      connectTo(t, port),
      connectTo(t, port),
    ])
    const [silent, headers, body, chunked] = connections
    headers?.send('POST / HTTP/1.1\r\nHost: a\r\n')
    body?.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n')
    chunked?.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n')
    const trickle = setInterval(() => {
      headers?.send('X: y\r\n')
      body?.send(' ')
      chunked?.send('1\r\n \r\n')
    }, 10)
    t.after(() => clearInterval(trickle))
    for (let n = 0; n < 10; n++) {
      assert.deepEqual((await ask(port, json({ n }))).data, { n })
      // Spread over the time in which the slow ones are still connected.
      await wait(20)
    }
    for (const connection of [silent, headers, body, chunked]) {
      const reply = parseReply(await (connection?.closed() ?? ''))
      assert.equal(reply.status, 408)
      assert.equal(reply.headers.connection, 'close')
      assertSecured(reply)
    }
    clearInterval(trickle)
    await eventually(() => served.filter(({ status }) => status === 408).length === 4, 'each is in the log once')
    await stop()
    assert.equal(served.length, 14)
  })

  test('gets 408 also as the second one on a connection', async (t) => {
    const { port } = await startEdge(t, hello, { headersMs: 100, requestMs: 10_000 })
    const connection = await connectTo(t, port)
    connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await connection.until(/200 OK.*}/s)
    connection.send('GET / HTTP/1.1\r\n')
    assert.match(await connection.closed(), /200 OK.*HTTP\/1\.1 408 /s)
  })
})

test('a client that does not read is disconnected', async (t) => {
  const { port, served } = await startEdge(t, () => (_req, res) => void res.end(Buffer.alloc(64 * 1_048_576)), {
    idleMs: 200,
  })
  const connection = await connectTo(t, port)
  connection.socket.pause()
  connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await eventually(() => served.length === 1, 'the server gave up')
})

test('a connection is kept for the next request, and closed when none arrives', async (t) => {
  const { port } = await startEdge(t, hello, { keepAliveMs: 300, checkMs: 10 })
  const connection = await connectTo(t, port)
  const startedAt = performance.now()
  for (let n = 1; n <= 4; n++) {
    connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await connection.until(new RegExp(`(}[^}]*){${n}}$`))
    await eventually(() => performance.now() - startedAt > n * 120, 'a good part of the time that it is kept is over')
  }
  await connection.closed()
  assert.ok(performance.now() - startedAt > 3 * 120 + 300)
})

describe('malformed data', () => {
  const cases: Record<string, [status: number, bytes: string]> = {
    'a line of noise': [400, 'hello there\r\n\r\n'],
    'a TLS greeting': [400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    'an unknown method': [400, 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n'],
    'a header without a colon': [400, 'GET / HTTP/1.1\r\nHost a\r\n\r\n'],
    'a space in a header name': [400, 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
    'no host': [400, 'GET / HTTP/1.1\r\n\r\n'],
    'two hosts': [400, 'GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n'],
    'two hosts, thousands of headers apart': [
      400,
      `GET / HTTP/1.1\r\nHost: a\r\n${'x:\r\n'.repeat(3_000)}Host: b\r\n\r\n`,
    ],
    'two hosts under HTTP/1.0': [400, 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\nConnection: keep-alive\r\n\r\n'],
    'two lengths': [400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    'a length and chunks': [
      400,
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    'a chunk of no number': [
      400,
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    'a header of 20 KB': [431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`],
    'a path of 20 KB': [431, `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  }
  for (const [name, [status, bytes]] of Object.entries(cases)) {
    test(`${name} is ${status}, with all headers of other replies`, async (t) => {
      const { port, logged, served } = await startEdge(t, echo)
      const connection = await connectTo(t, port)
      connection.send(Buffer.from(bytes, 'latin1'))
      // A bad request that can still be parsed leaves the connection open.
      const came = /^(no|two) host/.test(name) ? await connection.until(/}$/) : await connection.closed()
      assert.equal(came.match(/HTTP\/1\.1 /g)?.length, 1)
      const reply = parseReply(came)
      assert.equal(reply.status, status)
      assertSecured(reply)
      assert.deepEqual(logged, [])
      await eventually(() => served.length === 1, 'it is in the log')
      assert.equal(served[0]?.status, status)
    })
  }

  test('CONNECT closes its connection only; an upgrade is served as a plain request', async (t) => {
    const { port, logged } = await startEdge(t, hello)
    const tunnel = await connectTo(t, port)
    tunnel.send('CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n')
    await tunnel.closed()
    const connection = await connectTo(t, port)
    connection.send('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await connection.until(/200 OK.*}/s)
    assert.equal((await ask(port)).status, 200)
    assert.deepEqual(logged, [])
  })

  test('malformed data after a request does not damage the finished response', async (t) => {
    const { port } = await startEdge(t, hello)
    const connection = await connectTo(t, port)
    connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\nnoise noise\r\n\r\n')
    assert.match(await connection.closed(), /^HTTP\/1\.1 200 OK.*HTTP\/1\.1 400 Bad Request/s)
  })
})

test('malformed data during a response closes the connection without writing into the response', async (t) => {
  const { port } = await startEdge(t, () => (_req, res) => {
    res.writeHead(200, ['Content-Length', '100'])
    res.write('half')
  })
  const connection = await connectTo(t, port)
  connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await connection.until(/half$/)
  connection.send('noise noise\r\n\r\n')
  assert.match(await connection.closed(), /half$/)
})

test('malformed data before a response is rejected at once, and the late response is dropped', async (t) => {
  let answerLate = (): void => {}
  let calls = 0
  const { port, logged, served } = await startEdge(t, (replies) => async (_req, res) => {
    if (++calls === 1) await new Promise<void>((resolve) => (answerLate = resolve))
    replies.send(res, 200, { code: 200, msg: '', data: null })
  })
  const connection = await connectTo(t, port)
  connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\nnoise noise\r\n\r\n')
  assert.equal(parseReply(await connection.closed()).status, 400)
  await eventually(() => served.length === 1, 'the request is over')
  answerLate()
  assert.equal((await ask(port)).status, 200)
  assert.deepEqual(logged, [])
})

test('above the limit of connections the oldest idle one is closed, and the new one is served', async (t) => {
  let slow = 0
  const { port } = await startEdge(
    t,
    (replies) => (req, res) => {
      if (req.url === '/slow') slow++
      else replies.send(res, 200, { code: 200, msg: '', data: null })
    },
    {},
    { maxConnections: 3 },
  )
  const busy = await connectTo(t, port)
  busy.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await eventually(() => slow === 1, 'the first is handled')
  const idle = await connectTo(t, port)
  const other = await connectTo(t, port)
  other.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await other.until(/}$/)
  assert.equal((await ask(port)).status, 200)
  await idle.closed()
  for (const client of [busy, other]) assert.equal(client.socket.readableEnded, false)

  // When all are busy the oldest one is closed.
  for (let n = 0; n < 3; n++) {
    const client = await connectTo(t, port)
    client.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
    await eventually(() => slow === n + 2, 'it is handled')
  }
  await busy.closed()
  assert.equal((await ask(port)).status, 200)
})

test('an error thrown by a handler is answered and logged, without details in the reply', async (t) => {
  const { port, logged } = await startEdge(t, () => (req) => {
    if (req.url === '/now') throw new Error('secret detail')
    return Promise.reject(new Error('secret detail'))
  })
  for (const path of ['/now', '/later?token=x']) {
    const reply = await ask(port, { path })
    assert.equal(reply.status, 500)
    const [, incident] = /^服务器出错了，请稍后重试（编号：([0-9a-f]{8})）$/.exec(reply.msg) ?? []
    assert.ok(incident)
    assert.doesNotMatch(reply.text, /secret/)
    const entry = logged.pop()
    assert.match(entry?.message ?? '', new RegExp(`${incident}.*POST ${path.replace(/\?.*/, '')} `))
    assert.doesNotMatch(entry?.message ?? '', /token/)
    assert.match(String(entry?.cause), /secret detail/)
  }
})

test('an error after the first byte closes the connection, so that the response is not taken for complete', async (t) => {
  const { port, logged } = await startEdge(t, () => async (_req, res) => {
    res.writeHead(200, ['Content-Length', '100'])
    await new Promise((resolve) => res.write('half', resolve))
    throw new Error('broke')
  })
  await assert.rejects(ask(port), /aborted|hang up|ECONNRESET/)
  assert.equal(logged.length, 1)
})

test('the log has method, path without query, status, time and bytes of each request', async (t) => {
  const startedAt = performance.now()
  const { port, served } = await startEdge(t, hello)
  const connection = await connectTo(t, port)
  connection.send('GET /one?secret=1 HTTP/1.1\r\nHost: a\r\n\r\n')
  const first = await connection.until(/}$/)
  connection.send('HEAD /two HTTP/1.1\r\nHost: a\r\n\r\n')
  const both = await connection.until(/}HTTP.*\r\n\r\n$/s)
  await eventually(() => served.length === 2, 'both are in the log')
  assert.deepEqual(
    served.map(({ method, path, status, bytes }) => ({ method, path, status, bytes })),
    [
      { method: 'GET', path: '/one', status: 200, bytes: Buffer.byteLength(first) },
      { method: 'HEAD', path: '/two', status: 200, bytes: Buffer.byteLength(both) - Buffer.byteLength(first) },
    ],
  )
  const longest = performance.now() - startedAt
  assert.ok(served.every(({ ms }) => ms >= 0 && ms <= longest))
})

describe('stop', () => {
  test('finishes requests in progress, accepts no more, and closes their connections', async (t) => {
    let asked = (): void => {}
    let finish = (): void => {}
    const begun = new Promise<void>((resolve) => (asked = resolve))
    const { port, stop } = await startEdge(
      t,
      (replies) => async (_req, res) => {
        asked()
        await new Promise<void>((resolve) => (finish = resolve))
        replies.send(res, 200, { code: 200, msg: 'done', data: null })
      },
      { stopMs: 20_000, firstRequestMs: 200 },
    )
    const [silent, connection] = [await connectTo(t, port), await connectTo(t, port)]
    connection.send('POST / HTTP/1.1\r\nHost: a\r\n\r\n')
    await begun
    let over = false
    const stopped = stop().then(() => (over = true))
    await silent.closed()
    await assert.rejects(ask(port), /ECONNREFUSED/)
    assert.equal(over, false)
    finish()
    const reply = parseReply(await connection.closed())
    assert.deepEqual([reply.msg, reply.headers.connection], ['done', 'close'])
    await stopped
  })

  test('closes idle connections at once, and others after their response', async (t) => {
    let finish = (): void => {}
    const { port, stop } = await startEdge(
      t,
      () => (req, res) => {
        res.writeHead(200, ['Content-Length', '4'])
        res.write('ab')
        if (req.url === '/slow') finish = () => void res.end('cd')
        else res.end('cd')
      },
      { stopMs: 20_000 },
    )
    const [idle, slow] = [await connectTo(t, port), await connectTo(t, port)]
    idle.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await idle.until(/abcd/)
    slow.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
    await slow.until(/ab/)
    const stopped = stop()
    await idle.closed()
    finish()
    assert.match(await slow.closed(), /abcd$/)
    await stopped
  })

  test('answers a request that was on its way, on a new connection and on a used one', async (t) => {
    const { port, stop } = await startEdge(
      t,
      (replies) => (_req, res) => replies.send(res, 200, { code: 200, msg: 'done', data: null }),
    )
    const [fresh, used] = [await connectTo(t, port), await connectTo(t, port)]
    used.send('POST / HTTP/1.1\r\nHost: a\r\n\r\n')
    await used.until(/done/)
    const stopped = stop()
    for (const each of [fresh, used]) each.send('POST / HTTP/1.1\r\nHost: a\r\n\r\n')
    assert.match(await fresh.closed(), /Connection: close[^]*done/)
    assert.match(await used.closed(), /done[^]*Connection: close[^]*done/)
    await stopped
  })

  test('answers all that wait to be accepted, and until it listens no more none, whose client could come again', async (t) => {
    const again: Promise<unknown>[] = []
    const { port, stop } = await startEdge(t, (replies) => (_req, res) => {
      again.push(ask(port).catch(({ code }) => code))
      replies.send(res, 200, { code: 200, msg: 'done', data: null })
    })
    const replies = Array.from({ length: 6 }, () => ask(port))
    // The kernel has connected them before this thread accepts any.
    await new Promise((resolve) => process.nextTick(resolve))
    await stop()
    for (const { msg } of await Promise.all(replies)) assert.equal(msg, 'done')
    assert.deepEqual(await Promise.all(again), Array(6).fill('ECONNREFUSED'))
  })

  test('answers the first request of an accepted connection however late it comes, and closes what stays silent', async (t) => {
    const { port, stop } = await startEdge(
      t,
      (replies) => (_req, res) => replies.send(res, 200, { code: 200, msg: 'done', data: null }),
      { stopMs: 20_000, arrivalMs: 10, firstRequestMs: 2_000 },
    )
    const [silent, used, begun, late] = [
      await connectTo(t, port),
      await connectTo(t, port),
      await connectTo(t, port),
      await connectTo(t, port),
    ]
    used.send('POST / HTTP/1.1\r\nHost: a\r\n\r\n')
    await used.until(/done/)
    begun.send('POST / HTTP/1.1\r\n')
    const stopped = stop()
    // It has had its reply, and is closed first.
    await used.closed()
    late.send('POST / HTTP/1.1\r\nHost: a\r\n\r\n')
    begun.send('Host: a\r\n\r\n')
    for (const each of [late, begun]) assert.match(await each.closed(), /Connection: close[^]*done/)
    await silent.closed()
    await stopped
  })

  test('waits for a limited time', async (t) => {
    let handled = false
    const { port, stop, served } = await startEdge(t, () => () => void (handled = true), { stopMs: 100 })
    const connection = await connectTo(t, port)
    connection.send('POST / HTTP/1.1\r\nHost: a\r\n\r\n')
    await eventually(() => handled, 'the request is handled')
    const started = performance.now()
    await stop()
    assert.ok(performance.now() - started >= 95)
    assert.equal(served[0]?.status, 499)
  })
})

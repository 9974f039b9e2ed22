import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readJson } from '../../server/edge/body.ts'
import { createRequestQueues } from '../../server/edge/requestQueue.ts'
import { eventually } from '../eventually.ts'
import { ask, newBounds, connectTo, parseReply, startEdge } from './edge.ts'

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

describe('pipelined requests', () => {
  test('are all answered, one at a time and in order', async (t) => {
    let atOnce = 0
    let maxAtOnce = 0
    const { port, served } = await startEdge(t, () => async (req, res) => {
      maxAtOnce = Math.max(maxAtOnce, ++atOnce)
      await nextTurn()
      atOnce--
      res.end(`<${req.url}>`)
    })
    const client = await connectTo(t, port)
    const count = 3_000
    client.send(Array.from({ length: count }, (_, n) => get(`/${n}`)).join(''))
    const came = await client.until(new RegExp(`</${count - 1}>`))
    assert.deepEqual(
      came.match(/<\/\d+>/g),
      Array.from({ length: count }, (_, n) => `</${n}>`),
    )
    assert.equal(maxAtOnce, 1)
    await eventually(() => served.length === count, 'each is in the log')
  })

  for (const [when, answer] of [
    ['is being made', undefined],
    ['waits to be read', Buffer.alloc(16 * 1_048_576)],
  ] as const) {
    test(`are read no further while an answer ${when}`, async (t) => {
      const handled: Socket[] = []
      const { port } = await startEdge(t, () => (req, res) => {
        if (req.method !== 'GET') return void res.end()
        handled.push(req.socket)
        if (answer !== undefined) res.end(answer)
      })
      const client = await connectTo(t, port)
      client.socket.pause()
      client.send(get(`/${'y'.repeat(1_000)}`).repeat(19_000))
      await eventually(() => handled.length > 0, 'the first is handled')
      // Others are served meanwhile, with time enough to read on.
      for (let n = 0; n < 50; n++) assert.equal((await ask(port)).status, 200)
      assert.equal(handled.length, 1)
      // node reads 64 KB at a time.
      assert.ok((handled[0]?.bytesRead ?? Infinity) <= 2 * 65_536, `${handled[0]?.bytesRead} bytes were read`)
    })
  }

  test('may have bodies, of which the last has not arrived yet', async (t) => {
    const { port } = await startEdge(t, (replies) => async (req, res) => {
      const body = await readJson(req, res, newBounds())
      await nextTurn()
      replies.send(res, 200, { code: 200, msg: '', data: String(body.text).length })
    })
    const client = await connectTo(t, port)
    const post = (text: string): string => {
      const body = JSON.stringify({ text })
      return `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    }
    const long = post('z'.repeat(900_000))
    client.send(post('x') + post('yy') + long.slice(0, 500))
    await client.until(/"data":2}/)
    client.send(long.slice(500))
    await client.until(/"data":900000}/)
    client.send(post('abc'))
    await client.until(/"data":3}/)
  })

  test('let others be served between two responses', async (t) => {
    const { port, served } = await startEdge(t, () => (_req, res) => {
      for (const end = performance.now() + 5; performance.now() < end; );
      res.end()
    })
    const client = await connectTo(t, port)
    client.send(get('/').repeat(300))
    await eventually(() => served.length > 0, 'the first is answered')
    await ask(port, { method: 'GET' })
    assert.ok(served.length < 150, `${served.length} were answered before the newcomer`)
  })

  test('are dropped when the server stops, after the one in progress', async (t) => {
    const handled: string[] = []
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const { port, stop } = await startEdge(t, () => async (req, res) => {
      handled.push(req.url ?? '')
      await released
      res.end('over')
    })
    const client = await connectTo(t, port)
    client.send(get('/first') + get('/second'))
    await eventually(() => handled.length === 1, 'the first has begun')
    const stopped = stop()
    release()
    const reply = parseReply(await client.closed())
    assert.deepEqual([reply.headers.connection, reply.text], ['close', 'over'])
    await stopped
    assert.deepEqual(handled, ['/first'])
  })
})

test('above the total limit of waiting requests only the sender is disconnected', async (t) => {
  const queueFor = createRequestQueues(3)
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  for (let n = 0; n < 2; n++) {
    const client = connect(port, '127.0.0.1').on('error', () => {})
    t.after(() => client.destroy())
  }
  await eventually(() => sockets.length === 2, 'both are connected')
  const [greedy, modest] = sockets.map((socket) => ({ socket, queue: queueFor(socket) }))
  assert.ok(greedy && modest)
  const started: string[] = []
  modest.queue.run(() => started.push('modest 1'))
  modest.queue.run(() => started.push('modest 2'))
  for (let n = 1; n <= 4; n++) greedy.queue.run(() => started.push(`greedy ${n}`))
  assert.deepEqual([greedy.socket.destroyed, modest.socket.destroyed], [true, false])
  await eventually(() => greedy.queue.waiting() === 0, 'what waited is forgotten')
  modest.queue.run(() => started.push('modest 3'))
  for (let n = 0; n < 3; n++) {
    const before = started.length
    modest.queue.done()
    if (n < 2) await eventually(() => started.length > before, 'the next has started')
  }
  assert.deepEqual(started, ['modest 1', 'greedy 1', 'modest 2', 'modest 3'])
})

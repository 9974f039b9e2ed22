import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Handle } from '../../server/http/httpServer.ts'
import type { Replies } from '../../server/http/reply.ts'
import { eventually } from '../eventually.ts'
import { ask, connectTo, startEdge } from './edge.ts'

const row = Object.freeze({ name: '塔吊', text: 'x'.repeat(1_000) })
const rows = (count: number): unknown[] => Array.from({ length: count }, () => row)
const sending = (data: unknown) => (replies: Replies): Handle => (_req, res) => replies.send(res, 200, { code: 200, msg: '成功', data })

describe('a reply with long lists', () => {
  test('is the same JSON as a short one', async (t) => {
    const cases: unknown[] = [
      { data: rows(5_000), count: 5_000 },
      rows(300),
      { one: rows(101), none: [], two: rows(102), left: undefined, word: '"', nothing: null },
      { data: [...rows(101), undefined, null, 1, 'x'], count: 105 },
    ]
    for (const data of cases) {
      const { port } = await startEdge(t, sending(data))
      const reply = await ask(port)
      assert.equal(reply.text, JSON.stringify({ code: 200, msg: '成功', data }))
      assert.deepEqual(
        [reply.status, reply.headers['content-type'], reply.headers['cache-control']], [200, 'application/json; charset=utf-8', 'no-store'],
      )
    }
  })

  test('that cannot be serialized is cut off, and explained in the log', async (t) => {
    const { port, logged } = await startEdge(t, sending([...rows(200), 1n]))
    await assert.rejects(ask(port), /aborted|hang up|ECONNRESET/)
    await eventually(() => logged.length === 1, 'it is in the log')
  })

  test('is serialized only as fast as a slow client reads it', async (t) => {
    let made = 0
    const counted = Array.from({ length: 20_000 }, () => ({ toJSON: () => (made++, row) }))
    const { port } = await startEdge(t, sending(counted))
    const client = await connectTo(t, port)
    client.socket.pause()
    client.send('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await eventually(() => made > 0, 'it has begun')
    // Many turns of the event loop without another row.
    for (let idle = 0, before = 0; idle < 500; before = made) {
      await nextTurn()
      idle = made === before ? idle + 1 : 0
    }
    assert.ok(made < 15_000, `${made} of 20,000 rows were made for a reader who reads nothing`)
    client.socket.resume()
    assert.match(await client.closed(30_000), /\]}\r\n0\r\n\r\n$/)
    assert.equal(made, 20_000)
  })

  test('does not block other requests', async (t) => {
    let over = false
    let begun = false
    const busy = Array.from({ length: 20_000 }, () => ({
      toJSON() {
        begun = true
        for (const end = performance.now() + 0.05; performance.now() < end; );
        return row
      },
    }))
    const { port } = await startEdge(t, (replies) => (req, res) =>
      replies.send(res, 200, { code: 200, msg: '', data: req.url === '/long' ? busy : null }))
    const long = ask(port, { path: '/long' }).then(() => (over = true))
    await eventually(() => begun, 'the long one has begun')
    for (let n = 0; n < 3; n++) await ask(port)
    assert.equal(over, false)
    await long
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { calls } from '../../contract/calls/calls.ts'
import { bodyLimit, type Call } from '../../contract/calls/callRow.ts'
import { type BodyBudget, createBodyBudget } from '../../server/edge/bodyBudget.ts'
import { eventually } from '../eventually.ts'
import { ask, connectTo, parseReply, sized } from './edge.ts'
import { bearer, dispatch, typed } from './dispatch.ts'

const post = (path: string, length: number, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`
const saveAs = (who: string, port: number, bytes: number) =>
  ask(port, { path: '/v1/news/saveNews', headers: { ...typed, ...bearer(who) }, body: sized(bytes) })
const staff = 'Authorization-item: Bearer editor\r\n'

const limits = { staff: 1_000_000, visitors: 10_000, handled: 1_000_000 }

/** Remembers whose bodies have begun to arrive. */
function observed(bodies: BodyBudget) {
  const arriving = new Set<object>()
  const observing: BodyBudget = (account) => {
    const memory = bodies(account)
    const { received } = memory
    memory.received = (bytes) => {
      arriving.add(memory)
      received(bytes)
    }
    return memory
  }
  return { bodies: observing, arriving }
}

test('a call for visitors accepts 16 KB, with rows 64 KB, and one for staff 2 MiB, each to the byte', async (t) => {
  const { port, handledCalls } = await dispatch(t)
  for (const row of Object.values(calls) as Call[]) {
    if (row.upload !== undefined) continue
    const { path, method, who } = row
    const limit = bodyLimit(row)
    const visitors = path === '/v1/inquiry/save' ? 65_536 : 16_384
    assert.equal(limit, who === 'everyone' ? visitors : 2_097_152, path)
    if (limit > 65_536 && path !== '/v1/news/saveNews') continue
    const headers = { ...typed, ...bearer('admin') }
    assert.notEqual((await ask(port, { path, method, headers, body: sized(limit) })).status, 413, path)
    const before = handledCalls.length
    for (const body of [sized(limit + 1), [Buffer.from(sized(limit)), Buffer.from(' ')]]) {
      const reply = await ask(port, { path, method, headers, body })
      assert.deepEqual(
        [reply.status, reply.msg],
        [413, `请求内容过大，不能超过${limit < 1_048_576 ? `${limit / 1024}KB` : '2MB'}`],
        path,
      )
    }
    assert.equal(handledCalls.length, before)
  }
})

describe('bodies of visitors that arrive slowly', () => {
  test('are dropped when there are too many, the oldest first', async (t) => {
    const { bodies, arriving } = observed(createBodyBudget(limits))
    const { port, handledCalls } = await dispatch(t, () => null, { bodies })
    const slow = []
    for (let n = 1; n <= 4; n++) {
      const client = await connectTo(t, port)
      client.send(post('/v1/news/list', 5_000) + sized(5_000).slice(0, 3_000))
      slow.push(client)
      await eventually(() => arriving.size === n, 'its body is arriving')
    }
    const reply = parseReply((await slow[0]?.until(/}$/)) ?? '')
    assert.deepEqual([reply.status, reply.msg, reply.headers['retry-after']], [503, '服务器繁忙，请稍后再试', '10'])
    for (const client of slow.slice(1)) {
      client.send(sized(5_000).slice(3_000))
      await client.until(/ 200 OK/)
    }
    assert.equal(handledCalls.length, 3)
    // All of it was given back.
    for (let n = 0; n < 5; n++)
      assert.equal(
        (await ask(port, { path: '/v1/news/list', headers: typed, body: [Buffer.from(sized(9_000)), Buffer.from('')] }))
          .status,
        200,
      )
  })

  test('do not block bodies in one chunk, nor those of staff', async (t) => {
    const bodies = createBodyBudget(limits)
    const { port, logged } = await dispatch(t, () => null, { bodies })
    for (let n = 0; n < 40; n++)
      (await connectTo(t, port)).send(post('/v1/news/list', 16_000) + sized(16_000).slice(0, 4_000))
    for (let n = 0; n < 10; n++) {
      assert.equal((await ask(port, { path: '/v1/news/list', headers: typed, body: sized(1_000) })).status, 200)
      assert.equal(
        (
          await ask(port, {
            path: '/v1/news/saveNews',
            headers: { ...typed, ...bearer('editor') },
            body: sized(100_000),
          })
        ).status,
        200,
      )
    }
    assert.deepEqual(logged, [], 'and fill no log')
  })

  test('are not counted any more when their clients disconnect', async (t) => {
    const { bodies, arriving } = observed(createBodyBudget(limits))
    const { port, served } = await dispatch(t, () => null, { bodies })
    for (let n = 1; n <= 10; n++) {
      const client = await connectTo(t, port)
      client.send(post('/v1/news/list', 16_000) + sized(16_000).slice(0, 9_000))
      await eventually(() => arriving.size === n, 'its body is arriving')
      client.socket.resetAndDestroy()
      await eventually(() => served.length === n, 'it is over')
    }
    assert.ok(
      served.every(({ status }) => status === 499 || status === 400),
      'none was asked to try again',
    )
  })
})

describe('large bodies of staff', () => {
  test('wait for each other and are all answered', async (t) => {
    let handling = 0
    let most = 0
    const bodies = createBodyBudget({ ...limits, staff: 4_000_000, handled: 200_000 })
    const { port, handledCalls } = await dispatch(
      t,
      async () => {
        most = Math.max(most, ++handling)
        // Long enough for others to be received if nothing held them back.
        await wait(5)
        handling--
      },
      { bodies },
    )
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask(port, { path: '/v1/news/saveNews', headers: { ...typed, ...bearer('editor') }, body: sized(100_000) }),
      ),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.equal(handledCalls.length, 20)
    assert.ok(most <= 2, `${most} were handled at once`)
  })

  test('that stop in the middle are dropped where there are too many, of the account that has most', async (t) => {
    const { bodies, arriving } = observed(createBodyBudget(limits))
    const { port, handledCalls } = await dispatch(t, () => null, { bodies })
    const begin = async (who: string) => {
      const before = arriving.size
      const slow = await connectTo(t, port)
      const head = post('/v1/news/saveNews', 200_000, `Authorization-item: Bearer ${who}\r\n`)
      slow.send(head + sized(200_000).slice(0, 100))
      await eventually(() => arriving.size > before, 'it has begun')
      return slow
    }
    const colleague = await begin('admin')
    const oldest = await begin('editor')
    for (let n = 0; n < 4; n++) await begin('editor')
    const dropped = parseReply((await oldest.until(/}$/)) ?? '')
    assert.deepEqual(
      [dropped.status, dropped.msg, dropped.headers['retry-after']],
      [503, '服务器繁忙，请稍后再试', '10'],
    )
    for (let n = 0; n < 3; n++) assert.equal((await saveAs('admin', port, 300_000)).status, 200)
    assert.equal((await saveAs('editor', port, 1_200_000)).status, 503, 'it alone is too much')
    colleague.send(sized(200_000).slice(100))
    await colleague.until(/ 200 OK/)
    assert.equal(handledCalls.length, 4)
  })

  test('are given back when they are handled, also where nobody reads the reply', async (t) => {
    const { port, handledCalls } = await dispatch(t, () => 'x'.repeat(30_000_000), {
      bodies: createBodyBudget({ ...limits, handled: 100_000 }),
    })
    const unread = await connectTo(t, port)
    unread.socket.pause()
    unread.send(post('/v1/news/saveNews', 100_000, staff) + sized(100_000))
    await eventually(() => handledCalls.length === 1, 'it is handled')
    assert.equal((await saveAs('admin', port, 100_000)).status, 200)
  })

  test('are handled with pauses, so that other requests are served in between, on new connections too', async (t) => {
    const { port, served } = await dispatch(t, () => {
      for (const end = performance.now() + 10; performance.now() < end; );
    })
    const saves = Array.from({ length: 60 }, () =>
      ask(port, { path: '/v1/news/saveNews', headers: { ...typed, ...bearer('editor') }, body: sized(100_000) }),
    )
    await eventually(() => served.length > 0, 'the first is saved')
    await ask(port, { path: '/page', method: 'GET' })
    assert.ok(served.length < 40, `${served.length} were handled before the page`)
    await Promise.all(saves)
  })
})

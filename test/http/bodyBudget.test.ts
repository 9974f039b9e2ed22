import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { calls } from '../../contract/calls.ts'
import { bodyLimit, type Call } from '../../contract/callRow.ts'
import { type BodyBudget, createBodyBudget } from '../../server/http/bodyBudget.ts'
import { manualClock } from '../client/manualClock.ts'
import { eventually } from '../eventually.ts'
import { ask, connectTo, parseReply, sized } from './edge.ts'
import { bearer, dispatch, typed } from './dispatch.ts'

const post = (path: string, length: number, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`
const saveAs = (who: string, port: number, bytes: number) =>
  ask(port, { path: '/v1/news/saveNews', headers: { ...typed, ...bearer(who) }, body: sized(bytes) })
const staff = 'Authorization-item: Bearer editor\r\n'

/** Remembers whose bodies have begun to arrive, which large ones have asked for memory, and how many bytes of these have come. */
function observed(bodies: BodyBudget) {
  const [arriving, asking] = [new Set<object>(), new Set<object>()]
  const come = { bytes: 0 }
  const observing: BodyBudget = {
    ...bodies,
    hold(req, ...rest) {
      arriving.add(req)
      bodies.hold(req, ...rest)
    },
    async receive(res, ...rest) {
      asking.add(res)
      const arrival = await bodies.receive(res, ...rest)
      const { received } = arrival
      arrival.received = (bytes) => {
        come.bytes += bytes
        received(bytes)
      }
      return arrival
    },
  }
  return { bodies: observing, arriving, asking, come }
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
    const { bodies, arriving } = observed(createBodyBudget({ received: 1_000, handled: 1_000, visitors: 10_000 }))
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

  test('are dropped also where the call accepts larger ones', async (t) => {
    const { bodies, arriving } = observed(createBodyBudget({ received: 1_000, handled: 1_000, visitors: 10_000 }))
    const { port } = await dispatch(t, () => null, { bodies })
    const slow = []
    for (let n = 1; n <= 4; n++) {
      const client = await connectTo(t, port)
      client.send(post('/v1/inquiry/save', 5_000) + sized(5_000).slice(0, 3_000))
      slow.push(client)
      await eventually(() => arriving.size === n, 'its body is arriving')
    }
    assert.equal(parseReply((await slow[0]?.until(/}$/)) ?? '').status, 503)
  })

  test('do not block bodies in one chunk, nor those of staff', async (t) => {
    const bodies = createBodyBudget({ received: 1_000_000, handled: 1_000_000, visitors: 10_000 })
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
    const { bodies, arriving } = observed(createBodyBudget({ received: 1_000, handled: 1_000, visitors: 10_000 }))
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
    const bodies = createBodyBudget({ received: 400_000, handled: 200_000, visitors: 1_000 })
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

  test('are not read while others arrive, until those disconnect; small ones do not wait', async (t) => {
    const { bodies, asking } = observed(createBodyBudget({ received: 1_000_000, handled: 1_000_000, visitors: 1_000 }))
    const { port, handledCalls } = await dispatch(t, () => null, { bodies })
    const slow = await connectTo(t, port)
    slow.send(post('/v1/news/saveNews', 900_000, staff) + sized(900_000).slice(0, 100))
    await eventually(() => asking.size === 1, 'the first is being read')
    const waiting = ask(port, {
      path: '/v1/news/saveNews',
      headers: { ...typed, ...bearer('editor') },
      body: sized(200_000),
    })
    const gone = await connectTo(t, port)
    gone.send(post('/v1/news/saveNews', 900_000, staff) + sized(900_000).slice(0, 100))
    await eventually(() => asking.size === 3, 'both wait')
    gone.socket.resetAndDestroy()
    assert.equal(
      (await ask(port, { path: '/v1/news/saveNews', headers: { ...typed, ...bearer('editor') }, body: sized(10_000) }))
        .status,
      200,
    )
    assert.equal(handledCalls.length, 1)
    slow.socket.resetAndDestroy()
    assert.equal((await waiting).status, 200)
  })

  test('are refused with a message when they have waited for too long, and those behind them are admitted', async (t) => {
    const bodies = createBodyBudget({ received: 1_000_000, handled: 1_000_000, visitors: 1_000 }, 300)
    const { port, handledCalls } = await dispatch(t, () => null, { bodies })
    const save = (bytes: number) =>
      ask(port, { path: '/v1/news/saveNews', headers: { ...typed, ...bearer('editor') }, body: sized(bytes) })
    const slow = await connectTo(t, port)
    slow.send(post('/v1/news/saveNews', 700_000, `${staff}Expect: 100-continue\r\n`))
    await slow.until(/ 100 Continue/)
    const large = save(600_000)
    const behind = save(200_000)
    const refused = await large
    assert.deepEqual(
      [refused.status, refused.msg, refused.headers['retry-after']],
      [503, '服务器繁忙，请稍后再试', '10'],
    )
    assert.equal((await behind).status, 200)
    slow.send(sized(700_000))
    await slow.until(/ 200 OK/)
    assert.equal((await save(600_000)).status, 200, 'all of it was given back')
    assert.equal(handledCalls.length, 3)
  })

  test('of one account that stop in the middle keep no colleague waiting', async (t) => {
    const limits = { received: 1_000_000, account: 500_000, handled: 1_000_000, visitors: 1_000 }
    const { bodies, asking } = observed(createBodyBudget(limits, 50_000, manualClock()))
    const { port, handledCalls } = await dispatch(t, () => null, { bodies })
    for (let n = 1; n <= 6; n++) {
      const slow = await connectTo(t, port)
      slow.send(post('/v1/news/saveNews', 200_000, staff) + sized(200_000).slice(0, 100_000))
      await eventually(() => asking.size === n, 'it has asked')
    }
    for (let n = 0; n < 3; n++) assert.equal((await saveAs('admin', port, 500_000)).status, 200)
    assert.equal(handledCalls.length, 3)
  })

  test('that have stalled are dropped while somebody waits, the oldest first, and no body that goes on', async (t) => {
    const limits = { received: 1_000_000, account: 1_000_000, handled: 1_000_000, visitors: 1_000 }
    const clock = manualClock()
    const { bodies, asking, come } = observed(createBodyBudget(limits, 50_000, clock))
    const { port, served } = await dispatch(t, () => null, { bodies })
    const begin = async (bytes: number) => {
      const slow = await connectTo(t, port)
      const before = { asked: asking.size, bytes: come.bytes }
      slow.send(post('/v1/news/saveNews', bytes, staff) + sized(bytes).slice(0, 100_000))
      await eventually(() => asking.size > before.asked && come.bytes === before.bytes + 100_000, 'it has begun')
      return slow
    }
    const goesOn = await begin(500_000)
    const oldest = await begin(250_000)
    const other = await begin(250_000)
    clock.pass(6_000)
    goesOn.send(sized(500_000).slice(100_000, 200_000))
    await eventually(() => come.bytes === 400_000, 'more has come')
    clock.pass(6_000)
    assert.equal(served.length, 0, 'nobody waits')

    const waiting = saveAs('admin', port, 200_000)
    await eventually(() => asking.size === 4, 'it waits')
    clock.pass(1_000)
    const dropped = parseReply((await oldest.until(/}$/)) ?? '')
    assert.deepEqual(
      [dropped.status, dropped.msg, dropped.headers['retry-after']],
      [503, '服务器繁忙，请稍后再试', '10'],
    )
    assert.equal((await waiting).status, 200)
    goesOn.send(sized(500_000).slice(200_000))
    await goesOn.until(/ 200 OK/)
    other.send(sized(250_000).slice(100_000))
    await other.until(/ 200 OK/)
    clock.pass(60_000)
    assert.equal(clock.pending(), 0)
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

test('a body may arrive in thousands of small chunks', async (t) => {
  const { port, handledCalls } = await dispatch(t)
  const text = JSON.stringify({ newTitle: '塔吊'.repeat(40), pad: 'x'.repeat(3_000) })
  const pieces = Array.from(Buffer.from(text), (byte) => Buffer.from([byte]))
  assert.equal((await ask(port, { path: '/v1/news/list', headers: typed, body: pieces })).status, 200)
  assert.equal(handledCalls[0]?.input.newTitle, '塔吊'.repeat(40))
})

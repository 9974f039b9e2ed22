import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../server/calls/caller.ts'
import { createIdempotency } from '../../server/calls/idempotency.ts'
import { startServer } from '../server.ts'

const kinds = [
  ['product', 'saveProduct', 'coverName', 'productId'],
  ['news', 'saveNews', 'newTitle', 'newId'],
  ['carousel', 'saveCarousel', 'photoTitle', 'photoId'],
] as const

for (const [kind, save, title, id] of kinds) {
  test(`a ${kind} that is sent again with the same request id is added once, and both get the same reply`, async (t) => {
    const server = await startServer(t)
    const headers = await server.signIn()
    const send = (requestId?: string) => server.post(`/v1/${kind}/${save}`, { [title]: '只此一条', ...(requestId && { requestId }) }, { headers })
    const [first, atOnce] = await Promise.all([send('try-1'), send('try-1')])
    const later = await send('try-1')
    assert.deepEqual([first.code, atOnce.data, later.data], [200, first.data, first.data])
    assert.notEqual((await send('try-2')).data[id], first.data[id])
    assert.notEqual((await send()).data[id], first.data[id])
    const { data } = await server.post(`/v1/${kind}/list`)
    assert.equal(data.count, 3)
    assert.equal((await server.post(`/v1/${kind}/${save}`, { requestId: 'x'.repeat(65) }, { headers })).data.field, 'requestId')
  })
}

const caller = (id: string): Caller => ({ signedIn: { user: { id } } }) as Caller

test('a failed request can be retried; request ids are separate per user and expire', async () => {
  let time = 0
  let saved = 0
  const idempotent = createIdempotency<number>(() => time)
  const save = async () => ++saved
  await assert.rejects(idempotent(caller('a'), 'r', () => Promise.reject(new Error('full'))))
  assert.equal(await idempotent(caller('a'), 'r', save), 1)
  assert.equal(await idempotent(caller('a'), 'r', save), 1)
  assert.equal(await idempotent(caller('b'), 'r', save), 2)
  time = 10 * 60_000
  assert.equal(await idempotent(caller('a'), 'r', save), 3)
})

test('at most a thousand requests are remembered', async () => {
  let saved = 0
  const idempotent = createIdempotency<number>(() => 0)
  for (let n = 0; n <= 1_000; n++) await idempotent(caller('a'), `r${n}`, async () => ++saved)
  assert.equal(await idempotent(caller('a'), 'r1000', async () => ++saved), 1_001)
  assert.equal(await idempotent(caller('a'), 'r0', async () => ++saved), 1_002)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from '../../server/auth/fairQueue.ts'

/** A queue whose work ends when the test says so, and what became of each piece. */
function queueOf(limits: { perKey: number; inAll: number }) {
  const queue = createFairQueue({ ...limits, full: () => new Error('full') })
  const started: string[] = []
  const ends: (() => void)[] = []
  const add = (key: string): Promise<string> =>
    queue
      .run(key, async () => {
        started.push(key)
        await new Promise<void>((end) => ends.push(end))
        return key
      })
      .catch((error: Error) => error.message)
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, started, add, endOne }
}

test('one runs at a time, and keys take turns', async () => {
  const { started, add, endOne } = queueOf({ perKey: 10, inAll: 100 })
  const done = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(add)
  assert.deepEqual(started, ['a'])
  for (let n = 0; n < 7; n++) await endOne()
  assert.deepEqual(started, ['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  assert.deepEqual(await Promise.all(done), ['a', 'a', 'a', 'a', 'b', 'c', 'b'])
})

test('a key that fills its own places leaves those of others free', async () => {
  const { started, add, endOne } = queueOf({ perKey: 3, inAll: 100 })
  const done = ['a', 'a', 'a', 'a', 'a', 'b'].map(add)
  assert.equal(await done[4], 'full')
  await endOne()
  await endOne()
  assert.deepEqual(started, ['a', 'a', 'b'])
})

test('in a full queue the key with the most waiting gives way to one with fewer', async () => {
  const { started, add, endOne } = queueOf({ perKey: 10, inAll: 4 })
  const done = ['x', 'a', 'a', 'a', 'b', 'c'].map(add)
  assert.equal(await done[3], 'full')
  assert.equal(await add('a'), 'full', 'its own newest has no place either')
  const late = add('d')
  assert.equal(await done[2], 'full')
  assert.equal(await add('e'), 'full', 'nobody has more than one waiting')
  for (let n = 0; n < 5; n++) await endOne()
  assert.deepEqual(started, ['x', 'a', 'b', 'c', 'd'])
  assert.equal(await late, 'd')
})

test('work that fails is its caller’s alone', async () => {
  const { queue, add, endOne } = queueOf({ perKey: 10, inAll: 10 })
  const failed = queue.run('a', () => Promise.reject(new Error('mine')))
  const next = add('b')
  await assert.rejects(failed, /mine/)
  await endOne()
  assert.equal(await next, 'b')
})

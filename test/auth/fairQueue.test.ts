import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from '../../server/auth/fairQueue.ts'

/** A queue whose tasks end when the test says so, and the outcome of each task. */
function queueOf(limits: { maxPerKey: number; maxTotal: number }) {
  const queue = createFairQueue({ ...limits, onFull: () => new Error('full') })
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

test('one task runs at a time, and keys take turns', async () => {
  const { started, add, endOne } = queueOf({ maxPerKey: 10, maxTotal: 100 })
  const done = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(add)
  assert.deepEqual(started, ['a'])
  for (let n = 0; n < 7; n++) await endOne()
  assert.deepEqual(started, ['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  assert.deepEqual(await Promise.all(done), ['a', 'a', 'a', 'a', 'b', 'c', 'b'])
})

test('a key that has reached its limit does not block others', async () => {
  const { started, add, endOne } = queueOf({ maxPerKey: 3, maxTotal: 100 })
  const done = ['a', 'a', 'a', 'a', 'a', 'b'].map(add)
  assert.equal(await done[4], 'full')
  await endOne()
  await endOne()
  assert.deepEqual(started, ['a', 'a', 'b'])
})

test('in a full queue the key with the most tasks loses one to a key with fewer', async () => {
  const { started, add, endOne } = queueOf({ maxPerKey: 10, maxTotal: 4 })
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

test('a failing task affects only its caller', async () => {
  const { queue, add, endOne } = queueOf({ maxPerKey: 10, maxTotal: 10 })
  const failed = queue.run('a', () => Promise.reject(new Error('mine')))
  const next = add('b')
  await assert.rejects(failed, /mine/)
  await endOne()
  assert.equal(await next, 'b')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAttemptQueue } from '../../server/people/attemptQueue.ts'

type Rank = Parameters<ReturnType<typeof createAttemptQueue>>[0]

/** A queue whose checks end when the test says so. */
function openQueue() {
  const run = createAttemptQueue()
  const started: string[] = []
  const ends: (() => void)[] = []
  const add = (sender: string, rank: Rank = 'unknownDevice'): Promise<string | number> =>
    run(rank, sender, async () => {
      started.push(sender)
      await new Promise<void>((end) => ends.push(end))
      return sender
    }).catch((error: { code: number }) => error.code)
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const endAll = async (): Promise<void> => {
    while (ends.length > 0) await endOne()
  }
  return { run, started, add, endOne, endAll }
}

test('one password is checked at a time, in the order in which they came', async () => {
  const { started, add, endOne } = openQueue()
  const done = ['a', 'b', 'a', 'c'].map((sender) => add(sender))
  for (const expected of ['a', 'ab', 'aba', 'abac']) {
    assert.equal(started.join(''), expected)
    await endOne()
  }
  assert.deepEqual(await Promise.all(done), ['a', 'b', 'a', 'c'])
})

test('known devices go first, then accounts with a new password of the operator, then strangers', async () => {
  const { started, add, endAll } = openQueue()
  const ranks = [
    'unknownDevice',
    'unknownDevice',
    'resetAccount',
    'knownDevice',
    'resetAccount',
    'knownDevice',
  ] as const
  for (const [n, rank] of ranks.entries()) void add(`${rank} ${n}`, rank)
  await endAll()
  assert.deepEqual(started, [
    'unknownDevice 0',
    'knownDevice 3',
    'knownDevice 5',
    'resetAccount 2',
    'resetAccount 4',
    'unknownDevice 1',
  ])
})

test('twenty attempts of one sender may wait, and those of others are not refused for it', async () => {
  const { started, add, endAll } = openQueue()
  const done = Array.from({ length: 25 }, () => add('a'))
  const others = [add('b'), add('a', 'knownDevice')]
  await endAll()
  assert.equal(started.length, 23)
  assert.deepEqual((await Promise.all(done)).slice(20), ['a', 429, 429, 429, 429])
  assert.deepEqual(await Promise.all(others), ['b', 'a'])
})

test('a rank that is full refuses its own attempts only', async () => {
  const { add, endAll } = openQueue()
  const flood = Array.from({ length: 205 }, (_, n) => add(`sender ${n}`))
  const known = add('device', 'knownDevice')
  const reset = add('operator', 'resetAccount')
  await endAll()
  assert.equal((await Promise.all(flood)).filter((result) => result === 429).length, 4)
  assert.deepEqual(await Promise.all([known, reset]), ['device', 'operator'])
})

test('a failing check affects only its caller', async () => {
  const { run, add, endOne } = openQueue()
  const failed = run('unknownDevice', 'a', () => Promise.reject(new Error('mine')))
  const next = add('b')
  await assert.rejects(failed, /mine/)
  await endOne()
  assert.equal(await next, 'b')
})

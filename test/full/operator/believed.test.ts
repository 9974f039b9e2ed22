import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staysUp } from '../../../server/operator/believed.ts'

/** A server whose processes begin at these seconds, each of which answers until it ends; the clock is the test's. */
function startedAt(...processes: { from: number; to?: number; version?: string }[]) {
  let now = 0
  return {
    seconds: () => now,
    parts: {
      async ask() {
        const alive = processes.find(({ from, to = Infinity }) => now >= from && now < to)
        return alive ? { version: alive.version ?? '2.0.0', uptimeSeconds: Math.floor(now - alive.from) } : {}
      },
      now: () => now * 1000,
      wait: async (ms: number) => void (now += ms / 1000),
    },
  }
}

test('a release is believed after 20 s of one process', async () => {
  const { parts, seconds } = startedAt({ from: 0 })
  assert.equal(await staysUp('2.0.0', parts), true)
  assert.ok(seconds() >= 20 && seconds() < 22)
})

test('one that answers once and dies is not, however soon it is started again', async () => {
  assert.equal(await staysUp('2.0.0', startedAt({ from: 0, to: 0.3 }).parts), false)
  assert.equal(await staysUp('2.0.0', startedAt({ from: 0, to: 15 }).parts), false)
  const loop = Array.from({ length: 40 }, (_, n) => ({ from: n * 1.5, to: n * 1.5 + 0.4 }))
  const { parts, seconds } = startedAt(...loop)
  assert.equal(await staysUp('2.0.0', parts), false)
  assert.ok(seconds() < 20)
  assert.equal(await staysUp('2.0.0', startedAt({ from: 0, to: 10 }, { from: 11 }).parts), false)
})

test('one that misses an answer, on a busy machine, is believed, and another version is not', async () => {
  const { parts } = startedAt({ from: 0 })
  let asked = 0
  const busy = { ...parts, ask: async () => (asked++ % 7 === 3 ? {} : parts.ask()) }
  assert.equal(await staysUp('2.0.0', busy), true)
  assert.equal(await staysUp('2.0.0', startedAt({ from: 0, to: 5 }, { from: 5, version: '1.0.0' }).parts), false)
})

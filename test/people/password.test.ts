import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, isPasswordCorrect } from '../../server/people/password.ts'

/** Normalizing it takes time that grows quadratically with its length. */
const reordered = (n: number): string => `a${'\u0345'.repeat(n)}${'\u0316'.repeat(n)}`

/** CPU time in milliseconds, independent of other programs: in total, and on the main thread. */
interface Cost {
  all: number
  held: number
}

async function costOf(password: string, hash: string | undefined): Promise<Cost> {
  const start = process.cpuUsage()
  const since = (): number => Object.values(process.cpuUsage(start)).reduce((sum, part) => sum + part, 0) / 1000
  const answer = isPasswordCorrect(password, hash)
  const held = since()
  assert.equal(await answer, false)
  return { all: since(), held }
}

/** The minimum of a few runs: garbage collection only adds to it. */
async function leastCost(password: string, hash: string | undefined): Promise<Cost> {
  const costs = []
  for (let n = 0; n < 3; n++) costs.push(await costOf(password, hash))
  return { all: Math.min(...costs.map(({ all }) => all)), held: Math.min(...costs.map(({ held }) => held)) }
}

test('a password of up to 128 characters is accepted in either Unicode normalization', async () => {
  for (const [set, typed] of [
    ['caf\u00e9-secret', 'cafe\u0301-secret'],
    ['\u{20BB7}'.repeat(128), '\u{20BB7}'.repeat(128)],
    ['123456', '123456'],
  ] as const) {
    assert.equal(await isPasswordCorrect(typed, await hashPassword(set)), true, set)
  }
})

test('a password that is too long is wrong, and takes as long as any wrong one', async () => {
  const hash = await hashPassword('secret-of-tests')
  for (const evil of [reordered(20_000), 'x'.repeat(129), 'x']) {
    const usual = await leastCost('wrong-one', hash)
    for (const { all, held } of [await leastCost(evil, hash), await leastCost(evil, undefined)]) {
      assert.ok(held < usual.all, `held ${held} ms, a try costs ${usual.all} ms`)
      assert.ok(all > usual.all / 5 && all < usual.all * 5, `cost ${all} ms, a wrong one costs ${usual.all} ms`)
    }
  }
})

test('the longest possible password is cheap to check', async () => {
  const hash = await hashPassword('secret-of-tests')
  const { held } = await leastCost(reordered(63), hash)
  const { all } = await leastCost('wrong-one', hash)
  assert.ok(held < all, `held ${held} ms, a try costs ${all} ms`)
})

test('a password that is too long is wrong even if it is the hashed one', async () => {
  const long = 'x'.repeat(129)
  assert.equal(await isPasswordCorrect(long, await hashPassword(long)), false)
  assert.equal(await isPasswordCorrect('short', await hashPassword('short')), false)
})

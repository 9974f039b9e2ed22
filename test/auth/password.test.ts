import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, passwordFits } from '../../server/auth/password.ts'

/** Normalizing it takes time that grows with the square of its length. */
const reordered = (n: number): string => `a${'\u0345'.repeat(n)}${'\u0316'.repeat(n)}`

/** Milliseconds until the answer, and for how long of them the caller could do nothing else. */
async function timed(password: string, hash: string | undefined): Promise<{ fits: boolean; all: number; held: number }> {
  const start = performance.now()
  const answer = passwordFits(password, hash)
  const held = performance.now() - start
  return { fits: await answer, all: performance.now() - start, held }
}
const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

test('a password of any characters fits in either spelling, up to 128 of them', async () => {
  for (const [set, typed] of [['caf\u00e9-secret', 'cafe\u0301-secret'], ['\u{20BB7}'.repeat(128), '\u{20BB7}'.repeat(128)], ['123456', '123456']] as const) {
    assert.equal(await passwordFits(typed, await hashPassword(set)), true, set)
  }
})

test('a password longer than any account’s is wrong without work on it, in the time of any wrong one', async () => {
  const hash = await hashPassword('secret-of-tests')
  await timed('wrong-one', hash)
  const ordinary: number[] = []
  for (let n = 0; n < 5; n++) ordinary.push((await timed('wrong-one', hash)).all)
  const usual = median(ordinary)
  for (const evil of [reordered(20_000), 'x'.repeat(2_000_000), 'x'.repeat(129), 'x', '']) {
    const tries = [await timed(evil, hash), await timed(evil, undefined), await timed(evil, hash)]
    assert.ok(tries.every(({ fits }) => !fits))
    const held = median(tries.map((each) => each.held))
    const all = median(tries.map((each) => each.all))
    assert.ok(held < usual / 2, `held ${held} ms, a try takes ${usual} ms`)
    assert.ok(all > usual / 4 && all < usual * 4, `took ${all} ms, a wrong one takes ${usual} ms`)
  }
})

test('the longest password that there may be costs next to nothing to read', async () => {
  const hash = await hashPassword('secret-of-tests')
  const usual = (await timed('wrong-one', hash)).all
  const held = median([await timed(reordered(63), hash), await timed(reordered(63), hash), await timed(reordered(63), hash)].map((each) => each.held))
  assert.ok(held < usual / 2, `held ${held} ms, a try takes ${usual} ms`)
})

test('a password that is too long does not fit even where it is the one that was hashed', async () => {
  const long = 'x'.repeat(129)
  assert.equal(await passwordFits(long, await hashPassword(long)), false)
  assert.equal(await passwordFits('short', await hashPassword('short')), false)
})

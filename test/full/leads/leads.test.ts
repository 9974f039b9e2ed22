import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startServer, type TestServer } from '../../server.ts'
import { calls, desktop, list } from '../../leads/applications.ts'

let newPhone = 13_900_000_000
/** One application from each of these addresses, concurrently like a flood. */
async function flood(server: TestServer, addresses: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = []
  const waiting = addresses.entries()
  const sender = async (): Promise<void> => {
    for (const [n, address] of waiting) {
      const body = { ...desktop, phone: String(newPhone++) }
      answers.push(await server.post(calls[n % 2 ? 0 : 1], body, { headers: { 'X-Forwarded-For': address } }))
    }
  }
  await Promise.all(Array.from({ length: 40 }, sender))
  return answers
}
const admitted = (answers: readonly Answer[]): number => answers.filter(({ code }) => code === 200).length
const many = (count: number, address: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => address(n))

test('a network of many addresses has the limit of a few people', async (t) => {
  const server = await startServer(t, { env: { TRUST_PROXY: '1' } })
  const networks: [string, number, string[]][] = [
    ['a /56', 10, many(256, (n) => `2001:db8:1:${n.toString(16)}::1`)],
    ['a /48', 30, many(400, (n) => `2001:db8:2:${(n * 128).toString(16)}::1`)],
    ['a /24', 30, many(256, (n) => `192.0.2.${n}`)],
  ]
  for (const [name, most, addresses] of networks) {
    const answers = await flood(server, addresses)
    assert.equal(admitted(answers), most, name)
    assert.ok(
      answers.every(
        ({ code, msg }) => code === 200 || (code === 429 && msg.startsWith('提交过于频繁，请稍后再试（约')),
      ),
      name,
    )
  }
  assert.equal((await list(server)).count, 70)
})

test('2,000 applications from 2,000 networks are limited per hour, and refused ones get a phone number', async (t) => {
  const server = await startServer(t, { env: { TRUST_PROXY: '1', SEED: 'on' } })
  const { hotline } = (await server.post('/v1/site/detail')).data
  const answers = await flood(
    server,
    many(2_000, (n) => `2001:db8:${n.toString(16)}::1`),
  )
  assert.equal(admitted(answers), 300)
  for (const { code, msg, headers } of answers.filter((answer) => answer.code !== 200)) {
    const seconds = Number(headers.get('retry-after'))
    assert.deepEqual(
      [code, msg],
      [429, `提交人数较多，请稍后再试（约${Math.ceil(seconds / 60)}分钟后），或直接拨打 ${hotline}`],
    )
    assert.ok(seconds > 3_000 && seconds <= 3_600, `Retry-After ${seconds}`)
  }
  assert.equal((await list(server)).count, 300)
  const { applications } = (await server.post('/v1/dashboard/summary', {}, { headers: await server.signIn() })).data
  assert.equal(applications.refused.count, 1_700)
  assert.match(applications.refused.lastAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

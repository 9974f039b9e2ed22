import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import test from 'node:test'
import { programClock } from '../../clock.ts'
import { eventually } from '../../eventually.ts'
import { newFolder } from '../../server.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { type FakeService, fakeService, html, robotAddresses, succeed } from '../../leads/fakeService.ts'
import { programWith } from '../../leads/site.ts'

const asked = 1_000
const minute = 60_000
const day = 24 * 60 * minute

/** How often each was sent to a webhook. */
const timesOf = ({ received }: FakeService): Map<string, number> => {
  const times = new Map<string, number>()
  for (const { body } of received) {
    const {
      type,
      data: { name },
    } = JSON.parse(body)
    if (type === 'inquiry.created') times.set(name, (times.get(name) ?? 0) + 1)
  }
  return times
}
/** How many a robot was sent: one each, or as many as a digest says. */
const countOf = (service: FakeService): number =>
  service.texts().reduce((sum, text) => sum + Number(/^【.+】(\d+)条/.exec(text)?.[1] ?? 1), 0)
const slowly =
  (ms: number): FakeService['reply'] =>
  async (res, request) => {
    await wait(ms)
    succeed(res, request)
  }

test('a thousand inquiries in a minute, one channel down, one slow, and a kill: each is sent once or twice', async (t) => {
  const folder = newFolder(t)
  const clock = programClock(folder)
  const [hook, down, slow] = await Promise.all([fakeService(t), fakeService(t, html(502)), fakeService(t, slowly(20))])
  const wecom = await fakeService(t, slowly(3_000))
  const feishu = await fakeService(t, (res) => void res.destroy())
  const services = { wecom, feishu }
  const first = await programWith(t, services, { folder, env: clock.env })
  for (const { origin } of [hook, down, slow]) await first.channel({ kind: 'webhook', address: origin })
  await first.channel({ kind: 'wecom', address: robotAddresses.wecom })
  await first.channel({ kind: 'feishu', address: robotAddresses.feishu })

  const begun = performance.now()
  const names = Array.from({ length: asked }, (_, n) => `第${n}位`)
  const [half, rest] = [names.slice(0, asked / 2), names.slice(asked / 2)]
  for (const name of half) await first.ask(name)
  await first.server.stop('SIGKILL')
  const next = await programWith(t, services, { folder, env: clock.env })
  for (const name of rest) await next.ask(name)
  const minutes = (performance.now() - begun) / minute
  t.diagnostic(`${asked} inquiries in ${Math.round(minutes * 60)} s`)
  // It is tried every minute.
  assert.ok(
    down.received.length > 0 && down.received.length < 20 + minutes,
    `${down.received.length} in ${minutes} minutes: one that is down is left in peace`,
  )
  await eventually(() => timesOf(hook).size === asked, 'the one that is well has them all')
  await eventually(() => timesOf(slow).size === asked, 'the slow one has them all')

  const refused = down.received.length
  down.reply = succeed
  feishu.reply = succeed
  const allSent = async (): Promise<boolean> => {
    const { data } = await next.call('agent/list', { kind: 'all', limit: 9999 })
    type Row = { delivered: { state: string }[] }
    return data.data.every(({ delivered }: Row) => delivered.every(({ state }) => state === 'sent'))
  }
  const arrivals = (): number =>
    [hook, down, slow, wecom, feishu].reduce((sum, { received }) => sum + received.length, 0)
  // Only the server's own clock has a limit: whenever nothing more arrives, the next try is some minutes away.
  let ahead = 0
  for (let quiet = 0; ahead < day && !(await allSent()); ) {
    const before = arrivals()
    await wait(100)
    quiet = arrivals() === before ? quiet + 1 : 0
    if (quiet < 10) continue
    quiet = 0
    ahead += 2 * minute
    await next.advance(clock, ahead)
  }
  assert.ok(await allSent(), `not after ${ahead / minute} minutes`)
  for (const service of [hook, down, slow]) {
    const times = [...timesOf(service).values()]
    assert.equal(times.length, asked)
    if (service !== down)
      assert.ok(
        times.every((each) => each <= 2),
        `${Math.max(...times)} times`,
      )
    const repeated = times.filter((each) => each > 1).length
    assert.ok(repeated <= (service === down ? refused : 1), 'only what the kill has interrupted, or what was refused')
  }
  t.diagnostic(
    `WeCom was sent ${wecom.received.length} messages about ${countOf(wecom)}, Feishu ${feishu.received.length}`,
  )
  assert.ok(countOf(wecom) >= asked && wecom.received.length < 60)
  assert.equal(next.server.output().stderr, '')
})

postgresTest('of two servers one delivers, and the other does when that one is gone', async (t, cluster) => {
  const [wecom, hook] = await Promise.all([fakeService(t), fakeService(t)])
  const env = { DATABASE_URL: await cluster.newDatabase() }
  const one = await programWith(t, { wecom }, { env })
  const two = await programWith(t, { wecom }, { env })
  await one.channel({ kind: 'wecom', address: robotAddresses.wecom })
  await two.channel({ kind: 'webhook', address: hook.origin })
  const names = Array.from({ length: 10 }, (_, n) => `第${n}位`)
  for (const [index, name] of names.entries()) await (index % 2 === 0 ? one : two).ask(name)
  await eventually(() => timesOf(hook).size === 10 && countOf(wecom) === 10, 'all are sent')
  await wait(2_000)
  assert.deepEqual([[...timesOf(hook).values()].filter((times) => times !== 1), countOf(wecom)], [[], 10], 'once')
  await one.server.stop('SIGKILL')
  await two.ask('最后一位')
  await eventually(() => timesOf(hook).has('最后一位') && countOf(wecom) === 11, 'it is sent')
  assert.deepEqual([hook.received.length, countOf(wecom)], [11, 11])
  await two.server.stop()
})

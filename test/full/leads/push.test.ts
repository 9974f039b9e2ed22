import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { programClock } from '../../clock.ts'
import { eventually } from '../../eventually.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { filesOnly, newFolder, startProgram } from '../../server.ts'
import { type FakeService, fakeService, json } from '../../leads/fakeService.ts'
import { programWith } from '../../leads/site.ts'

const minute = 60_000
const accepted = json({ remain: 1000, not_same_site: [], not_valid: [] })
const site = 'https://www.example.com'
const switchedOn = { kind: 'push', on: true, site, token: 'abcdefgh' }
const urlsIn = ({ received }: FakeService): string[] =>
  received.flatMap(({ body }) => body.split('\n')).filter((url) => url !== '*')

test(
  'a server that is killed between any two changes of files sends what was saved, at most twice',
  filesOnly,
  async (t) => {
    const preload = fileURLToPath(new URL('../../records/killWriter.cjs', import.meta.url))
    const outcomes = new Set<string>()
    for (let n = 1, wasKilled = true; wasKilled; n++) {
      const folder = newFolder(t)
      const baidu = await fakeService(t, accepted)
      const clock = programClock(folder)
      const killAt = join(folder, 'killAt')
      const options = `${clock.env['NODE_OPTIONS']} --require ${preload}`
      const first = await programWith(
        t,
        { baidu },
        { folder, env: { ...clock.env, KILL_AT: killAt, NODE_OPTIONS: options } },
      )
      await first.call('platform/save', switchedOn)
      const { process } = first.server
      const report = process.listeners('exit').at(-1)
      if (report) process.off('exit', report as () => void)
      const gone = new Promise<true>((resolve) => process.once('exit', () => resolve(true)))
      writeFileSync(killAt, String(n))
      await first.call('news/saveNews', { newTitle: '一篇' }).catch(() => {})
      wasKilled = await Promise.race([gone, wait(400, false)])
      if (!wasKilled) process.kill('SIGKILL')
      await gone

      clock.advance(2 * minute)
      const again = await programWith(t, { baidu }, { folder, env: clock.env })
      const {
        data: { data },
      } = await again.call('news/list')
      if (data.length > 0) await eventually(() => urlsIn(baidu).length > 0, `killed at change ${n}: it is sent`)
      else await wait(300)
      const sent = urlsIn(baidu)
      assert.deepEqual(sent, Array(sent.length).fill(`${site}/xwdtDet?newId=${data[0]?.newId}`))
      assert.ok(sent.length <= 2)
      const { answer } = (await again.call('platform/detail', { kind: 'push' })).data
      outcomes.add(`${data.length} saved, ${answer ? 1 : 0} sent`)
      await again.server.stop()
    }
    t.diagnostic([...outcomes].join('; '))
    assert.ok(outcomes.has('0 saved, 0 sent') && outcomes.has('1 saved, 1 sent'))
  },
)

test('a service that never answers is left after fifteen seconds, and does not keep the server from stopping', async (t) => {
  const folder = newFolder(t)
  const clock = programClock(folder)
  const baidu = await fakeService(t, () => {})
  const first = await programWith(t, { baidu }, { folder, env: clock.env })
  await first.call('platform/save', switchedOn)
  const { data } = await first.call('platform/test', { kind: 'push' })
  assert.deepEqual([data.ok, /连接超时/.test(data.message)], [false, true])
  assert.equal((await first.call('news/saveNews', { newTitle: '一篇' })).code, 200)
  assert.equal(await first.server.stop(), 0)
  clock.advance(2 * minute)
  const again = await programWith(t, { baidu }, { folder, env: clock.env })
  await eventually(() => baidu.received.length === 2, 'it is being sent')
  assert.equal(await again.server.stop(), 0)
  assert.equal(again.server.output().stderr, '')
})

postgresTest(
  'of two servers one sends, whichever has saved the page; the other follows when it is gone',
  async (t, cluster) => {
    const baidu = await fakeService(t, accepted)
    const DATABASE_URL = await cluster.newDatabase()
    const folder = newFolder(t)
    const clock = programClock(folder)
    const SITE_URL = 'https://www.example.com'
    const env = { ...clock.env, DATABASE_URL, SITE_URL, NOTIFY_BAIDU_ORIGIN: baidu.origin, RATE_LIMIT: 'off' }
    const leading = await startProgram(t, { env })
    const other = await startProgram(t, { env })
    const headers = await leading.signIn()
    await leading.post('/v1/platform/save', switchedOn, { headers })
    await eventually(
      async () => (await other.post('/v1/platform/detail', { kind: 'push' }, { headers })).data.on,
      'the other server knows of it',
    )
    const saveOn = async (servers: readonly (typeof other)[]): Promise<string[]> => {
      const ids: string[] = []
      for (const server of servers)
        ids.push((await server.post('/v1/news/saveNews', { newTitle: '一篇' }, { headers })).data.newId)
      return ids.map((id) => `${site}/xwdtDet?newId=${id}`)
    }
    const first = await saveOn([leading, other])
    clock.advance(2 * minute)
    // The other one asks every 15 seconds whether it leads now.
    await wait(20_000)
    assert.deepEqual(urlsIn(baidu), [], 'the hour of the leading server has not passed')
    await leading.stop('SIGKILL')
    await eventually(() => urlsIn(baidu).length > 0, 'the other one sends')
    assert.deepEqual(urlsIn(baidu).sort(), first.sort())
    const third = await startProgram(t, { env })
    const second = await saveOn([other, third])
    clock.advance(4 * minute)
    await other.stop()
    await eventually(() => urlsIn(baidu).length > 2, 'the next one sends')
    assert.deepEqual(urlsIn(baidu).slice(2).sort(), second.sort())
  },
)

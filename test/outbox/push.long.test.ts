import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { postgresTest } from '../postgres/cluster.ts'
import { filesOnly, newFolder, startServer } from '../server.ts'
import { type FakeService, fakeService } from './fakeService.ts'
import { siteWith } from './site.ts'

const minute = 60_000
const accepted: FakeService['reply'] = (res) => void res.writeHead(200).end()
const urlsIn = ({ received }: FakeService): string[] => received.flatMap(({ body }) => JSON.parse(body).urlList)

test(
  'a server that is killed between any two changes of files sends what was saved, at most twice',
  filesOnly,
  async (t) => {
    const preload = fileURLToPath(new URL('../publish/killWriter.cjs', import.meta.url))
    const outcomes = new Set<string>()
    for (let n = 1, wasKilled = true; wasKilled; n++) {
      const folder = newFolder(t)
      const indexnow = await fakeService(t, accepted)
      const clock = settableClock(folder)
      const killAt = join(folder, 'killAt')
      const options = `${clock.env['NODE_OPTIONS']} --require ${preload}`
      const site = await siteWith(
        t,
        { indexnow },
        { folder, env: { ...clock.env, KILL_AT: killAt, NODE_OPTIONS: options } },
      )
      await site.call('push/save', { engine: 'indexnow', on: true })
      const { process } = site.server
      const report = process.listeners('exit').at(-1)
      if (report) process.off('exit', report as () => void)
      const gone = new Promise<true>((resolve) => process.once('exit', () => resolve(true)))
      writeFileSync(killAt, String(n))
      await site.call('news/saveNews', { newTitle: '一篇' }).catch(() => {})
      wasKilled = await Promise.race([gone, wait(400, false)])
      if (!wasKilled) process.kill('SIGKILL')
      await gone

      clock.advance(2 * minute)
      const again = await siteWith(t, { indexnow }, { folder, env: clock.env })
      const {
        data: { data },
      } = await again.call('news/list')
      if (data.length > 0) await eventually(() => urlsIn(indexnow).length > 0, `killed at change ${n}: it is sent`)
      else await wait(300)
      const sent = urlsIn(indexnow)
      assert.deepEqual(sent, Array(sent.length).fill(`https://www.example.com/xwdtDet?newId=${data[0]?.newId}`))
      assert.ok(sent.length <= 2)
      const {
        data: { engines },
      } = await again.call('push/detail')
      outcomes.add(`${data.length} saved, ${engines[1].answer ? 1 : 0} sent`)
      await again.server.stop()
    }
    t.diagnostic([...outcomes].join('; '))
    assert.ok(outcomes.has('0 saved, 0 sent') && outcomes.has('1 saved, 1 sent'))
  },
)

test('a service that never answers is left after fifteen seconds, and does not keep the server from stopping', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock(folder)
  const baidu = await fakeService(t, () => {})
  const site = await siteWith(t, { baidu }, { folder, env: clock.env })
  await site.call('push/save', { engine: 'baidu', on: true, site: 'https://www.example.com', token: 'abcdefgh' })
  const { data } = await site.call('push/test', { engine: 'baidu' })
  assert.deepEqual([data.ok, /连接超时/.test(data.message)], [false, true])
  assert.equal((await site.call('news/saveNews', { newTitle: '一篇' })).code, 200)
  assert.equal(await site.server.stop(), 0)
  clock.advance(2 * minute)
  const again = await siteWith(t, { baidu }, { folder, env: clock.env })
  await eventually(() => baidu.received.length === 2, 'it is being sent')
  assert.equal(await again.server.stop(), 0)
  assert.equal(again.server.output().stderr, '')
})

postgresTest(
  'of two servers one sends, whichever has saved the page; the other follows when it is gone',
  async (t, cluster) => {
    const indexnow = await fakeService(t, accepted)
    const DATABASE_URL = await cluster.newDatabase()
    const folder = newFolder(t)
    const clock = settableClock(folder)
    const SITE_URL = 'https://www.example.com'
    const env = { ...clock.env, DATABASE_URL, SITE_URL, NOTIFY_INDEXNOW_ORIGIN: indexnow.origin, RATE_LIMIT: 'off' }
    const leading = await startServer(t, { env })
    const other = await startServer(t, { env })
    const headers = await leading.signIn()
    await leading.post('/v1/push/save', { engine: 'indexnow', on: true }, { headers })
    let key: string | undefined
    await eventually(async () => {
      key = (await other.post('/v1/push/detail', {}, { headers })).data.engines[1].keyFile
      return key !== undefined
    }, 'the other server knows the key')
    for (const { url } of [leading, other]) assert.equal((await fetch(url + key)).status, 200, 'each serves the key')
    const saveOn = async (servers: readonly (typeof other)[]): Promise<string[]> => {
      const ids: string[] = []
      for (const server of servers)
        ids.push((await server.post('/v1/news/saveNews', { newTitle: '一篇' }, { headers })).data.newId)
      return ids.map((id) => `https://www.example.com/xwdtDet?newId=${id}`)
    }
    const first = await saveOn([leading, other])
    clock.advance(2 * minute)
    // The other one asks every 15 seconds whether it leads now.
    await wait(20_000)
    assert.deepEqual(urlsIn(indexnow), [], 'the hour of the leading server has not passed')
    await leading.stop('SIGKILL')
    await eventually(() => urlsIn(indexnow).length > 0, 'the other one sends')
    assert.deepEqual(urlsIn(indexnow).sort(), first.sort())
    const third = await startServer(t, { env })
    const second = await saveOn([other, third])
    clock.advance(4 * minute)
    await other.stop()
    await eventually(() => urlsIn(indexnow).length > 2, 'the next one sends')
    assert.deepEqual(urlsIn(indexnow).slice(2).sort(), second.sort())
  },
)

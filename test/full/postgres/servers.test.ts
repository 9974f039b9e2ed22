import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { user } from '../../accounts.ts'
import { leastShare } from '../../leastShare.ts'
import { admin, answerOf, newFolder, startProgram, type TestProgram } from '../../server.ts'
import { codeAt } from '../../secondFactor.ts'
import { zip } from '../../media/documents.ts'
import { mp4 } from '../../media/films.ts'
import { startCable } from '../../postgres/cable.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { postgresPrograms, run } from '../../postgres/startCluster.ts'
import { until } from '../../postgres/until.ts'

const news = (newTitle: string) => ({ newTitle, newIntro: '简介', newCover: '/uploads/a.png', newInfo: '<p>正文</p>' })
const save = (server: TestProgram, title: string, headers: Record<string, string>) =>
  server.post('/v1/news/saveNews', news(title), { headers })
const pageOf = async (server: TestProgram, path = '/xwdt'): Promise<string> => (await fetch(server.url + path)).text()

async function startServers(
  t: TestContext,
  address: string,
  env: Record<string, string> = {},
): Promise<[TestProgram, TestProgram, TestProgram]> {
  const start = () => startProgram(t, { env: { DATABASE_URL: address, RATE_LIMIT: 'off', ...env } })
  return Promise.all([start(), start(), start()])
}

postgresTest('three servers that start at once on an empty database make one site', async (t, cluster) => {
  const servers = await startServers(t, await cluster.newDatabase(), { SEED: 'on' })
  const counts = await Promise.all(
    servers.map(async (server) => (await server.post('/v1/news/list', { page: 1, limit: 1 })).data.count),
  )
  assert.ok(counts[0] > 0)
  assert.deepEqual(counts, [counts[0], counts[0], counts[0]])
  for (const server of servers) await server.signIn()
})

postgresTest(
  'a save on one server is on the pages of the others, half of them about as soon as on its own',
  async (t, cluster) => {
    const servers = await startServers(t, await cluster.newDatabase())
    const headers = await servers[0].signIn()
    let round = 0
    const share = await leastShare(20, async () => {
      const { median, longest, own } = await timesToShow(servers, headers, `第${++round}轮`)
      t.diagnostic(
        `on another server's page after ${median.toFixed(1)} ms at the median, ${longest.toFixed(1)} ms at most; on its own after ${own.toFixed(1)} ms`,
      )
      return median / own
    })
    // Without a notification it would be on another one after seconds.
    assert.ok(share < 20, `${share.toFixed(1)} times as long as on its own, three times`)
  },
)

postgresTest('a file that came to one server goes with the inquiry that comes to another', async (t, cluster) => {
  const [first, second, third] = await startServers(t, await cluster.newDatabase())
  const headers = await first.signIn()
  const bytes = Buffer.concat([Buffer.from('AC1032\0'), Buffer.alloc(2_500_000, 7)])
  for (let round = 0; round < 5; round++) {
    const phone = `1390000000${round}`
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), '图纸.dwg')
    const sent = await answerOf(fetch(`${first.url}/v1/inquiry/file`, { method: 'POST', body: form }))
    const { fileId } = sent.data
    const saved = await second.post('/v1/inquiry/save', { topic: '报价', name: '周工', phone, files: [fileId] })
    assert.equal(saved.code, 200, saved.msg)
    let agentId = ''
    // The list of a server that has not heard of the inquiry yet is without it.
    await until(async () => {
      agentId =
        (await third.post('/v1/agent/list', { kind: 'all', word: phone }, { headers })).data.data[0]?.agentId ?? ''
      return agentId !== ''
    })
    const query = new URLSearchParams({ agentId, fileId })
    const read = () => fetch(`${third.url}/v1/inquiry/file?${query}`, { headers })
    await until(async () => (await read()).status === 200)
    assert.deepEqual(Buffer.from(await (await read()).arrayBuffer()), bytes)
    await third.post('/v1/agent/forget', { phone }, { headers })
    await until(async () => (await fetch(`${first.url}/v1/inquiry/file?${query}`, { headers })).status === 404)
  }
})

/** How many milliseconds after a save its title is on the pages of another server, and of the server itself. */
async function timesToShow(
  servers: readonly [TestProgram, TestProgram, TestProgram],
  headers: Record<string, string>,
  words: string,
): Promise<{ median: number; longest: number; own: number }> {
  const times: number[] = []
  const ownTimes: number[] = []
  for (let i = 0; i < 31; i++) {
    const title = `${words}第${i}条`
    const { code } = await save(servers[i % 3] as TestProgram, title, headers)
    assert.equal(code, 200)
    const saved = performance.now()
    await until(async () => (await pageOf(servers[(i + 1) % 3] as TestProgram)).includes(title))
    times.push(performance.now() - saved)
    // The yardstick: the page of the server itself, asked for in the same moment.
    const asked = performance.now()
    await until(async () => (await pageOf(servers[i % 3] as TestProgram)).includes(title))
    ownTimes.push(performance.now() - asked)
  }
  for (const each of [times, ownTimes]) each.sort((a, b) => a - b)
  return { median: times[15] ?? Infinity, longest: times[30] ?? Infinity, own: ownTimes[15] ?? 0 }
}

postgresTest(
  'staff who move between servers see what they have saved, are signed in, and cannot overwrite each other',
  async (t, cluster) => {
    const [one, two, three] = await startServers(t, await cluster.newDatabase())
    const headers = await one.signIn()
    assert.equal(
      (await two.post('/v1/indexLogin/userInfo', {}, { headers })).code,
      200,
      'a token of another server is known at once',
    )
    for (let i = 0; i < 20; i++) {
      const saved = await save(one, `标题${i}`, headers)
      const cookie = /item_revision=\d+/.exec(saved.headers.get('set-cookie') ?? '')?.[0] ?? ''
      assert.notEqual(cookie, '')
      const seen = await two.post('/v1/news/detailNews', { newId: saved.data.newId }, { headers: { cookie } })
      assert.equal(seen.data?.newTitle, `标题${i}`)
      const changes = await Promise.all(
        [two, three].map((server, n) =>
          server.post(
            '/v1/news/updateNews',
            {
              newId: saved.data.newId,
              newTitle: `改${n}`,
              basedOn: seen.data.version,
            },
            { headers: { ...headers, cookie } },
          ),
        ),
      )
      assert.deepEqual(changes.map(({ code }) => code).sort(), [200, 409])
    }
    await three.post('/item/user/logout', {}, { headers })
    await until(async () => (await one.post('/v1/indexLogin/userInfo', {}, { headers })).code === 401)
  },
)

postgresTest(
  'a second factor that is ended by one server is asked for by none, and no session of it is left',
  async (t, cluster) => {
    const [one, two, three] = await startServers(t, await cluster.newDatabase())
    const headers = await one.signIn()
    const {
      data: { userId, password },
    } = await one.post('/v1/account/save', { name: 'li.gong', role: 'admin' }, { headers })
    const li = { username: 'li.gong', password }
    const signIn = async (server: TestProgram) => (await server.post('/v1/indexLogin/loginAuth', li)).code
    await until(async () => (await signIn(two)) === 200)
    const own = { headers: await two.signIn(li) }
    const { secret } = (await two.post('/v1/secondFactor/begin', { password }, own)).data
    assert.equal((await two.post('/v1/secondFactor/confirm', { code: codeAt(Date.now(), secret) }, own)).code, 200)
    for (const server of [one, three]) await until(async () => (await signIn(server)) === 401)
    // Two administrators at once: one of them ends it.
    const end = (server: TestProgram) =>
      server.post('/v1/account/secondFactorOff', { userId, password: admin.password }, { headers })
    const replies = await Promise.all([end(one), end(three)])
    assert.deepEqual(replies.map(({ code }) => code).sort(), [200, 409])
    await until(async () => (await two.post('/v1/indexLogin/userInfo', {}, own)).code === 401)
    for (const server of [one, two, three]) await until(async () => (await signIn(server)) === 200)
  },
)

postgresTest('failed sign-ins are counted by all servers together', async (t, cluster) => {
  const servers = await startServers(t, await cluster.newDatabase(), { RATE_LIMIT: 'on' })
  const guess = async (server: TestProgram): Promise<number | ''> =>
    (await server.post('/v1/indexLogin/loginAuth', { ...admin, password: 'wrong-guess' })).code
  for (let i = 0; i < 5; i++) assert.equal(await guess(servers[i % 3] as TestProgram), 401)
  // The right password would clear the count of a server that does not know of the other failures yet.
  for (const server of servers) await until(async () => (await guess(server)) === 429)
  for (const server of servers) assert.equal((await server.post('/v1/indexLogin/loginAuth', admin)).code, 429)
})

postgresTest('account commands take effect on every server', async (t, cluster) => {
  const address = await cluster.newDatabase()
  const [one, two] = await startServers(t, address)
  const headers = await two.signIn()
  const { code } = await user(one.folder, ['password', 'admin', '--password-stdin'], 'another-secret\n', {
    env: { DATABASE_URL: address },
  })
  assert.equal(code, 0)
  await until(async () => (await two.post('/v1/indexLogin/userInfo', {}, { headers })).code === 401)
  await two.signIn({ ...admin, password: 'another-secret' })
})

postgresTest('each server lists the sessions of all, ends them for all, and shows new devices', async (t, cluster) => {
  const [one, two, three] = await startServers(t, await cluster.newDatabase())
  const first = await one.signIn()
  const headers = { 'User-Agent': 'Mozilla/5.0 (iPhone) Version/17.0 Safari/604.1' }
  const phone = await two.post('/v1/indexLogin/loginAuth', admin, { headers })
  const rows = (await three.post('/v1/session/list', {}, { headers: first })).data
  const devices = rows.map(({ device, here }: { device: string; here: boolean }) => [device, here])
  assert.deepEqual(devices, [
    ['程序', true],
    ['iPhone · Safari', false],
  ])
  const shown = async (): Promise<{ sessionId: string }[]> =>
    (await one.post('/v1/dashboard/summary', {}, { headers: first })).data.newDevices ?? []
  await until(async () => (await shown())[0]?.sessionId === phone.data.session)
  assert.equal((await three.post('/v1/session/seen', { sessionId: phone.data.session }, { headers: first })).code, 200)
  await until(async () => (await shown()).length === 0)
  assert.equal((await one.post('/v1/session/end', { others: true }, { headers: first })).code, 200)
  const token = { 'Authorization-item': `Bearer ${phone.data.token}` }
  await until(async () => (await two.post('/v1/indexLogin/userInfo', {}, { headers: token })).code === 401)
  assert.equal((await two.post('/v1/indexLogin/userInfo', {}, { headers: first })).code, 200)
})

postgresTest('visits on all servers add up', async (t, cluster) => {
  const address = await cluster.newDatabase()
  const servers = await startServers(t, address)
  const browser = { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0', Accept: 'text/html' } }
  for (const server of servers) for (let i = 0; i < 3; i++) await fetch(`${server.url}/`, browser)
  for (const server of servers) await server.stop()
  const again = await startProgram(t, { env: { DATABASE_URL: address } })
  const { data } = await again.post('/v1/visits/summary', { days: 1 }, { headers: await again.signIn() })
  // Each server has a key of its own.
  assert.deepEqual([data.days[0].count, data.days[0].visitors], [9, 3])
  assert.deepEqual(
    [data.pages[0].count, data.sources[0].count, data.engines],
    [9, 9, [{ engine: 'Chrome 120', count: 9 }]],
  )
})

postgresTest(
  'without the database pages and lists are served, saves are refused with a message, and all of it recovers by itself',
  async (t, cluster) => {
    const cable = await startCable(t, await cluster.newDatabase())
    const server = await startProgram(t, { env: { DATABASE_URL: cable.address } })
    const headers = await server.signIn()
    await save(server, '之前', headers)
    cable.cut()
    const refused = await save(server, '其间', headers)
    assert.equal(refused.code, 503)
    assert.match(refused.msg, /数据库/)
    assert.match(await pageOf(server), /之前/)
    assert.equal((await server.post('/v1/news/list', { page: 1, limit: 10 })).data.count, 1)
    const health = async () => {
      const response = await fetch(`${server.url}/healthz`)
      return [response.status, ((await response.json()) as { status: string }).status].join()
    }
    await until(async () => (await health()) === '200,reading only')
    assert.equal((await fetch(`${server.url}/healthz?write=1`)).status, 503)
    cable.restore()
    await until(async () => (await fetch(`${server.url}/healthz?write=1`)).status === 200)
    assert.equal((await save(server, '之后', headers)).code, 200)
    assert.equal((await server.post('/v1/news/list', { page: 1, limit: 10 })).data.count, 2)
  },
)

postgresTest(
  'a network that goes silent holds a save for a limited time, and the server catches up after it',
  async (t, cluster) => {
    const database = await cluster.newDatabase()
    const cable = await startCable(t, database)
    const [cutOff, other] = (await Promise.all(
      [cable.address, database].map((address) => startProgram(t, { env: { DATABASE_URL: address } })),
    )) as [TestProgram, TestProgram]
    const headers = await other.signIn()
    await until(async () => (await cutOff.post('/v1/indexLogin/userInfo', {}, { headers })).code === 200)
    cable.silence()
    const refused = await save(cutOff, '其间', headers)
    assert.equal(refused.code, 503)
    assert.match(refused.msg, /数据库/)
    assert.equal((await fetch(`${cutOff.url}/healthz?write=1`)).status, 503)
    assert.equal((await save(other, '另一台', headers)).code, 200)
    cable.restore()
    await until(async () => (await cutOff.post('/v1/news/list', { page: 1, limit: 1 })).data.count === 1)
    await until(async () => (await save(cutOff, '之后', headers)).code === 200)
    await until(async () => (await other.post('/v1/news/list', { page: 1, limit: 1 })).data.count === 2)
  },
)

postgresTest(
  'films and documents are sent to servers in turn, served by each, and gone from each when they are deleted',
  async (t, cluster) => {
    const database = await cluster.newDatabase()
    const servers = await startServers(t, database)
    const [one] = servers
    let headers = await one.signIn()
    const call = async (server: TestProgram, path: string, body: object) => {
      const { code, msg, data, headers: answered } = await server.post(`/v1/media/${path}`, body, { headers })
      assert.equal(code, 200, msg)
      const cookie = /item_revision=\d+/.exec(answered.get('set-cookie') ?? '')?.[0]
      if (cookie) headers = { ...headers, cookie }
      return data
    }
    const send = async (name: string, bytes: Buffer) => {
      const { uploadId } = await call(one, 'film/begin', { name, bytes: bytes.length })
      for (let at = 0; at < bytes.length; at += 200_000) {
        const chunk = { method: 'PUT', body: Uint8Array.from(bytes.subarray(at, at + 200_000)), headers }
        const server = servers[(at / 200_000) % 3] as TestProgram
        await until(
          async () => (await server.post('/v1/media/film/status', { uploadId }, { headers })).data?.received === at,
        )
        assert.equal(
          (await answerOf(fetch(`${server.url}/v1/media/film/chunk?uploadId=${uploadId}&offset=${at}`, chunk))).code,
          200,
        )
      }
      await until(
        async () =>
          (await servers[2].post('/v1/media/film/status', { uploadId }, { headers })).data?.received === bytes.length,
      )
      return call(servers[2], 'film/finish', { uploadId })
    }
    for (const [name, bytes, html] of [
      ['a.mp4', mp4({ filler: 700_000 }), '<p><video src="?"></video></p>'],
      ['手册.zip', zip({ 'a.txt': 'x'.repeat(700_000) }), '<p><a href="?">手册</a></p>'],
    ] as const) {
      const { mediaId, address } = await send(name, bytes)
      // As old as what a server takes for unfinished at its start.
      await run(database, "update zhuzhan_films set made_at = now() - interval '8 days'")
      for (const server of servers)
        assert.ok(Buffer.from(await (await fetch(server.url + address)).arrayBuffer()).equals(bytes))
      await until(async () => (await servers[1].post('/v1/media/detail', { mediaId }, { headers })).code === 200)
      const { newId } = (
        await one.post('/v1/news/saveNews', { newTitle: '开工', newInfo: html.replace('?', address) }, { headers })
      ).data
      await until(async () => (await servers[1].post('/v1/media/detail', { mediaId }, { headers })).data.uses === 1)
      assert.equal((await servers[1].post('/v1/media/delete', { mediaIds: [mediaId] }, { headers })).code, 409)
      await one.post('/v1/news/deleteNews', { newId }, { headers })
      // What lies in the trash uses its films until it is erased.
      await one.post('/v1/trash/delete', { kind: 'news', ids: [newId] }, { headers })
      await until(async () => (await servers[1].post('/v1/media/detail', { mediaId }, { headers })).data.uses === 0)
      await call(servers[1], 'delete', { mediaIds: [mediaId] })
      for (const server of servers) await until(async () => (await fetch(server.url + address)).status === 404)
    }

    const { address } = await send('图纸.zip', zip({ 'b.txt': 'y' }))
    await run(database, "update zhuzhan_films set made_at = now() - interval '8 days'")
    for (const server of servers) await server.stop()
    const later = await startProgram(t, { env: { DATABASE_URL: database } })
    assert.equal((await fetch(later.url + address)).status, 200, 'what is complete stays')
  },
)

postgresTest(
  'a database that accepts no writes, as a standby, is read from; saves are refused with a message until it does',
  async (t, cluster) => {
    const database = await cluster.newDatabase()
    const server = await startProgram(t, { env: { DATABASE_URL: database } })
    const headers = await server.signIn()
    assert.equal((await server.post('/v1/news/saveNews', { newTitle: '之前' }, { headers })).code, 200)
    const admin = database.replace(/\/[^/]*$/, '/postgres')
    const name = new URL(database).pathname.slice(1)
    const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
      await run(admin, `alter database ${name} set default_transaction_read_only = ${value}`)
      await run(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    }
    await setReadOnly('on')
    await until(
      async () =>
        ((await (await fetch(`${server.url}/healthz`)).json()) as { status: string }).status === 'reading only',
    )
    const refused = await server.post('/v1/news/saveNews', { newTitle: '其间' }, { headers })
    assert.equal(refused.code, 503)
    assert.match(refused.msg, /数据库/)
    assert.equal((await server.post('/v1/news/list', { page: 1, limit: 1 })).data.count, 1)
    await setReadOnly('off')
    await until(async () => (await server.post('/v1/news/saveNews', { newTitle: '之后' }, { headers })).code === 200)
  },
)

postgresTest('pg_dump and pg_restore, as docs/scaling.md shows them, restore the complete site', async (t, cluster) => {
  const programs = postgresPrograms ?? ''
  if (!existsSync(join(programs, 'pg_dump'))) return t.skip('no pg_dump was found')
  const [database, empty] = [await cluster.newDatabase(), await cluster.newDatabase()]
  const first = await startProgram(t, { env: { DATABASE_URL: database, SEED: 'on' } })
  const headers = await first.signIn()
  const { data } = await first.post('/v1/news/saveNews', { newTitle: '备份之前' }, { headers })
  const page = async (url: string): Promise<string> => (await fetch(`${url}/xwdtDet?newId=${data.newId}`)).text()
  assert.match(await page(first.url), /备份之前/)

  // While the server runs.
  const archive = join(newFolder(t), 'site.dump')
  execFileSync(join(programs, 'pg_dump'), ['--format=custom', `--file=${archive}`, database])
  execFileSync(join(programs, 'pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${empty}`, archive])

  const second = await startProgram(t, { env: { DATABASE_URL: empty } })
  assert.match(await page(second.url), /备份之前/)
  const count = async (server: typeof first): Promise<number> =>
    (await server.post('/v1/news/list', { page: 1, limit: 1 })).data.count
  assert.equal(await count(second), await count(first))
  assert.equal((await second.post('/v1/news/saveNews', { newTitle: '恢复之后' }, { headers })).code, 200)
})

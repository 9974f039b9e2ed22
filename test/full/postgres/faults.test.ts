import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startProgram, type TestProgram } from '../../server.ts'
import { startCable } from '../../postgres/cable.ts'
import { newCluster, postgresTest } from '../../postgres/cluster.ts'
import { type Cluster, endConnections, run } from '../../postgres/startCluster.ts'
import { until } from '../../postgres/until.ts'

/** `ROUNDS=200 npm run test:full -- test/full/postgres/faults.test.ts` makes more. */
const rounds = Number(process.env.ROUNDS ?? 4)
const writersPerServer = 11

/** One trouble for each round, in turn. Each returns when it is over. */
const troubles: readonly (readonly [name: string, cause: (site: Site) => Promise<void>])[] = [
  ['a server is killed', async (site) => site.restart(Math.floor(Math.random() * 3))],
  ['PostgreSQL is killed', async (site) => site.cluster.crash()],
  [
    'the network is cut',
    async (site) => {
      site.cable.cut()
      // Networks fail for any length of time.
      await delay(Math.random() * 600)
      site.cable.restore()
    },
  ],
  ['connections are ended by PostgreSQL', (site) => endConnections(site.database)],
  [
    'a long transaction runs beside',
    async (site) =>
      void (await run(
        site.database,
        'begin; insert into zhuzhan_writes (id) values (gen_random_uuid()::text); select pg_sleep(0.5); rollback',
      )),
  ],
]

const pageOf = async (server: TestProgram, path: string): Promise<string> => {
  try {
    return await (await fetch(server.url + path)).text()
  } catch (cause) {
    throw new Error(`${server.url} did not answer; its log ends with:\n${server.output().stderr.slice(-3_000)}`, {
      cause,
    })
  }
}

interface Site {
  cluster: Cluster
  database: string
  cable: Awaited<ReturnType<typeof startCable>>
  servers: TestProgram[]
  restart(index: number): Promise<void>
}

async function startSite(t: TestContext, cluster: Cluster): Promise<Site> {
  const database = await cluster.newDatabase()
  const cable = await startCable(t, database)
  // The first server's connection is cut.
  const start = (index: number) =>
    startProgram(t, { env: { DATABASE_URL: index === 0 ? cable.address : database, RATE_LIMIT: 'off' } })
  const servers = [await start(0), await start(1), await start(2)]
  return {
    cluster,
    database,
    cable,
    servers,
    async restart(index) {
      await servers[index]?.stop('SIGKILL')
      servers[index] = await start(index)
    },
  }
}

postgresTest(
  `in ${rounds} rounds of trouble under 33 writers nothing acknowledged is lost or there twice, and every server catches up`,
  async (t) => {
    const site = await startSite(t, await newCluster(t))
    const headers = await (site.servers[0] as TestProgram).signIn()
    const acknowledged: string[] = []
    let stopped = false
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !stopped; n++) {
        const server = site.servers[writer % 3] as TestProgram
        const id = `${writer}-${n}`
        // A save that got no answer is sent again, as the back office does it.
        for (;;) {
          const { code } = await server
            .post('/v1/news/saveNews', { newTitle: id, requestId: id }, { headers })
            .catch(() => ({ code: 0 }))
          if (code === 200) {
            acknowledged.push(id)
            break
          }
          if (stopped) return
          // As a browser would: not at once, or the retries alone keep the machine busy.
          await delay(20)
          if (server !== site.servers[writer % 3]) break
        }
      }
    }
    const writers = Array.from({ length: writersPerServer * 3 }, (_, writer) => write(writer))
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.length
      const [name, cause] = troubles[round % troubles.length] as (typeof troubles)[number]
      await until(() => acknowledged.length > before + 20)
      await cause(site)
      await until(() => acknowledged.length > before + 60)
      const title = `mark-${round}`
      let newId = ''
      await until(async () => {
        const saved = await site.servers[1]
          ?.post('/v1/news/saveNews', { newTitle: title, requestId: title }, { headers })
          .catch(() => undefined)
        newId = saved?.data?.newId ?? ''
        return newId !== ''
      })
      const started = performance.now()
      for (const server of site.servers)
        await until(async () => (await pageOf(server, `/xwdtDet?newId=${newId}`)).includes(title))
      t.diagnostic(
        `${name}: ${acknowledged.length} saves acknowledged, every page caught up after ${Math.round(performance.now() - started)} ms`,
      )
    }
    stopped = true
    await Promise.all(writers)
    const rows = await run<{ title: string }>(
      site.database,
      "select body->>'newTitle' as title from zhuzhan_records where collection = 'news' and body is not null",
    )
    const titles = rows.map(({ title }) => title)
    assert.equal(new Set(titles).size, titles.length, 'none is there twice')
    assert.deepEqual(
      acknowledged.filter((id) => !titles.includes(id)),
      [],
    )
    for (const server of site.servers) {
      await until(async () => (await server.post('/v1/news/list', { page: 1, limit: 1 })).data.count === titles.length)
    }
  },
)

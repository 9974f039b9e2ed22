import assert from 'node:assert/strict'
import { as } from '../operations/site.ts'
import { startServer, type TestServer } from '../server.ts'
import { postgresTest } from './cluster.ts'
import { until } from './until.ts'

const count = 30
const everyTenth = [10, 20]

postgresTest(
  'two servers, killed at every tenth row, publish each record once, and put each back',
  async (t, cluster) => {
    const address = await cluster.newDatabase()
    const start = (): Promise<TestServer> => startServer(t, { env: { DATABASE_URL: address, RATE_LIMIT: 'off' } })
    const servers = [await start(), await start()]
    const first = await as(servers[0] ?? assert.fail())
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(await first.draft(`第${i}`))
    const draftOf = async (id: string) =>
      (await (await as(servers.at(-1) ?? assert.fail())).call('draft/detail', { kind: 'news', id })).data
    const before = await draftOf(ids[0] ?? '')

    /** Ends the one that leads, and starts another, whenever so many rows are done. */
    async function killed(work: (site: Awaited<ReturnType<typeof as>>) => Promise<{ id: string }>): Promise<string> {
      const { id } = await work(await as(servers[0] ?? assert.fail()))
      for (const rows of everyTenth) {
        const [leader, other] = [servers.shift() ?? assert.fail(), await as(servers[0] ?? assert.fail())]
        await until(async () => {
          const { done, state } = await other.operation('detail', { id })
          return done >= rows || state === 'done' || state === 'undone'
        })
        await leader.stop('SIGKILL')
        servers.push(await start())
      }
      return id
    }
    const rows = ids.map((id) => ({ kind: 'news', id }))
    const id = await killed((site) => site.operation('start', { what: 'publish', rows }))
    const site = await as(servers[0] ?? assert.fail())
    const done = await site.ended(await site.operation('detail', { id }))
    assert.deepEqual([done.state, done.done, done.failed], ['done', count, []])
    assert.deepEqual(
      await site.published(),
      ids.map((_, i) => `第${i}`),
    )

    await killed((one) => one.operation('undo', { id }))
    const last = await as(servers[0] ?? assert.fail())
    const undone = await last.ended(await last.operation('detail', { id }))
    assert.deepEqual([undone.state, undone.left, await last.published()], ['undone', [], []])
    assert.equal((await last.drafts()).length, count)
    assert.deepEqual(await draftOf(ids[0] ?? ''), before)
  },
)

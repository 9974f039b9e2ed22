import assert from 'node:assert/strict'
import type { Operation, SentRow, StagedInput } from '../../../contract/calls/operations.ts'
import { as } from '../../acts/site.ts'
import { startProgram, type TestProgram } from '../../server.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { until } from '../../postgres/until.ts'

const count = 30
const everyTenth = [10, 20]
/** What an import has made is in the trash after its undo. */
const imported = '新'
type Site = Awaited<ReturnType<typeof as>>

postgresTest(
  'two servers, killed at every tenth row of each operation, do each row once, and put each back',
  async (t, cluster) => {
    const address = await cluster.newDatabase()
    const start = (): Promise<TestProgram> =>
      startProgram(t, { env: { DATABASE_URL: address, RATE_LIMIT: 'off', SEED: 'on' } })
    const servers = [await start(), await start()]
    const site = (): Promise<Site> => as(servers[0] ?? assert.fail())
    const first = await site()
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(await first.draft(`第${i}`))
    const [id] = ids
    const products: SentRow[] = []
    for (let i = 0; i < count; i++)
      products.push({
        kind: 'product',
        id: (await first.call('product/saveProduct', { coverName: `品${i}`, locationId: 'zhgd' })).data.productId,
      })

    /** Ends the one that leads, and starts another, whenever so many rows are done. */
    async function killed(work: (site: Site) => Promise<Operation>): Promise<Operation> {
      const operation = await work(await site())
      for (const rows of everyTenth) {
        const [leader, other] = [servers.shift() ?? assert.fail(), await site()]
        await until(async () => {
          const { done, state } = await other.operation('detail', { id: operation.id })
          return done >= rows || state === 'done' || state === 'undone'
        })
        await leader.stop('SIGKILL')
        servers.push(await start())
      }
      const last = await site()
      return last.ended(await last.operation('detail', { id: operation.id }))
    }
    const seen = async (): Promise<object> => {
      const { call, published, drafts, trash } = await site()
      const details = ['news/detailNews', 'draft/detail'].map((path) => call(path, { newId: id, kind: 'news', id }))
      const groups = (await call('product/list', { limit: 1000 })).data.data.map((row: object) => Object.values(row))
      const deleted = (await trash()).filter((title) => !title.startsWith(imported)).sort()
      return [await published(), await drafts(), deleted, groups, await Promise.all(details)]
    }
    const news = ids.map((each): SentRow => ({ kind: 'news', id: each }))
    const isThere = async (what: Operation['what'], rows: SentRow[], options: object = {}): Promise<void> => {
      const before = await seen()
      const done = await killed(({ operation }) => operation('start', { what, rows, options }))
      assert.deepEqual([done.state, done.failed], ['done', []])
      assert.notDeepEqual(await seen(), before)
      const undone = await killed(({ operation }) => operation('undo', { id: done.id }))
      assert.deepEqual([undone.state, undone.left], ['undone', []])
      assert.deepEqual(await seen(), before)
    }
    const run = async (what: Operation['what']): Promise<void> => {
      assert.deepEqual((await (await site()).run(what, ids)).failed, [])
    }
    /** An import that was published since. */
    const isTakenBack = async (): Promise<void> => {
      const before = await seen()
      const { call, ended, operation, run: start } = await site()
      const done = await ended(await operation('start', { what: 'import', rows: ids.map(staged) }))
      const { data } = (await call('news/list', { limit: 1000, show: 'drafts' })).data
      const drafts = data.filter(({ newTitle }: { newTitle: string }) => newTitle.startsWith(imported))
      const published = await start(
        'publish',
        drafts.map(({ newId }: { newId: string }) => newId),
      )
      const undone = await killed((each) => each.operation('undo', { id: done.id }))
      assert.deepEqual([undone.state, undone.left], ['undone', []])
      assert.deepEqual(await seen(), before)
      assert.equal((await (await site()).operation('detail', { id: published.id })).state, 'undone')
    }
    await isThere('publish', news)
    await isThere('discard', news)
    await run('publish')
    assert.deepEqual(
      (await (await site()).published()).slice(0, count),
      ids.map((_, i) => `第${i}`),
    )
    await isThere('unpublish', news)
    await isThere('delete', news)
    await isThere('group', products, { group: 'cpxt' })
    await isThere('import', ids.map(staged))
    await isTakenBack()
    await run('delete')
    await isThere('restore', news)
    await isThere('clear', [])
  },
)

function staged(_: string, i: number): SentRow {
  const draft: Partial<StagedInput> = { key: `k${i}`, title: '', fields: { newTitle: imported + i }, group: '' }
  return { kind: 'news', id: '', staged: draft as StagedInput }
}

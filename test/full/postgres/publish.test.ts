import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Accounts, createAccounts } from '../../../server/people/accounts.ts'
import { createSessions } from '../../../server/people/sessions.ts'
import { openDatabase } from '../../../server/store/postgres/database.ts'
import { openPostgresDisk } from '../../../server/store/postgres/postgresDisk.ts'
import { createSchema } from '../../../server/store/postgres/schema.ts'
import { openStore } from '../../../server/store/store.ts'
import { type Answer, startProgram, type TestProgram } from '../../server.ts'
import { type Databases, postgresTest } from '../../postgres/cluster.ts'
import { until } from '../../postgres/until.ts'

type Post = (path: string, body: object) => Promise<Answer>
const rounds = 25

/** Two servers on one database, each as staff use it. */
async function twoServers(
  t: TestContext,
  cluster: Databases,
): Promise<{ posts: [Post, Post]; servers: [TestProgram, TestProgram]; again(): Promise<Post> }> {
  const address = await cluster.newDatabase()
  const start = (): Promise<TestProgram> => startProgram(t, { env: { DATABASE_URL: address, RATE_LIMIT: 'off' } })
  const servers: [TestProgram, TestProgram] = [await start(), await start()]
  const headers = await servers[0].signIn()
  const post =
    (server: TestProgram): Post =>
    (path, body) =>
      server.post(`/v1/${path}`, { kind: 'news', ...body }, { headers })
  return { servers, posts: [post(servers[0]), post(servers[1])], again: async () => post(await start()) }
}

const codes = (answers: readonly Answer[]): unknown[] => answers.map(({ code }) => code).sort()

postgresTest('a draft that two servers publish at once is published once', async (t, cluster) => {
  const {
    posts: [one, two],
  } = await twoServers(t, cluster)
  for (let round = 0; round < rounds; round++) {
    const { newId: id } = (await one('news/saveNews', { newTitle: '标题' })).data
    await one('draft/save', { id, fields: { newTitle: `稿${round}` } })
    await until(async () => (await two('draft/detail', { id })).code === 200)
    assert.deepEqual(codes(await Promise.all([one('draft/publish', { id }), two('draft/publish', { id })])), [200, 404])
    assert.equal((await one('history/list', { id })).data.length, 1)
    for (const post of [one, two])
      await until(async () => (await post('news/detailNews', { newId: id })).data.newTitle === `稿${round}`)
  }
})

postgresTest('a save of a draft while it is published is in what is published, or is refused', async (t, cluster) => {
  const {
    posts: [one, two],
  } = await twoServers(t, cluster)
  const seen = { saved: 0, refused: 0 }
  for (let round = 0; round < rounds; round++) {
    const { id, version } = (await one('draft/save', { fields: { newTitle: '一', newIntro: '一' } })).data
    await until(async () => (await two('draft/detail', { id })).code === 200)
    const [saved, published] = await Promise.all([
      two('draft/save', { id, fields: { newIntro: '二' }, draftVersion: version }),
      one('draft/publish', { id }),
    ])
    assert.equal(published.code, 200)
    assert.ok(saved.code === 200 || saved.code === 409)
    seen[saved.code === 200 ? 'saved' : 'refused']++
    // A server may hear of it a moment later.
    const intro = saved.code === 200 ? '二' : '一'
    for (const post of [one, two])
      await until(async () => (await post('news/detailNews', { newId: id })).data?.newIntro === intro)
    for (const post of [one, two]) assert.equal((await post('draft/detail', { id })).code, 404)
  }
  t.diagnostic(JSON.stringify(seen))
})

postgresTest('what is typed on two servers at once is published merged, or one is refused', async (t, cluster) => {
  const {
    posts: [one, two],
  } = await twoServers(t, cluster)
  for (let round = 0; round < rounds; round++) {
    const body = { fields: { newTitle: '标题', newIntro: '简介' }, requestId: `once-${round}` }
    const added = await Promise.all([one('draft/publish', body), two('draft/publish', body)])
    assert.deepEqual([codes(added), added[0].data], [[200, 200], added[1].data])
    const { id, version: basedOn } = added[0].data
    for (const post of [one, two]) await until(async () => (await post('news/detailNews', { newId: id })).code === 200)
    const publish = (post: Post, fields: object) => post('draft/publish', { id, fields, basedOn, draftVersion: '' })
    const merged = await Promise.all([publish(one, { newTitle: '甲' }), publish(two, { newIntro: '乙' })])
    assert.deepEqual(codes(merged), [200, 200])
    for (const post of [one, two])
      await until(async () => {
        const { newTitle, newIntro } = (await post('news/detailNews', { newId: id })).data
        return newTitle === '甲' && newIntro === '乙'
      })
    assert.equal((await one('history/list', { id })).data.length, 2, 'two versions were replaced')
    const clashes = await Promise.all([publish(one, { newTitle: '丙' }), publish(two, { newTitle: '丁' })])
    assert.deepEqual(codes(clashes), [409, 409], 'both began before 甲')
    const latest = { id, basedOn: (await one('news/detailNews', { newId: id })).data.version, draftVersion: '' }
    const last = await Promise.all(
      [one, two].map((post, n) => post('draft/publish', { ...latest, fields: { newTitle: `最后${n}` } })),
    )
    assert.deepEqual(codes(last), [200, 409])
  }
})

postgresTest('of a deletion and an update at once nothing is lost and nothing is in two places', async (t, cluster) => {
  const {
    posts: [one, two],
  } = await twoServers(t, cluster)
  const seen = { updatedFirst: 0, deletedFirst: 0 }
  for (let round = 0; round < rounds; round++) {
    const { newId } = (await one('news/saveNews', { newTitle: '标题' })).data
    await one('draft/save', { id: newId, fields: { newIntro: '草稿' } })
    await until(async () => (await two('draft/detail', { id: newId })).code === 200)
    const [updated, deleted] = await Promise.all([
      two('news/updateNews', { newId, newTitle: '改' }),
      one('news/deleteNews', { newId }),
    ])
    assert.equal(deleted.code, 200)
    assert.ok(updated.code === 200 || updated.code === 404)
    await until(async () => (await two('news/detailNews', { newId })).code === 404)
    assert.equal((await one('draft/detail', { id: newId })).code, 404)
    assert.deepEqual(
      codes(await Promise.all([one('act/restore', { ids: [newId] }), two('act/restore', { ids: [newId] })])),
      [200, 409],
    )
    for (const post of [one, two]) await until(async () => (await post('draft/detail', { id: newId })).code === 200)
    assert.equal((await one('news/detailNews', { newId })).data.newTitle, updated.code === 200 ? '改' : '标题')
    if (updated.code === 200) seen.updatedFirst++
    else seen.deletedFirst++
    assert.equal((await one('trash/list', {})).data.count, 0)
  }
  t.diagnostic(JSON.stringify(seen))
})

postgresTest(
  'a first draft that is acknowledged while another server deletes its record is there when that is restored',
  async (t, cluster) => {
    const {
      posts: [one, two],
      servers,
      again,
    } = await twoServers(t, cluster)
    const seen = { saved: 0, refused: 0 }
    const races: { id: string; isSaved: boolean }[] = []
    const restored = async (post: Post, { id, isSaved }: { id: string; isSaved: boolean }): Promise<void> => {
      assert.equal((await post('act/restore', { ids: [id] })).code, 200)
      const draft = await post('draft/detail', { id })
      assert.equal(draft.data?.fields?.newTitle, isSaved ? '草稿' : undefined)
    }
    for (let round = 0; round < 2 * rounds; round++) {
      const { newId: id } = (await one('news/saveNews', { newTitle: '标题' })).data
      await until(async () => (await two('news/detailNews', { newId: id })).code === 200)
      const [deleted, saved] = await Promise.all([
        delay(round % 8).then(() => one('news/deleteNews', { newId: id })),
        delay(2).then(() => two('draft/save', { id, fields: { newTitle: '草稿' } })),
      ])
      assert.equal(deleted.code, 200)
      assert.ok(saved.code === 200 || saved.code === 404)
      const race = { id, isSaved: saved.code === 200 }
      seen[race.isSaved ? 'saved' : 'refused']++
      if (round % 2) await restored(one, race)
      else races.push(race)
    }
    t.diagnostic(JSON.stringify(seen))
    for (const server of servers) await server.stop('SIGKILL')
    const post = await again()
    for (const race of races) await restored(post, race)
  },
)

postgresTest(
  'of two pages that two servers publish at one address at once, one is refused, whichever way',
  async (t, cluster) => {
    const {
      posts: [one, two],
    } = await twoServers(t, cluster)
    const page = (pagePath: string) => ({ pageTitle: '页面', pagePath, pageBody: '' })
    const paths = async (): Promise<string[]> =>
      (await one('pages/list', { limit: 999 })).data.data.map(({ pagePath }: { pagePath: string }) => pagePath).sort()
    for (let round = 0; round < 20; round++) {
      const both = await Promise.all([one, two].map((post) => post('pages/save', page(`s${round}`))))
      assert.deepEqual(codes(both), [200, 400], `round ${round}`)
      const draft = (post: Post) => post('draft/save', { kind: 'page', fields: page(`d${round}`) })
      const [first, second] = [await draft(one), await draft(two)]
      const published = await Promise.all([
        one('draft/publish', { kind: 'page', id: first.data.id }),
        two('draft/publish', { kind: 'page', id: second.data.id }),
      ])
      assert.deepEqual(codes(published), [200, 400], `round ${round}`)
      const typed = { kind: 'page', fields: page(`t${round}`) }
      const atOnce = await Promise.all([one, two].map((post) => post('draft/publish', typed)))
      assert.deepEqual(codes(atOnce), [200, 400], `round ${round}`)
    }
    await until(async () => (await paths()).length === 60)
    assert.equal(new Set(await paths()).size, 60)
  },
)

postgresTest('of two accounts of one name that two servers add at once, one is refused', async (t, cluster) => {
  const address = await cluster.newDatabase()
  const newServer = async (): Promise<Accounts> => {
    const database = openDatabase(address, { onWarning: () => {} })
    await createSchema(database)
    const store = await openStore({
      disk: await openPostgresDisk(database, { log: () => {} }),
      now: Date.now,
      log: () => {},
    })
    t.after(() => store.close())
    return createAccounts(
      store,
      createSessions(store, Date.now, () => {}),
      Date.now,
      false,
    )
  }
  const servers = [await newServer(), await newServer()]
  for (let round = 0; round < 20; round++) {
    const added = await Promise.allSettled(
      servers.map((server, n) => server.add(`${n ? 'LI' : 'li'}${round}`, 'x', 'service')),
    )
    assert.deepEqual(added.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], `round ${round}`)
  }
})

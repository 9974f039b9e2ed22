import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { openDatabase } from '../../../server/store/postgres/database.ts'
import { locks } from '../../../server/store/postgres/schema.ts'
import { startServer, type TestServer } from '../../server.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'
import { type Databases, isLock, postgresTest } from '../../postgres/cluster.ts'
import { run } from '../../postgres/startCluster.ts'
import { until } from '../../postgres/until.ts'

const bytes = readFileSync(
  new URL('../../../data/seed/media/certificate/05.9d23dc54.640x900.ecd1c1.240w.480w.png', import.meta.url),
)

async function startServers(
  t: TestContext,
  database: string,
  env: Record<string, string> = {},
): Promise<[TestServer, TestServer]> {
  const start = () => startServer(t, { env: { DATABASE_URL: database, RATE_LIMIT: 'off', ...env } })
  return Promise.all([start(), start()])
}

/** Two servers that have the same picture in their libraries. */
async function startLibraries(t: TestContext, { newDatabase }: Databases) {
  const database = await newDatabase()
  const [one, two] = await startServers(t, database)
  const headers = await one.signIn()
  const upload = (server: TestServer) =>
    uploadPicture(server, headers, bytes, {
      fields: {
        w480: readFileSync(new URL('../../../data/seed/media/certificate/05.9d23dc54.480w.webp', import.meta.url)),
      },
    })
  const { data: address } = await upload(one)
  const detail = (server: TestServer) => server.post('/v1/media/detail', { address }, { headers })
  await until(async () => (await detail(two)).code === 200)
  const { mediaId } = (await detail(one)).data
  const remove = (server: TestServer) => server.post('/v1/media/delete', { mediaIds: [mediaId] }, { headers })
  return { database, one, two, headers, address, upload, detail, remove }
}

/** A statement that keeps its locks until `release` is called. */
async function locked(t: TestContext, database: string, statement: string): Promise<{ release(): Promise<void> }> {
  const holder = openDatabase(database, { connections: 1, onWarning: () => {} })
  t.after(() => holder.close())
  await holder.query(`begin; ${statement}`)
  return { release: async () => void (await holder.query('commit')) }
}

/** Changes of the other servers are found by looking for them alone, which happens every few seconds. */
async function withoutNotices(database: string): Promise<void> {
  const [found] = await run<{ definition: string }>(
    database,
    "select pg_get_functiondef('zhuzhan_write'::regproc) as definition",
  )
  const silent = found?.definition.replace(/perform pg_notify[^;]*;/, '')
  assert.notEqual(silent, found?.definition)
  await run(database, silent ?? '')
}

async function isServed({ one, two, address, detail }: Awaited<ReturnType<typeof startLibraries>>): Promise<void> {
  for (const server of [one, two]) {
    await until(async () => (await detail(server)).code === 200)
    assert.equal((await detail(server)).data.missing, undefined)
    for (const file of [address, address.replace(/\.\d+x.*$/, '.480w.webp')]) {
      assert.equal((await fetch(server.url + file)).status, 200, file)
    }
  }
}

postgresTest('a picture that is uploaded again while another server is deleting it stays', async (t, cluster) => {
  const servers = await startLibraries(t, cluster)
  const { database, one, two, address, upload, detail, remove } = servers
  const lock = await locked(t, database, 'select from zhuzhan_uploads for key share')
  const removed = remove(one)
  await until(async () => (await detail(two)).code === 404)
  assert.equal((await upload(two)).data, address)
  await lock.release()
  await removed
  await isServed(servers)
})

postgresTest('a picture that another server deletes in the middle of its upload stays', async (t, cluster) => {
  const servers = await startLibraries(t, cluster)
  const { database, one, two, address, upload, detail, remove } = servers
  const files = await locked(t, database, 'select from zhuzhan_uploads for update')
  const removed = remove(one)
  await until(async () => (await detail(two)).code === 404)
  const records = await locked(t, database, `select pg_advisory_xact_lock(${locks.write})`)
  const uploaded = upload(two)
  await until(
    async () => (await run(database, `select from pg_locks where ${isLock(locks.write)} and not granted`)).length > 0,
  )
  await files.release()
  assert.equal((await removed).code, 200)
  await records.release()
  assert.equal((await uploaded).data, address)
  await isServed(servers)
})

postgresTest(
  'a picture is in the library after its upload to a server that has not heard of its deletion',
  async (t, cluster) => {
    const servers = await startLibraries(t, cluster)
    const { database, one, two, address, upload, remove } = servers
    await withoutNotices(database)
    assert.equal((await remove(one)).code, 200)
    assert.equal((await upload(two)).data, address)
    await isServed(servers)
  },
)

postgresTest('a picture is not deleted by a server that has not heard of what uses it', async (t, cluster) => {
  const servers = await startLibraries(t, cluster)
  const { database, one, two, headers, address, remove } = servers
  await withoutNotices(database)
  assert.equal(
    (
      await two.post(
        '/v1/news/saveNews',
        { newTitle: '开工', newIntro: '简介', newCover: address, newInfo: '<p>正文</p>' },
        { headers },
      )
    ).code,
    200,
  )
  assert.equal((await remove(one)).code, 409)
  await isServed(servers)
})

postgresTest(
  'a legal text that is refused is not kept by a server that has not heard of the other one',
  async (t, { newDatabase }) => {
    const database = await newDatabase()
    const [one, two] = await startServers(t, database, { SEED: 'on' })
    const headers = await one.signIn()
    const { privacy, version } = (await one.post('/v1/site/detail')).data
    await until(async () => (await two.post('/v1/indexLogin/userInfo', {}, { headers })).code === 200)
    await withoutNotices(database)
    const save = (server: TestServer, body: string) =>
      server.post('/v1/site/update', { privacy: { ...privacy, body }, basedOn: version }, { headers })
    assert.equal((await save(one, '<p>甲</p>')).code, 200)
    assert.equal((await save(two, '<p>乙</p>')).code, 409)
    const history = { kind: 'site', id: 'site' }
    const versions = (await two.post('/v1/history/list', history, { headers })).data.map(
      (row: { version: string }) => row.version,
    )
    assert.deepEqual(versions, [version])
    const { fields } = (await two.post('/v1/history/detail', { ...history, version }, { headers })).data
    assert.equal(fields.privacy.body, privacy.body)
  },
)

postgresTest(
  'of two administrators who disable each other at once on two servers, one stays, and the other is out everywhere',
  async (t, { newDatabase }) => {
    const database = await newDatabase()
    const [one, two] = await startServers(t, database)
    const headers = await one.signIn()
    const info = (server: TestServer, as: Record<string, string>) =>
      server.post('/v1/indexLogin/userInfo', {}, { headers: as })
    const own = (await info(one, headers)).data.userId
    const {
      data: { userId, password },
    } = await one.post('/v1/account/save', { name: '孙工', role: 'admin' }, { headers })
    const as = await one.signIn({ username: '孙工', password })
    await until(async () => (await info(two, as)).code === 200)

    const hold = await locked(t, database, `select pg_advisory_xact_lock(${locks.write})`)
    const disable = (server: TestServer, id: string, by: Record<string, string>) =>
      server.post('/v1/account/update', { userId: id, disabled: true }, { headers: by })
    const tried = [disable(one, userId, headers), disable(two, own, as)]
    await until(
      async () =>
        (await run(database, `select from pg_locks where ${isLock(locks.write)} and not granted`)).length >= 2,
    )
    await hold.release()
    const statuses = (await Promise.all(tried)).map(({ status }) => status)
    assert.deepEqual([...statuses].sort(), [200, 409])
    const [stays, goes] = statuses[0] === 200 ? [headers, as] : [as, headers]
    for (const server of [one, two]) {
      await until(async () => (await info(server, goes)).status === 401)
      assert.equal((await info(server, stays)).status, 200)
    }
  },
)

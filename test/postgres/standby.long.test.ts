import assert from 'node:assert/strict'
import { startServer } from '../server.ts'
import { postgresTest } from './cluster.ts'
import { run } from './startCluster.ts'
import { until } from './until.ts'

postgresTest('a database that accepts no writes, as a standby, is read from; saves are refused with a message until it does', async (t, cluster) => {
  const database = await cluster.newDatabase()
  const server = await startServer(t, { env: { DATABASE_URL: database } })
  const headers = await server.signIn()
  assert.equal((await server.post('/v1/news/saveNews', { newTitle: '之前' }, { headers })).code, 200)
  const admin = database.replace(/\/[^/]*$/, '/postgres')
  const name = new URL(database).pathname.slice(1)
  const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
    await run(admin, `alter database ${name} set default_transaction_read_only = ${value}`)
    await run(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
  await setReadOnly('on')
  await until(async () => ((await (await fetch(`${server.url}/healthz`)).json()) as { status: string }).status === 'reading only')
  const refused = await server.post('/v1/news/saveNews', { newTitle: '其间' }, { headers })
  assert.equal(refused.code, 503)
  assert.match(refused.msg, /数据库/)
  assert.equal((await server.post('/v1/news/list', { page: 1, limit: 1 })).data.count, 1)
  await setReadOnly('off')
  await until(async () => (await server.post('/v1/news/saveNews', { newTitle: '之后' }, { headers })).code === 200)
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder, startServer } from '../server.ts'
import { postgresTest } from './cluster.ts'
import { postgresPrograms } from './startCluster.ts'

postgresTest('pg_dump and pg_restore, as docs/scaling.md shows them, restore the complete site', async (t, cluster) => {
  const programs = postgresPrograms ?? ''
  if (!existsSync(join(programs, 'pg_dump'))) return t.skip('no pg_dump was found')
  const [database, empty] = [await cluster.newDatabase(), await cluster.newDatabase()]
  const first = await startServer(t, { env: { DATABASE_URL: database, SEED: 'on' } })
  const headers = await first.signIn()
  const { data } = await first.post('/v1/news/saveNews', { newTitle: '备份之前' }, { headers })
  const page = async (url: string): Promise<string> => (await fetch(`${url}/xwdtDet?newId=${data.newId}`)).text()
  assert.match(await page(first.url), /备份之前/)

  // While the server runs.
  const archive = join(newFolder(t), 'site.dump')
  execFileSync(join(programs, 'pg_dump'), ['--format=custom', `--file=${archive}`, database])
  execFileSync(join(programs, 'pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${empty}`, archive])

  const second = await startServer(t, { env: { DATABASE_URL: empty } })
  assert.match(await page(second.url), /备份之前/)
  const count = async (server: typeof first): Promise<number> => (await server.post('/v1/news/list', { page: 1, limit: 1 })).data.count
  assert.equal(await count(second), await count(first))
  assert.equal((await second.post('/v1/news/saveNews', { newTitle: '恢复之后' }, { headers })).code, 200)
})

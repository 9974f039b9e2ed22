import assert from 'node:assert/strict'
import { newFolder, startProgram } from '../../server.ts'
import { openDatabase } from '../../../server/store/postgres/database.ts'
import { postgresTest } from '../../postgres/cluster.ts'

postgresTest('servers on one database write one log, which a killed one has not lost', async (t, { newDatabase }) => {
  const DATABASE_URL = await newDatabase()
  const start = () => startProgram(t, { folder: newFolder(t), env: { DATABASE_URL } })
  const [one, two] = [await start(), await start()]
  const [first, second] = [{ headers: await one.signIn() }, { headers: await two.signIn() }]
  const ids: string[] = []
  for (let i = 0; i < 20; i++) {
    const { post } = i % 2 ? one : two
    ids.push((await post('/v1/news/saveNews', { newTitle: `标题${i}` }, i % 2 ? first : second)).data.newId)
  }
  await two.stop('SIGKILL')
  const { data, count } = (await one.post('/v1/log/list', { limit: 100, action: 'save' }, first)).data
  assert.equal(count, 20)
  const lines = data.map(({ id, title }: { id: string; title: string }) => `${id} ${title}`)
  assert.deepEqual(lines, ids.map((id, i) => `${id} 标题${i}`).reverse())
  assert.equal((await one.post('/v1/log/list', { limit: 5, page: 2, user: 'admin' }, first)).data.count, 22)
  assert.equal((await one.post('/v1/log/list', { user: 'li' }, first)).data.count, 0)

  const database = openDatabase(DATABASE_URL, { onWarning: () => {} })
  t.after(() => database.close())
  await database.query("insert into zhuzhan_log (day, line) values ('2020-01-01', '{}')")
  assert.equal((await one.post('/v1/log/list', {}, first)).data.count, 23)
  await one.stop()
  const again = await start()
  const headers = await again.signIn()
  assert.equal(
    (await again.post('/v1/log/list', {}, { headers })).data.count,
    24,
    'a new store erases nothing for a day',
  )
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OpenDatabase } from '../../../server/store/postgres/database.ts'
import { startCable } from '../../postgres/cable.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { run } from '../../postgres/startCluster.ts'
import { until } from '../../postgres/until.ts'

// The package is patched where it is bundled.
const program = new URL('../../../dist/postgres.mjs', import.meta.url).href
const { openDatabase } = (await import(program)) as { openDatabase: OpenDatabase }

postgresTest(
  'connections that are lost while queries are being sent do not stop the next ones',
  async (t, { newDatabase }) => {
    const cable = await startCable(t, await newDatabase())
    const database = openDatabase(cable.address, { connections: 1, onWarning: () => {} })
    t.after(() => database.close())
    const answers = (): Promise<boolean> =>
      database.query('select 1').then(
        () => true,
        () => false,
      )
    for (let round = 0; round < 5; round++) {
      await until(answers)
      cable.cut()
      const during: Promise<boolean>[] = []
      // One in each turn of the loop, so that one is on its way at the moment in which the connection closes.
      for (let n = 0; n < 20; n++) {
        during.push(answers())
        await nextTurn()
      }
      await Promise.all(during)
      cable.restore()
    }
    await until(answers)
    assert.equal(cable.unused(), 0, 'connections on which nothing was sent until they were given up')
  },
)

postgresTest(
  'a connection that is lost before its first answer rejects the query, and nothing else',
  async (t, { newDatabase }) => {
    const cable = await startCable(t, await newDatabase())
    const database = openDatabase(cable.address, { connections: 1, onWarning: () => {} })
    t.after(() => database.close())
    cable.cutAtFirstQuery()
    for (let n = 0; n < 3; n++)
      await assert.rejects(database.query('select $1::text', ['a']), { code: 'CONNECTION_CLOSED' })
    cable.restore()
    assert.deepEqual(await database.query('select $1::text as text', ['a']), [{ text: 'a' }])
  },
)

test('the server that runs on files does not contain the package', () => {
  const bundle = (name: string): string => readFileSync(new URL(`../../../dist/${name}.mjs`, import.meta.url), 'utf8')
  assert.match(bundle('postgres'), /CONNECTION_DESTROYED/)
  assert.doesNotMatch(bundle('serve'), /CONNECTION_DESTROYED/)
})

postgresTest(
  'a network that goes silent is given up after a time, and the channels are listened to again',
  async (t, { newDatabase }) => {
    const address = await newDatabase()
    const cable = await startCable(t, address)
    const database = openDatabase(cable.address, { onWarning: () => {} })
    t.after(() => database.close())
    const heard: string[] = []
    let listening = 0
    await database.listen(
      'news',
      (payload) => void heard.push(payload),
      () => void listening++,
    )
    await database.query('select 1')
    cable.silence()
    await assert.rejects(database.query('select 1', [], 300), /has not answered for 0.3 s/)
    cable.restore()
    await until(() =>
      database.query('select 1', [], 1_000).then(
        () => true,
        () => false,
      ),
    )
    await until(() => listening === 2)
    await run(address, "select pg_notify('news', 'again')")
    await until(() => heard.includes('again'))
  },
)

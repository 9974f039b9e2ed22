import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Database, openDatabase } from '../../../server/store/postgres/database.ts'
import { openPostgresDisk, type PostgresDisk } from '../../../server/store/postgres/postgresDisk.ts'
import { createSchema, locks } from '../../../server/store/postgres/schema.ts'
import { openSiteDatabase, type SiteDatabase } from '../../../server/store/postgres/siteDatabase.ts'
import { SaveFailure } from '../../../server/store/writeQueue.ts'
import { isLock, postgresTest } from '../../postgres/cluster.ts'
import { endConnections, othersHere, run } from '../../postgres/startCluster.ts'
import { until } from '../../postgres/until.ts'
import { note, type Notes, openNotes, readableLog, texts } from '../../store/help.ts'

async function openDisk(t: TestContext, address: string, pollMs?: number): Promise<PostgresDisk> {
  const { log } = readableLog()
  const database = openDatabase(address, { onWarning: () => {} })
  await createSchema(database)
  const disk = await openPostgresDisk(database, { log, ...(pollMs !== undefined && { pollMs }) })
  t.after(() => disk.close())
  return disk
}

postgresTest('what is saved is there for the next start, removed records are not', async (t, { newDatabase }) => {
  const address = await newDatabase()
  const notes = await openNotes(await openDisk(t, address))
  const texts = ['plain', '引号 " \\ 与换行\n', '\u0000 \ud800 lone', 'x'.repeat(100_000)]
  for (const [i, text] of texts.entries()) await notes.put(note(`n${i}`, text, i))
  await notes.put(note('gone', 'gone'))
  await notes.remove('gone')
  const again = await openNotes(await openDisk(t, address))
  assert.deepEqual(Array.from(again.newest(), ({ text }) => text).reverse(), texts)
})

postgresTest(
  'a row that was changed behind the servers is written again, and one that another server has written is not',
  async (t, { newDatabase }) => {
    const address = await newDatabase()
    const database = openDatabase(address, { onWarning: () => {} })
    t.after(() => database.close())
    const [one, two] = [
      await openNotes(await openDisk(t, address, 60_000)),
      await openNotes(await openDisk(t, address, 60_000)),
    ]
    for (const id of ['a', 'b']) await one.put(note(id, 'saved'))
    await until(() => two.get('b') !== undefined)
    assert.equal(await one.mend('a'), false)
    await database.query("update zhuzhan_records set body = '{}'::json where id = 'a'")
    assert.deepEqual([await one.mend('a'), await two.mend('a')], [true, false])
    await two.update('b', (current) => ({ ...current, text: 'newer' }))
    assert.equal(await one.mend('b'), false)
    await one.update('a', (current) => ({ ...current, text: `${current.text} and changed` }))
    const again = await openNotes(await openDisk(t, address))
    assert.deepEqual([again.get('a')?.text, again.get('b')?.text], ['saved and changed', 'newer'])
  },
)

postgresTest('what holds the lock of an operation takes that of a page', async (t, { newDatabase }) => {
  const disk = await openDisk(t, await newDatabase())
  await disk.exclusive('operation/1', () => disk.exclusive('page/a', async () => {}))
})

postgresTest('concurrent changes of one record on several servers all count', async (t, { newDatabase }) => {
  const address = await newDatabase()
  const servers: Notes[] = []
  for (let i = 0; i < 3; i++) servers.push(await openNotes(await openDisk(t, address)))
  await servers[0]?.put(note('a', ''))
  await until(() => servers.every((notes) => notes.get('a') !== undefined))
  const digits = Array.from({ length: 30 }, (_, i) => `${i},`)
  await Promise.all(
    digits.map((digit, i) => servers[i % 3]?.update('a', (current) => ({ ...current, text: current.text + digit }))),
  )
  const [again] = texts((await openNotes(await openDisk(t, address))).newest())
  assert.deepEqual(again?.split(',').sort(), digits.join('').split(',').sort())
})

postgresTest(
  'a change that is committed while a server loads its records is not missed',
  async (t, { newDatabase }) => {
    const address = await newDatabase()
    const other = await openNotes(await openDisk(t, address))
    await other.put(note('a', 'first'))
    const database = openDatabase(address, { onWarning: () => {} })
    const slow: Database = {
      ...database,
      async query<Row>(text: string, parameters?: readonly unknown[]) {
        const rows = await database.query<Row>(text, parameters)
        // Loaded, and on its way, when another server commits.
        if (text.includes('where collection =')) {
          await other.update('a', (current) => ({ ...current, text: 'second' }))
          // Long enough for the notification to arrive before the rows do; nothing else shows that it has.
          await setTimeout(300)
        }
        return rows
      },
    }
    const disk = await openPostgresDisk(slow, { log: readableLog().log, pollMs: 60_000 })
    t.after(() => disk.close())
    const notes = await openNotes(disk)
    await until(() => notes.get('a')?.text === 'second')
  },
)

postgresTest('a lost answer is looked up: what was committed is acknowledged, once', async (t, { newDatabase }) => {
  const address = await newDatabase()
  const disk = await openDisk(t, address)
  const notes = await openNotes(disk)
  await run(
    address,
    'create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$; create trigger slow after insert on zhuzhan_records for each row execute function slow()',
  )
  const saved = assert.rejects(notes.put(note('a', 'text')), SaveFailure)
  const writing = `select from pg_stat_activity where query like '%zhuzhan_write%' and state = 'active' and ${othersHere}`
  await until(async () => (await run(address, writing)).length === 1)
  await endConnections(address)
  await saved
  await run(address, 'drop trigger slow on zhuzhan_records')
  assert.equal(notes.get('a'), undefined)
  await until(() => disk.online)
  await notes.put(note('a', 'again'))
  assert.deepEqual(texts((await openNotes(await openDisk(t, address))).newest()), ['again'])
})

postgresTest('one server leads until its connection ends, then another', async (t, { newDatabase }) => {
  const address = await newDatabase()
  const servers = [1, 2].map(async () => {
    const database = await openSiteDatabase(address, openDatabase, readableLog().log)
    await database.started()
    t.after(async () => {
      await database.close()
      await database.disk.close()
    })
    return database
  })
  const [one, two] = (await Promise.all(servers)) as [SiteDatabase, SiteDatabase]
  assert.deepEqual([await one.leads(), await two.leads(), await one.leads()], [true, false, true])
  await run(address, `select pg_terminate_backend(pid) from pg_locks where ${isLock(locks.leader)}`)
  await until(() => two.leads().catch(() => false))
  await until(async () => !(await one.leads().catch(() => true)))
  assert.deepEqual([await one.leads(), await two.leads()], [false, true])
})

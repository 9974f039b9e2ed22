import { randomUUID } from 'node:crypto'
import type { Job } from '../../system/jobs.ts'
import type { Log } from '../../system/log.ts'
import type { Database, OpenDatabase } from './database.ts'
import { openPostgresDisk, type PostgresDisk } from './postgresDisk.ts'
import { countChannel, createSchema, locks } from './schema.ts'
import { completeName, type UploadRows, uploadRows } from './uploadRows.ts'

/** What the servers on one database have in common besides their records. */
export interface SiteDatabase {
  disk: PostgresDisk
  uploads: UploadRows
  /** Shares what all servers count together, such as failed sign-ins. A server that is cut off misses some. */
  shareFor: ShareCounts
  /** Whether this server does the work that only one of them may do. */
  leads(of?: Job['onlyLeader']): Promise<boolean>
  /** Removes what no server needs any more. For the leader. */
  tidy(): Promise<void>
  /** The names of all collections with records. */
  collections(): Promise<string[]>
  /** Bytes in the database. */
  size(): Promise<{ data: number; uploads: number }>
  started(): Promise<void>
  close(): Promise<void>
}

interface CountEvent {
  key: string
  forget?: boolean
}
/** By the name of what is counted: takes a function that applies the events of other servers, and returns one that sends this server's. */
type ShareCounts = (name: string) => (apply: (event: CountEvent) => void) => (event: CountEvent) => void

/** Servers that were away for longer have to start again, since they can no longer learn what was removed. */
const keptRemovals = '30 days'
const keptWrites = '1 day'
/** Until `started` is called no other server gets beyond this. */
export async function openSiteDatabase(address: string, openDatabase: OpenDatabase, log: Log): Promise<SiteDatabase> {
  const onWarning = (message: string): void => log('warn', `the database: ${message}`)
  const database = openDatabase(address, { onWarning })
  /** Anybody can ask for pictures: that must not keep saves waiting for a connection. */
  const uploads = openDatabase(address, { connections: 2, onWarning })
  /** Holds the locks, which last as long as its connection. */
  const session = openDatabase(address, { connections: 1, onWarning })
  try {
    await session.query(`select pg_advisory_lock(${locks.start})`)
    await createSchema(session)
    const disk = await openPostgresDisk(database, { log })
    return {
      disk,
      uploads: uploadRows(uploads),
      shareFor: await shareCounts(database),
      async leads(of) {
        const lock = of === 'acts' ? locks.acts : locks.leader
        // A new connection has lost the lock, and one that holds it would take it twice.
        const [row] = await session.query<{ leads: boolean }>(
          `select exists (select from pg_locks where locktype = 'advisory' and objid = ${lock} and pid = pg_backend_pid()) or pg_try_advisory_lock(${lock}) as leads`,
        )
        return row?.leads ?? false
      },
      async tidy() {
        await database.query(
          `delete from zhuzhan_records where body is null and changed_at < now() - interval '${keptRemovals}'`,
        )
        await database.query(
          `delete from zhuzhan_films where name !~ '${completeName}' and made_at < now() - interval '7 days'`,
        )
        await database.query(`delete from zhuzhan_writes where made_at < now() - interval '${keptWrites}'`)
      },
      async collections() {
        return (
          await database.query<{ collection: string }>(
            'select distinct collection from zhuzhan_records where body is not null',
          )
        ).map(({ collection }) => collection)
      },
      async size() {
        const [row] = await database.query<{ data: number; uploads: number }>(
          `select (pg_total_relation_size('zhuzhan_records') + pg_total_relation_size('zhuzhan_log'))::float8 as data,
            (pg_total_relation_size('zhuzhan_uploads') + pg_total_relation_size('zhuzhan_films'))::float8 as uploads`,
        )
        return row ?? { data: 0, uploads: 0 }
      },
      async started() {
        await session.query(`select pg_advisory_unlock(${locks.start})`)
      },
      async close() {
        await Promise.all([session.close(), uploads.close()])
      },
    }
  } catch (error) {
    await Promise.all([session.close(), uploads.close(), database.close()])
    throw error
  }
}

/** PostgreSQL takes notifications of at most 7,999 bytes. */
const maxMessageBytes = 7_999

async function shareCounts(database: Database): Promise<ShareCounts> {
  const listeners = new Map<string, (event: CountEvent) => void>()
  const self = randomUUID()
  await database.listen(
    countChannel,
    (payload) => {
      const { from, name, event } = JSON.parse(payload) as { from: string; name: string; event: CountEvent }
      if (from !== self) listeners.get(name)?.(event)
    },
    () => {},
  )
  return (name) => (apply) => {
    listeners.set(name, apply)
    return (event) => {
      const payload = JSON.stringify({ from: self, name, event })
      // Without the database nobody can sign in or apply either.
      if (Buffer.byteLength(payload) <= maxMessageBytes)
        database.query('select pg_notify($1, $2)', [countChannel, payload]).catch(() => {})
    }
  }
}

import type { Log } from '../../log.ts'
import type { Database, OpenDatabase } from './database.ts'
import { openPostgresDisk, type PostgresDisk } from './postgresDisk.ts'
import { countChannel, createSchema, locks } from './schema.ts'

/** What the servers on one database have in common besides their records. */
export interface Shared {
  disk: PostgresDisk
  uploads: UploadRows
  counts: SharedCounts
  /** Whether this server does the work that one of them is to do. */
  leads(): Promise<boolean>
  /** Removes what no server needs any more. For the leader. */
  tidy(): Promise<void>
  /** The names of all collections with records. */
  collections(): Promise<string[]>
  /** Bytes in the database. */
  size(): Promise<{ data: number; uploads: number }>
  started(): Promise<void>
  close(): Promise<void>
}

/** Uploads as rows. They are named after their content and never change, so that each server may keep copies in a folder. */
interface UploadRows {
  list(): Promise<string[]>
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
}

/** What has to be counted by all servers together, such as failed sign-ins. A server that is cut off misses some. */
export interface SharedCounts {
  send(message: CountMessage): void
  subscribe(listener: (message: CountMessage) => void): void
}

interface CountMessage {
  throttle: string
  key: string
  forget?: boolean
}

/** Servers that were away for longer have to start again, since they can no longer learn what was removed. */
const keptRemovals = '30 days'
const keptWrites = '1 day'

/** Until `started` is called no other server gets beyond this. */
export async function openShared(address: string, openDatabase: OpenDatabase, log: Log): Promise<Shared> {
  const onWarning = (message: string): void => log('warn', `the database: ${message}`)
  const database = openDatabase(address, { onWarning })
  /** Holds the locks, which last as long as its connection. */
  const session = openDatabase(address, { connections: 1, onWarning })
  try {
    await session.query(`select pg_advisory_lock(${locks.start})`)
    await createSchema(session)
    const disk = await openPostgresDisk(database, { log })
    return {
      disk,
      uploads: uploadRows(database),
      counts: await sharedCounts(database),
      async leads() {
        // A new connection has lost the lock, and one that holds it would take it twice.
        const [row] = await session.query<{ leads: boolean }>(
          `select exists (select from pg_locks where locktype = 'advisory' and objid = ${locks.leader} and pid = pg_backend_pid()) or pg_try_advisory_lock(${locks.leader}) as leads`,
        )
        return row?.leads ?? false
      },
      async tidy() {
        await database.query(`delete from zhuzhan_records where body is null and changed_at < now() - interval '${keptRemovals}'`)
        await database.query(`delete from zhuzhan_writes where made_at < now() - interval '${keptWrites}'`)
      },
      async collections() {
        return (await database.query<{ collection: string }>('select distinct collection from zhuzhan_records where body is not null')).map(({ collection }) => collection)
      },
      async size() {
        const [row] = await database.query<{ data: number; uploads: number }>(
          "select pg_total_relation_size('zhuzhan_records')::float8 as data, pg_total_relation_size('zhuzhan_uploads')::float8 as uploads",
        )
        return row ?? { data: 0, uploads: 0 }
      },
      async started() {
        await session.query(`select pg_advisory_unlock(${locks.start})`)
      },
      close: () => session.close(),
    }
  } catch (error) {
    await Promise.all([session.close(), database.close()])
    throw error
  }
}

function uploadRows(database: Database): UploadRows {
  return {
    async list() {
      return (await database.query<{ name: string }>('select name from zhuzhan_uploads order by name')).map(({ name }) => name)
    },
    async put(name, bytes) {
      await database.query('insert into zhuzhan_uploads (name, bytes) values ($1, $2) on conflict do nothing', [name, bytes])
    },
    async get(name) {
      const [row] = await database.query<{ bytes: Buffer }>('select bytes from zhuzhan_uploads where name = $1', [name])
      return row?.bytes
    },
  }
}

/** PostgreSQL takes notifications of at most 7,999 bytes. */
const maxMessageBytes = 7_999

async function sharedCounts(database: Database): Promise<SharedCounts> {
  const listeners: ((message: CountMessage) => void)[] = []
  const self = Math.random().toString(36).slice(2)
  await database.listen(
    countChannel,
    (payload) => {
      const { from, message } = JSON.parse(payload) as { from: string; message: CountMessage }
      if (from !== self) for (const listener of listeners) listener(message)
    },
    () => {},
  )
  return {
    send(message) {
      const payload = JSON.stringify({ from: self, message })
      if (Buffer.byteLength(payload) > maxMessageBytes) return
      // Without the database nobody can sign in or apply either.
      database.query('select pg_notify($1, $2)', [countChannel, payload]).catch(() => {})
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}

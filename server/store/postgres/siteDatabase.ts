import { randomUUID } from 'node:crypto'
import { largeFolders } from '../../../contract/rules.ts'
import type { Log } from '../../system/log.ts'
import type { Database, OpenDatabase } from './database.ts'
import { openPostgresDisk, type PostgresDisk } from './postgresDisk.ts'
import { countChannel, createSchema, locks } from './schema.ts'

/** What the servers on one database have in common besides their records. */
export interface SiteDatabase {
  disk: PostgresDisk
  uploads: UploadRows
  /** Shares what all servers count together, such as failed sign-ins. A server that is cut off misses some. */
  shareFor: ShareCounts
  /** Whether this server does the work that only one of them may do. */
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
  large: LargeRows
  /** The names that begin with the prefix. */
  list(prefix?: string): Promise<string[]>
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  /** Removes files, unless there is a record with this id in `media` again. */
  remove(names: readonly string[], mediaId?: string): Promise<void>
  /** Which of these exist and are not being removed. Waits for removals that have begun. */
  held(names: readonly string[]): Promise<ReadonlySet<string>>
  /** The sizes and times of those that exist, by name. */
  facts(names: readonly string[]): Promise<ReadonlyMap<string, { bytes: number; madeAt: number }>>
}

/** Films and documents as rows of a part each, under a name or, until they are complete, under the id of an upload. */
interface LargeRows {
  /** Adds a part; a repeat replaces it. */
  append(name: string, offset: number, bytes: Buffer): Promise<void>
  /** Resolves when all parts are stored; until then there is none of that name. */
  put(name: string, parts: AsyncIterable<Buffer>): Promise<void>
  get(name: string): Promise<AsyncIterable<Buffer> | undefined>
  remove(names: readonly string[]): Promise<void>
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
/** The names of large uploads that are complete. */
const complete = `^(${largeFolders.join('|')})/`

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
      async leads() {
        // A new connection has lost the lock, and one that holds it would take it twice.
        const [row] = await session.query<{ leads: boolean }>(
          `select exists (select from pg_locks where locktype = 'advisory' and objid = ${locks.leader} and pid = pg_backend_pid()) or pg_try_advisory_lock(${locks.leader}) as leads`,
        )
        return row?.leads ?? false
      },
      async tidy() {
        await database.query(
          `delete from zhuzhan_records where body is null and changed_at < now() - interval '${keptRemovals}'`,
        )
        await database.query(
          `delete from zhuzhan_films where name !~ '${complete}' and made_at < now() - interval '7 days'`,
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

/** The names of the first parameter, which is JSON. */
const listed = 'array(select json_array_elements_text($1::text::json))'

function uploadRows(database: Database): UploadRows {
  return {
    large: largeRows(database),
    async list(prefix = '') {
      const stored = `select name from zhuzhan_uploads union select distinct name from zhuzhan_films where name ~ '${complete}'`
      const rows = await database.query<{ name: string }>(
        `select name from (${stored}) as names where starts_with(name, $1) order by name`,
        [prefix],
      )
      return rows.map(({ name }) => name)
    },
    async put(name, bytes) {
      await database.query('insert into zhuzhan_uploads (name, bytes) values ($1, $2) on conflict do nothing', [
        name,
        bytes,
      ])
    },
    async get(name) {
      const [row] = await database.query<{ bytes: Buffer }>('select bytes from zhuzhan_uploads where name = $1', [name])
      return row?.bytes
    },
    async remove(names, mediaId = '') {
      await database.query(`select zhuzhan_remove_uploads(${listed}, $2)`, [JSON.stringify(names), mediaId])
    },
    async held(names) {
      const rows = await database.query<{ name: string }>(
        `select name from zhuzhan_uploads where name = any(${listed}) for key share`,
        [JSON.stringify(names)],
      )
      return new Set(rows.map(({ name }) => name))
    },
    async facts(names) {
      const rows = await database.query<{ name: string; bytes: number; madeAt: number }>(
        `select name, octet_length(bytes)::float8 as bytes, extract(epoch from made_at)::float8 * 1000 as "madeAt" from zhuzhan_uploads where name = any(${listed})
        union all select name, sum(octet_length(bytes))::float8, extract(epoch from min(made_at))::float8 * 1000 from zhuzhan_films where name = any(${listed}) group by name`,
        [JSON.stringify(names)],
      )
      return new Map(rows.map(({ name, ...facts }) => [name, facts]))
    },
  }
}

function largeRows(database: Database): LargeRows {
  const append: LargeRows['append'] = async (name, offset, bytes) => {
    await database.query(
      'insert into zhuzhan_films (name, at, bytes) values ($1, $2, $3) on conflict (name, at) do update set bytes = excluded.bytes',
      [name, offset, bytes],
    )
  }
  const remove: LargeRows['remove'] = async (names) => {
    await database.query(`delete from zhuzhan_films where name = any(${listed})`, [JSON.stringify(names)])
  }
  const has = async (name: string): Promise<boolean> =>
    (await database.query('select from zhuzhan_films where name = $1 limit 1', [name])).length > 0
  return {
    append,
    remove,
    async put(name, parts) {
      if (await has(name)) return
      const temp = `incoming/${randomUUID()}`
      let offset = 0
      for await (const part of parts) {
        await append(temp, offset, part)
        offset += part.length
      }
      // Another server may have stored the same.
      await database.query(
        'update zhuzhan_films set name = $2 where name = $1 and not exists (select from zhuzhan_films where name = $2)',
        [temp, name],
      )
      await remove([temp])
    },
    async get(name) {
      if (!(await has(name))) return undefined
      return partsOf(name)
    },
  }

  async function* partsOf(name: string): AsyncGenerator<Buffer> {
    for (let offset = 0; ; ) {
      const [row] = await database.query<{ bytes: Buffer }>(
        'select bytes from zhuzhan_films where name = $1 and at = $2',
        [name, offset],
      )
      if (!row) return
      yield row.bytes
      offset += row.bytes.length
    }
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

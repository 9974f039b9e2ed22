import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../system/log.ts'
import type { Change, Disk, Loaded } from '../disk.ts'
import { cachedBriefly } from '../healthCheck.ts'
import { KeyedQueue } from '../../system/keyedQueue.ts'
import { SaveFailure, singleWrites, writeQueue } from '../writeQueue.ts'
import { activityRows } from './activityRows.ts'
import { createCommit } from './batches.ts'
import type { Database } from './database.ts'
import { channel, locks } from './schema.ts'

export interface PostgresDisk extends Disk {
  /** Whether the database answers. Without it, everything that was loaded can still be read. */
  readonly online: boolean
  /** The revision up to which the changes of all servers are applied. */
  readonly revision: number
  /** The highest revision that this server has written. */
  readonly written: number
}

interface PostgresDiskOptions {
  log: Log
  /** How often changes are looked for without a notification: these can be lost. */
  pollMs?: number
}

interface Row {
  collection: string
  id: string
  revision: number
  body: string | null
  own: boolean
}

const batchSize = 1_000
const retryMs = 250
/** Shorter than a balancer waits. */
const checkMs = 4_000

/** Records in PostgreSQL, which several servers share. The schema must be there. */
export async function openPostgresDisk(database: Database, options: PostgresDiskOptions): Promise<PostgresDisk> {
  /** Distinguishes the changes of this server from those of others. */
  const server = randomUUID()
  const changes = await createChanges(database, server, options)
  let written = 0
  const rejected: string[] = []
  const queue = writeQueue(createCommit(database, server, { isOnline: () => changes.online, onLost: changes.lost }))
  const write: Disk['write'] = async ([first, ...others], seen) => {
    const revisions = await queue.add([{ ...first, seen }, ...others])
    written = Math.max(written, ...revisions)
    return revisions
  }
  const isReady = async (): Promise<boolean> => {
    await changes.catchUp().catch(() => {})
    return changes.online && isWritable(database)
  }

  return {
    get online() {
      return changes.online
    },
    get revision() {
      return changes.revision
    },
    get written() {
      return written
    },
    ...readerOf(database),
    write,
    ...singleWrites(write),
    quarantine(collection, id, reason) {
      rejected.push(`${collection}/${id}`)
      options.log('error', `${collection}/${id} is not served: ${reason}; it stays in the database`)
    },
    quarantined: async () => rejected,
    exclusive: createExclusive(database, changes),
    activity: activityRows(database),
    follow: changes.follow,
    catchUp: changes.catchUp,
    check: cachedBriefly(() => Promise.race([isReady(), delay(checkMs, false, { ref: false })])),
    async close() {
      await queue.close()
      changes.close()
      await database.close()
    },
  }
}

function readerOf(database: Database): Pick<Disk, 'load' | 'list' | 'read' | 'holds'> {
  const bodyOf = async (collection: string, id: string): Promise<string | undefined> => {
    const query =
      'select body::text as body from zhuzhan_records where collection = $1 and id = $2 and body is not null'
    const [row] = await database.query<{ body: string }>(query, [collection, id])
    return row?.body
  }
  return {
    async load(collection) {
      const rows = await database.query<Row>(
        'select id, revision::float8 as revision, body::text as body from zhuzhan_records where collection = $1 and body is not null',
        [collection],
      )
      return rows.map(({ id, revision, body }): Loaded => ({ id, revision, value: parse(body ?? '') }))
    },
    async list(collection) {
      const query = 'select id from zhuzhan_records where collection = $1 and body is not null'
      return (await database.query<{ id: string }>(query, [collection])).map(({ id }) => id)
    },
    async read(collection, id) {
      const body = await bodyOf(collection, id)
      return body === undefined ? undefined : parse(body)
    },
    async holds(collection, id, _text, readsTheSame) {
      const body = await bodyOf(collection, id)
      return body !== undefined && readsTheSame(parse(body))
    },
  }
}

function createExclusive(database: Database, changes: Pick<Changes, 'online' | 'catchUp'>): Disk['exclusive'] {
  const locked = new KeyedQueue()
  const offline = (cause: unknown): SaveFailure =>
    new SaveFailure({ code: 'OFFLINE', message: String(cause), maybeOnDisk: false })
  return async (key, work) => {
    if (!changes.online) throw offline('the database does not answer')
    let hasBegun = false
    const begin = async (): ReturnType<typeof work> => {
      await changes.catchUp()
      hasBegun = true
      return work()
    }
    // Two connections at most wait with a lock, since the work needs others: an operation's, and that of what it acts on.
    return locked
      .run(key.startsWith('operation/') ? 'operation' : '', () => database.withLock(locks.exclusive, key, begin))
      .catch((cause: unknown) => {
        throw hasBegun ? cause : offline(cause)
      })
  }
}

interface Changes extends Pick<PostgresDisk, 'online' | 'revision' | 'follow' | 'catchUp'> {
  /** Call it when the database has not answered. */
  lost(cause: unknown): void
  close(): void
}

/** The next that have changed. No server keeps histories in memory. */
const rowsAfter = (revision: number, database: Database, server: string): Promise<Row[]> =>
  database.query<Row>(
    `select collection, id, revision::float8 as revision, written_by = $3 as own,
      case when not starts_with(collection, 'history/') then body::text end as body
    from zhuzhan_records where revision > $1 order by revision limit $2`,
    [revision, batchSize, server],
  )

/** Applies the changes of all servers in the order of their revisions, and watches whether the database answers. */
async function createChanges(
  database: Database,
  server: string,
  { log, pollMs = 5_000 }: PostgresDiskOptions,
): Promise<Changes> {
  let apply: ((collection: string, change: Change) => void) | undefined
  let applied = await highestRevision(database)
  let online = true
  let closed = false

  const setOnline = (value: boolean, cause?: unknown): void => {
    if (online === value || closed) return
    online = value
    if (online) return log('info', 'the database answers again')
    log(
      'error',
      'the database does not answer: pages and lists are served from memory, and nothing can be saved',
      cause,
    )
    void repeat(retryMs, () => !online)
  }

  const readChanges = async (): Promise<void> => {
    try {
      for (;;) {
        const rows = await rowsAfter(applied, database, server)
        for (const { collection, id, revision, body, own } of rows) {
          apply?.(collection, { id, revision, own, value: body === null ? undefined : parse(body) })
          applied = revision
        }
        setOnline(true)
        if (rows.length < batchSize) return
      }
    } catch (cause) {
      setOnline(false, cause)
      throw cause
    }
  }
  const catchUp = coalesced(readChanges)
  const catchUpQuietly = (): void => void catchUp().catch(() => {})

  /** Reads changes again and again, until the condition is false. */
  const repeat = async (ms: number, condition: () => boolean): Promise<void> => {
    while (!closed && condition()) {
      await delay(ms, undefined, { ref: false })
      if (!closed) await catchUp().catch(() => {})
    }
  }

  return {
    get online() {
      return online
    },
    get revision() {
      return applied
    },
    lost: (cause) => setOnline(false, cause),
    async follow(listener) {
      apply = listener
      await database.listen(channel, catchUpQuietly, catchUpQuietly)
      void repeat(pollMs, () => true)
    },
    catchUp,
    close() {
      closed = true
    },
  }
}

const parse = (body: string): unknown => JSON.parse(body)

async function highestRevision(database: Database): Promise<number> {
  const [row] = await database.query<{ revision: number }>(
    'select coalesce(max(revision), 0)::float8 as revision from zhuzhan_records',
  )
  return row?.revision ?? 0
}

/** A standby that has not been promoted answers, and takes no writes. */
async function isWritable(database: Database): Promise<boolean> {
  const [row] = await database
    .query<{ writable: boolean }>("select current_setting('transaction_read_only') = 'off' as writable")
    .catch(() => [])
  return row?.writable ?? false
}

/** Runs one at a time. Each caller gets a run that began after the call; callers that wait share it. */
function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    const run = work().finally(() => running === run && (running = undefined))
    running = run
    return run
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}

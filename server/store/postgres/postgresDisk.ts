import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { errorCode } from '../../systemErrors.ts'
import type { Op, WriteResult, WriteError } from '../commit.ts'
import type { Change, Disk, Loaded } from '../disk.ts'
import { cachedBriefly } from '../healthCheck.ts'
import { recordText } from '../records.ts'
import { changedCode, type Commit, writeQueue } from '../writeQueue.ts'
import type { Database } from './database.ts'
import { channel } from './schema.ts'

export interface PostgresDisk extends Disk {
  /** Whether the database answers. Without it, everything that was loaded can still be read. */
  readonly online: boolean
  /** The revision up to which the changes of all servers are applied. */
  readonly revision: number
  /** The highest revision that this server has written. */
  readonly written: number
}

interface Options {
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
/** How long a save whose answer was lost looks for what became of it. */
const lookUpMs = 5_000
/** After this a save looks up what became of it. */
const answerMs = 10_000
/** Shorter than a balancer waits. */
const checkMs = 4_000

/** Records in PostgreSQL, which several servers share. The schema must be there. */
export async function openPostgresDisk(database: Database, { log, pollMs = 5_000 }: Options): Promise<PostgresDisk> {
  /** Distinguishes the changes of this server from those of others. */
  const server = randomUUID()
  let apply: ((collection: string, change: Change) => void) | undefined
  let applied = await highestRevision(database)
  let written = 0
  let online = true
  let closed = false

  const setOnline = (value: boolean, cause?: unknown): void => {
    if (online === value || closed) return
    online = value
    if (online) return log('info', 'the database answers again')
    log('error', 'the database does not answer: pages and lists are served from memory, and nothing can be saved', cause)
    void recover()
  }

  const readChanges = async (): Promise<void> => {
    try {
      for (;;) {
        const rows = await database.query<Row>(
          'select collection, id, revision::float8 as revision, body::text as body, written_by = $3 as own from zhuzhan_records where revision > $1 order by revision limit $2',
          [applied, batchSize, server],
        )
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

  const commit: Commit = async (ops) => {
    if (!online) return ops.map(() => offline)
    const id = randomUUID()
    try {
      return results(ops, await write(database, server, id, ops))
    } catch (error) {
      if (errorCode(error) === readOnly) return ops.map(() => offline)
      if (isRefused(error)) throw error
      setOnline(false, error)
      return results(ops, await lookUp(database, id))
    }
  }
  const queue = writeQueue(commit)
  const add = async (op: Op): Promise<number> => {
    const revision = await queue.add(op)
    written = Math.max(written, revision)
    return revision
  }

  const poll = async (): Promise<void> => {
    while (!closed) {
      await delay(pollMs, undefined, { ref: false })
      if (!closed) await catchUp().catch(() => {})
    }
  }
  const isReady = async (): Promise<boolean> => {
    await catchUp().catch(() => {})
    return online && isWritable(database)
  }
  async function recover(): Promise<void> {
    while (!online && !closed) {
      await delay(retryMs, undefined, { ref: false })
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
    get written() {
      return written
    },
    async load(collection) {
      const rows = await database.query<Row>(
        'select id, revision::float8 as revision, body::text as body from zhuzhan_records where collection = $1 and body is not null',
        [collection],
      )
      return rows.map(({ id, revision, body }): Loaded => ({ id, revision, value: parse(body ?? '') }))
    },
    put: (collection, id, value, expected) => add({ collection, id, text: recordText(value), expected }),
    remove: (collection, id, expected) => add({ collection, id, expected }),
    quarantine(collection, id, reason) {
      log('error', `${collection}/${id} is not served: ${reason}; it stays in the database`)
    },
    async follow(listener) {
      apply = listener
      await database.listen(channel, catchUpQuietly, catchUpQuietly)
      void poll()
    },
    catchUp,
    check: cachedBriefly(() => Promise.race([isReady(), delay(checkMs, false, { ref: false })])),
    async close() {
      await queue.close()
      closed = true
      await database.close()
    },
  }
}

const parse = (body: string): unknown => JSON.parse(body)

async function highestRevision(database: Database): Promise<number> {
  const [row] = await database.query<{ revision: number }>('select coalesce(max(revision), 0)::float8 as revision from zhuzhan_records')
  return row?.revision ?? 0
}

/** A standby that has not been promoted answers, and takes no writes. */
async function isWritable(database: Database): Promise<boolean> {
  const [row] = await database.query<{ writable: boolean }>("select current_setting('transaction_read_only') = 'off' as writable").catch(() => [])
  return row?.writable ?? false
}

/** The result of each write of a batch: its revision, 0 where there was nothing to remove, -1 where another server was faster. */
type Revisions = readonly number[]

async function write(database: Database, server: string, id: string, ops: readonly Op[]): Promise<Revisions> {
  const query = 'select to_json(zhuzhan_write($1, $2, $3::text::json)) as revisions'
  const [row] = await database.query<{ revisions: Revisions }>(query, [server, id, JSON.stringify(ops)], answerMs)
  return row?.revisions ?? []
}

/** 'notDone' for a batch that was not done and never will be; 'unknown' when finding out takes long, which goes on in the background. */
async function lookUp(database: Database, id: string): Promise<Revisions | 'notDone' | 'unknown'> {
  const found = (async (): Promise<Revisions | 'notDone'> => {
    for (;;) {
      try {
        const [row] = await database.query<{ revisions: Revisions | null }>('select to_json(zhuzhan_outcome($1)) as revisions', [id], answerMs)
        return row?.revisions ?? 'notDone'
      } catch {
        await delay(retryMs, undefined, { ref: false })
      }
    }
  })()
  return Promise.race([found, delay(lookUpMs, 'unknown' as const, { ref: false })])
}

function results(ops: readonly Op[], found: Revisions | 'notDone' | 'unknown'): (WriteResult | number)[] {
  if (found === 'notDone') return ops.map(() => offline)
  if (found === 'unknown') return ops.map(() => unknown)
  return ops.map((_op, i) => (found[i] === -1 ? changed : (found[i] ?? unknown)))
}

const offline: WriteError = { code: 'OFFLINE', message: 'the database does not answer', maybeOnDisk: false }
const unknown: WriteError = { code: 'UNKNOWN', message: 'the database has not answered', maybeOnDisk: false }
const changed: WriteError = { code: changedCode, message: 'another server has changed the record', maybeOnDisk: false }

/** What a standby, or a database that is closed for writing, answers to a save. Reading goes on. */
const readOnly = '25006'

/** Whether PostgreSQL itself has answered with an error, which rolls back the batch. After any other error it is unknown what was done. */
const isRefused = (error: unknown): boolean => /^(?!08|57P)[0-9A-Z]{5}$/.test(errorCode(error))

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
    next ??= running.catch(() => {}).then(() => {
      next = undefined
      return start()
    })
    return next
  }
}

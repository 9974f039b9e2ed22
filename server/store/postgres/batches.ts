import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../../system/systemErrors.ts'
import type { Op, WriteError, WriteResult } from '../commit.ts'
import { changedCode, type Commit } from '../writeQueue.ts'
import type { Database } from './database.ts'

const retryMs = 250
/** How long a save whose reply was lost looks for what became of it. */
const lookUpMs = 5_000
/** After this a save looks up what became of it. */
const replyMs = 10_000

interface Connection {
  isOnline(): boolean
  onLost(cause: unknown): void
}

/** Writes a batch for this server, all of it or nothing. */
export function createCommit(database: Database, server: string, { isOnline, onLost }: Connection): Commit {
  return async (ops) => {
    if (!isOnline()) return ops.map(() => offline)
    const id = randomUUID()
    try {
      return results(ops, await writeOps(database, server, id, ops))
    } catch (error) {
      if (errorCode(error) === readOnly) return ops.map(() => offline)
      if (isRefused(error)) throw error
      onLost(error)
      return results(ops, await lookUp(database, id))
    }
  }
}

/** The result of each write of a batch: its revision, 0 where there was nothing to remove, -1 where another server was faster. */
type Revisions = readonly number[]

async function writeOps(database: Database, server: string, id: string, ops: readonly Op[]): Promise<Revisions> {
  const query = 'select to_json(zhuzhan_write($1, $2, $3::text::json)) as revisions'
  const [row] = await database.query<{ revisions: Revisions }>(
    query,
    [server, id, JSON.stringify(chained(ops))],
    replyMs,
  )
  return row?.revisions ?? []
}

/** Ops that come after each other are a chain, of which all or none is done. */
function chained(ops: readonly Op[]): object[] {
  let chain = 0
  return ops.map(({ after, ...op }) => ({ ...op, chain: after ? chain : ++chain }))
}

/** 'notDone' for a batch that was not done and never will be; 'unknown' when finding out takes long, which goes on in the background. */
async function lookUp(database: Database, id: string): Promise<Revisions | 'notDone' | 'unknown'> {
  const outcome = (async (): Promise<Revisions | 'notDone'> => {
    for (;;) {
      try {
        const [row] = await database.query<{ revisions: Revisions | null }>(
          'select to_json(zhuzhan_outcome($1)) as revisions',
          [id],
          replyMs,
        )
        return row?.revisions ?? 'notDone'
      } catch {
        await delay(retryMs, undefined, { ref: false })
      }
    }
  })()
  return Promise.race([outcome, delay(lookUpMs, 'unknown' as const, { ref: false })])
}

function results(ops: readonly Op[], outcome: Revisions | 'notDone' | 'unknown'): (WriteResult | number)[] {
  if (outcome === 'notDone') return ops.map(() => offline)
  if (outcome === 'unknown') return ops.map(() => unknown)
  return ops.map((_op, i) => (outcome[i] === -1 ? changedMeanwhile : (outcome[i] ?? unknown)))
}

const offline: WriteError = { code: 'OFFLINE', message: 'the database does not answer', maybeOnDisk: false }
const unknown: WriteError = { code: 'UNKNOWN', message: 'the database has not answered', maybeOnDisk: false }
const changedMeanwhile: WriteError = {
  code: changedCode,
  message: 'another server has changed the record',
  maybeOnDisk: false,
}

/** What a standby, or a database that is closed for writing, answers to a save. Reading goes on. */
const readOnly = '25006'

/** Whether PostgreSQL itself has answered with an error, which rolls back the batch. After any other error it is unknown what was done. */
const isRefused = (error: unknown): boolean => /^(?!08|57P)[0-9A-Z]{5}$/.test(errorCode(error))

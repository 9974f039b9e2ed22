import { Failure, writeFailure } from '../failure.ts'
import { recordText } from './kind.ts'
import { type Op, type WriteResult, type WriteError, writeErrorOf } from './commit.ts'

/** A number is the record's new revision, for a disk that several servers share. */
export type Commit = (ops: readonly Op[]) => Promise<(WriteResult | number)[]>

/** A failed write; in memory the record is as it was before. */
export class SaveFailure extends Failure {
  /** The new state may be on disk all the same. */
  readonly maybeOnDisk: boolean

  constructor({ code, message, maybeOnDisk }: WriteError) {
    super(...writeFailure(code, 'record'), { cause: Object.assign(new Error(message), { code }) })
    this.name = 'SaveFailure'
    this.maybeOnDisk = maybeOnDisk
  }
}

/** A write that was not done: another server has changed the record since this one read it. */
export class ChangedMeanwhile extends Error {}
export const changedCode = 'CHANGED'

/** A change by itself, as one of several. */
export const singleWrites = (write: (ops: readonly [Op]) => Promise<number[]>) => ({
  put: async (collection: string, id: string, value: object) =>
    (await write([{ collection, id, text: recordText(value) }]))[0] ?? 0,
  remove: async (collection: string, id: string) => (await write([{ collection, id }]))[0] ?? 0,
})

export type WriteQueue = ReturnType<typeof writeQueue>

/** Limits of a batch: how long its first write waits for the last, and how much the thread must hold at once. */
export const batchLimits = { ops: 256, textLength: 4_000_000 }

interface Pending {
  ops: readonly Op[]
  finish(results: readonly (WriteResult | number)[]): void
}

/** Collects the writes that arrive while a batch is being committed into the next batch. A single write is committed at once. */
export function writeQueue(commit: Commit) {
  const pending: Pending[] = []
  let running: Promise<void> | undefined
  let closed = false

  const run = async (): Promise<void> => {
    // The first batch includes whatever else arrives in this turn of the event loop.
    await new Promise(setImmediate)
    let finishPrevious = (): void => {}
    while (pending.length > 0) {
      const batch = nextBatch(pending)
      const committed = commitAll(
        commit,
        batch.flatMap(({ ops }) => ops),
      )
      // While the disk works on this batch, the callers of the previous one continue.
      finishPrevious()
      const results = await committed
      finishPrevious = () => {
        const remaining = results.values()
        for (const { ops, finish } of batch) finish(ops.map(() => resultOr(remaining.next().value)))
      }
    }
    finishPrevious()
    running = undefined
  }

  return {
    /** One op, or several of which each comes `after` the one before. Resolves to the records' revisions, 0 where there are none. */
    add: (ops: readonly [Op, ...Op[]]): Promise<number[]> =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new SaveFailure({ code: '', message: 'the store is closed', maybeOnDisk: false }))
        pending.push({
          ops,
          finish(results) {
            const error = results.find((result) => result !== null && typeof result !== 'number')
            if (!error) return resolve(results.map((result) => (typeof result === 'number' ? result : 0)))
            // What came before the op that failed is on disk.
            const maybeOnDisk = error !== results[0] || error.maybeOnDisk
            reject(error.code === changedCode ? new ChangedMeanwhile() : new SaveFailure({ ...error, maybeOnDisk }))
          },
        })
        running ??= run()
      }),
    async close(): Promise<void> {
      closed = true
      await running
    },
  }
}

const noResult: WriteResult = { code: '', message: 'the writer did not answer', maybeOnDisk: true }
const resultOr = (result: WriteResult | number | undefined): WriteResult | number =>
  result === undefined ? noResult : result

function nextBatch(pending: Pending[]): Pending[] {
  let length = 0
  let count = 0
  let ops = 0
  for (const request of pending) {
    for (const op of request.ops) length += 'text' in op ? op.text.length : 0
    ops += request.ops.length
    if (count > 0 && (ops > batchLimits.ops || length > batchLimits.textLength)) break
    count++
  }
  return pending.splice(0, count)
}

/** If the thread dies, every write of the batch fails, and it is unknown which of them are on disk. */
async function commitAll(commit: Commit, ops: Op[]): Promise<(WriteResult | number)[]> {
  try {
    return await commit(ops)
  } catch (error) {
    return ops.map(() => writeErrorOf(error, true))
  }
}

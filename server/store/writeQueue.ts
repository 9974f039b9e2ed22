import { Failure, writeFailure } from '../failure.ts'
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

export interface WriteQueue {
  /** Resolves to the record's revision, 0 where there are none. */
  add(op: Op): Promise<number>
  close(): Promise<void>
}

/** Limits of a batch: how long its first write waits for the last, and how much the thread must hold at once. */
export const batchLimits = { ops: 256, textLength: 4_000_000 }

interface Pending {
  op: Op
  finish(result: WriteResult | number): void
}

/** Collects the writes that arrive while a batch is being committed into the next batch. A single write is committed at once. */
export function writeQueue(commit: Commit): WriteQueue {
  const pending: Pending[] = []
  let running: Promise<void> | undefined
  let closed = false

  const run = async (): Promise<void> => {
    // The first batch includes whatever else arrives in this turn of the event loop.
    await new Promise(setImmediate)
    let finishPrevious = (): void => {}
    while (pending.length > 0) {
      const batch = nextBatch(pending)
      const committed = commitAll(commit, batch.map(({ op }) => op))
      // While the disk works on this batch, the callers of the previous one continue.
      finishPrevious()
      const results = await committed
      finishPrevious = () => batch.forEach(({ finish }, i) => finish(results[i] === undefined ? noResult : results[i]))
    }
    finishPrevious()
    running = undefined
  }

  return {
    add: (op) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new SaveFailure({ code: '', message: 'the store is closed', maybeOnDisk: false }))
        pending.push({
          op,
          finish(result) {
            if (result === null || typeof result === 'number') resolve(result ?? 0)
            else reject(result.code === changedCode ? new ChangedMeanwhile() : new SaveFailure(result))
          },
        })
        running ??= run()
      }),
    async close() {
      closed = true
      await running
    },
  }
}

const noResult: WriteResult = { code: '', message: 'the writer did not answer', maybeOnDisk: true }

function nextBatch(pending: Pending[]): Pending[] {
  let length = 0
  let ops = 0
  for (const { op } of pending) {
    length += 'text' in op ? op.text.length : 0
    if (ops === batchLimits.ops || (ops > 0 && length > batchLimits.textLength)) break
    ops++
  }
  return pending.splice(0, ops)
}

/** If the thread dies, every write of the batch fails, and it is unknown which of them are on disk. */
async function commitAll(commit: Commit, ops: Op[]): Promise<(WriteResult | number)[]> {
  try {
    return await commit(ops)
  } catch (error) {
    return ops.map(() => writeErrorOf(error, true))
  }
}

import type { Op } from './commit.ts'
import type { Disk } from './disk.ts'
import { type Edited, recordText, versionOf } from './kind.ts'
import { ChangedMeanwhile, SaveFailure } from './writeQueue.ts'

/** The change of one record. */
export interface Step {
  /** The last one writes the record; those before must be durable first. */
  ops: Op[]
  show(revision: number): void
  rollBack(): Promise<void>
}

/** Each try that fails means that another server has succeeded. */
const maxTries = 100

/** Tries again when another server was faster, on the state that it has left. */
export async function retried<T>(disk: Pick<Disk, 'catchUp'>, work: () => Promise<T>): Promise<T> {
  for (let tries = maxTries; ; tries--) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || tries === 1) throw error
      await disk.catchUp()
    }
  }
}

/** Writes the steps in one batch, each after the one before, and shows them when all are durable. */
export async function commitSteps(disk: Pick<Disk, 'write'>, steps: readonly Step[]): Promise<void> {
  const [first, ...others] = steps.flatMap(({ ops }) => ops)
  if (!first) return
  try {
    const revisions = await disk.write([first, ...others.map((op) => ({ ...op, after: true as const }))])
    let last = -1
    for (const { ops, show } of steps) show(revisions[(last += ops.length)] ?? 0)
  } catch (error) {
    // A change that was answered with a failure must not be there after a restart.
    if (error instanceof SaveFailure && error.maybeOnDisk) for (const { rollBack } of [...steps].reverse()) await rollBack()
    throw error
  }
}

/** A collection, of which only the order of writes counts here. */
interface Lockable {
  alone<T>(id: string, work: () => Promise<T>): Promise<T>
}

/**
 * Changes records of several collections that have the same id. `plan` returns the steps in the order in which they are made durable; it is
 * called again when another server has changed one of the records meanwhile, and may throw to change nothing. Name the collections in the
 * same order everywhere: each is locked after the one before.
 */
export function changeTogether(disk: Disk, id: string, collections: readonly Lockable[], plan: () => Step[]): Promise<void> {
  const [first, ...others] = collections
  return first ? first.alone(id, () => changeTogether(disk, id, others, plan)) : retried(disk, () => commitSteps(disk, plan()))
}

/** The name under which a state of a record is kept: its version, without what a file name cannot have. */
export const historyId = (version: string): string => version.replace(/[^0-9A-Za-z]/g, '-').slice(0, 80)

export const historyOf = (kind: string, id: string): string => `history/${kind}/${id}`

/** Keeps a record as it is. */
export const historyOp = (kind: string, record: Edited): Op => ({
  collection: historyOf(kind, record.id), id: historyId(versionOf(record)), text: recordText(record),
})

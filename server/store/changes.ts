import type { Op, Seen } from './commit.ts'
import type { Disk } from './disk.ts'
import { type Edited, recordText, versionOf } from './kind.ts'
import { ChangedMeanwhile, SaveFailure } from './writeQueue.ts'

/** Changes one record. */
export interface Write {
  /** What the history keeps of it. */
  kept: readonly Op[]
  op: Op
  /** Returns what calls those who follow. */
  show(revision: number): () => void
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

/**
 * Makes the writes durable in one batch, each after the one before, and then visible. What was read for them is `seen`, also where it stays
 * as it is: it fails if another server has changed any of it.
 */
export async function commitWrites(
  disk: Pick<Disk, 'write'>,
  writes: readonly Write[],
  seen: readonly Seen[],
): Promise<void> {
  // The history first: what is replaced or removed is never lost.
  const ops = [...writes.flatMap(({ kept }) => kept), ...writes.map(({ op }) => op)]
  const [first, ...others] = ops
  if (!first) return
  try {
    const chain: [Op, ...Op[]] = [first, ...others.map((op) => ({ ...op, after: true as const }))]
    const revisions = (await disk.write(chain, seen)).slice(-writes.length)
    // All are visible before anybody hears of one.
    const announcements = writes.map(({ show }, index) => show(revisions[index] ?? 0))
    for (const announce of announcements) announce()
  } catch (error) {
    // A change that was answered with a failure must not be there after a restart.
    if (error instanceof SaveFailure && error.maybeOnDisk)
      for (const { rollBack } of [...writes].reverse()) await rollBack()
    throw error
  }
}

/** The name under which a state of a record is kept: its version, without what a file name cannot have. */
export const historyId = (version: string): string => version.replace(/[^0-9A-Za-z]/g, '-').slice(0, 80)

export const historyOf = (kind: string, id: string): string => `history/${kind}/${id}`

/** Keeps a record as it is. */
export const historyOp = (kind: string, record: Edited): Op => ({
  collection: historyOf(kind, record.id),
  id: historyId(versionOf(record)),
  text: recordText(record),
})

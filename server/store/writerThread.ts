import { workerProgram } from '../workerProgram.ts'
import { workerThread } from '../workerThread.ts'
import type { Op, Outcome } from './commit.ts'

export interface WriterThread {
  /** One batch at a time. Rejects when the thread ends before it answers; how far it came is then unknown. */
  commit(ops: readonly Op[]): Promise<Outcome[]>
  close(): Promise<void>
}

const startWriter = workerProgram(new URL('./writer.ts', import.meta.url))

/** Enough for a batch of the largest texts. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 }

export function writerThread(root: string): WriterThread {
  const thread = workerThread<readonly Op[], Outcome[]>(startWriter, { name: 'writer', workerData: { root }, resourceLimits })
  return { commit: thread.ask, close: () => thread.stop(new Error('the store was closed')) }
}

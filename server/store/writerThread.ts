import type { Worker } from 'node:worker_threads'
import { workerProgram } from '../workerProgram.ts'
import type { Op, Outcome } from './commit.ts'

export interface WriterThread {
  /** One batch at a time. Rejects when the thread ends before it answers; how far it came is then unknown. */
  commit(ops: readonly Op[]): Promise<Outcome[]>
  close(): Promise<void>
}

const startWriter = workerProgram(new URL('./writer.ts', import.meta.url))

/** Enough for a batch of the largest texts. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 }

/** A thread holds some 10 MB and starts in 30 ms, so one that has had nothing to do for so long is not kept. */
const restAfter = 60_000

interface Waiting {
  resolve(outcomes: Outcome[]): void
  reject(error: Error): void
}

/** Starts with a batch, also after a rest or when the last one has died. Idle, it does not keep the process alive. */
export function writerThread(root: string): WriterThread {
  let worker: Worker | undefined
  let waiting: Waiting | undefined
  let resting: NodeJS.Timeout | undefined

  const stop = async (): Promise<void> => {
    clearTimeout(resting)
    const last = worker
    worker = undefined
    await last?.terminate()
  }

  const settle = (how: (waiting: Waiting) => void): void => {
    const settled = waiting
    waiting = undefined
    worker?.unref()
    resting = setTimeout(stop, restAfter).unref()
    if (settled) how(settled)
  }

  const start = (): Worker => {
    const started = startWriter({ name: 'writer', workerData: { root }, resourceLimits })
    const end = (error: Error): void => {
      if (worker !== started) return
      worker = undefined
      settle(({ reject }) => reject(error))
    }
    started.on('message', (outcomes: Outcome[]) => settle(({ resolve }) => resolve(outcomes)))
    started.on('error', end)
    started.on('exit', (code) => end(new Error(`the writer thread ended with code ${code}`)))
    return started
  }

  return {
    commit: (ops) =>
      new Promise((resolve, reject) => {
        clearTimeout(resting)
        worker ??= start()
        waiting = { resolve, reject }
        worker.ref()
        worker.postMessage(ops)
      }),
    close: stop,
  }
}

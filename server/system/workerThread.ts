import type { Worker, WorkerOptions } from 'node:worker_threads'
import type { StartWorker } from './workerProgram.ts'

/** An idle thread is stopped after this time: it needs some 10 MB, and starts in 30 ms. */
const idleMs = 60_000

interface Pending<Result> {
  resolve(result: Result): void
  reject(error: Error): void
}

/** The thread starts with a request, also after it was stopped or has died. While idle it does not keep the process alive. */
export function workerThread<Job, Result>(startWorker: StartWorker, options: WorkerOptions) {
  let worker: Worker | undefined
  let pending: Pending<Result> | undefined
  let idle: NodeJS.Timeout | undefined

  const finish = (complete: (request: Pending<Result>) => void): void => {
    const request = pending
    pending = undefined
    worker?.unref()
    clearTimeout(idle)
    if (worker) idle = setTimeout(() => void stop(new Error('the thread was idle')), idleMs).unref()
    if (request) complete(request)
  }

  /** Ends the thread, even while it works; the next request starts a new one. */
  const stop = async (reason: Error): Promise<void> => {
    const last = worker
    worker = undefined
    finish(({ reject }) => reject(reason))
    await last?.terminate()
  }

  const start = (): Worker => {
    const next = startWorker(options)
    const end = (error: Error): void => {
      if (worker !== next) return
      worker = undefined
      finish(({ reject }) => reject(error))
    }
    next.on('message', (result: Result) => {
      if (worker === next) finish(({ resolve }) => resolve(result))
    })
    next.on('error', end)
    next.on('exit', (code) => end(new Error(`the ${options.name} thread ended with code ${code}`)))
    return next
  }

  return {
    /** Send one request at a time. Rejects when the thread ends before it responds. */
    run: (job: Job): Promise<Result> =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        worker ??= start()
        pending = { resolve, reject }
        worker.ref()
        worker.postMessage(job)
      }),
    stop,
  }
}

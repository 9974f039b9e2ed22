import type { Worker, WorkerOptions } from 'node:worker_threads'
import type { StartWorker } from './workerProgram.ts'

export interface WorkerThread<Question, Answer> {
  /** One at a time. Rejects when the thread ends before it answers. */
  ask(question: Question): Promise<Answer>
  /** Ends the thread, whatever it is doing; the next question starts a new one. */
  stop(reason: Error): Promise<void>
}

/** A thread holds some 10 MB and starts in 30 ms, so one that has had nothing to do for so long is not kept. */
const idleMs = 60_000

interface Waiting<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** Starts with a question, also when the last thread was idle for long or has died. Idle, it does not keep the process alive. */
export function workerThread<Question, Answer>(startWorker: StartWorker, options: WorkerOptions): WorkerThread<Question, Answer> {
  let worker: Worker | undefined
  let waiting: Waiting<Answer> | undefined
  let idle: NodeJS.Timeout | undefined

  const finish = (how: (waiting: Waiting<Answer>) => void): void => {
    const finished = waiting
    waiting = undefined
    worker?.unref()
    clearTimeout(idle)
    if (worker) idle = setTimeout(() => void stop(new Error('the thread was idle')), idleMs).unref()
    if (finished) how(finished)
  }

  const stop = async (reason: Error): Promise<void> => {
    const last = worker
    worker = undefined
    finish(({ reject }) => reject(reason))
    await last?.terminate()
  }

  const start = (): Worker => {
    const started = startWorker(options)
    const end = (error: Error): void => {
      if (worker !== started) return
      worker = undefined
      finish(({ reject }) => reject(error))
    }
    started.on('message', (answer: Answer) => {
      if (worker === started) finish(({ resolve }) => resolve(answer))
    })
    started.on('error', end)
    started.on('exit', (code) => end(new Error(`the ${options.name} thread ended with code ${code}`)))
    return started
  }

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        worker ??= start()
        waiting = { resolve, reject }
        worker.ref()
        worker.postMessage(question)
      }),
    stop,
  }
}

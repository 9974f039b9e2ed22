import { parentPort, type Worker } from 'node:worker_threads'
import { ForOperator } from './systemErrors.ts'

/** The only message of a thread that does one piece of work; any other error ends the thread and is thrown with its stack. */
type WorkerReply<T> = { done: T } | { refused: string }

/** Called by the thread. `reasonOf` words an error for the person who waits; undefined for a bug. */
export async function sendReply<T>(
  work: () => Promise<T>,
  reasonOf: (error: unknown) => string | undefined,
): Promise<void> {
  let reply: WorkerReply<T>
  try {
    reply = { done: await work() }
  } catch (error) {
    const refused = reasonOf(error)
    if (refused === undefined) throw error
    reply = { refused }
  }
  parentPort?.postMessage(reply)
}

/** Waits until the thread has ended, since it has files open until then. Stops it when the signal is aborted. */
export async function replyOf<T>(worker: Worker, signal: AbortSignal): Promise<T> {
  let done: { value: T } | undefined
  let failure: Error = new Error('the thread ended before it was done')
  worker.on('message', (message: WorkerReply<T>) => {
    if ('done' in message) done = { value: message.done }
    else failure = new ForOperator(message.refused)
  })
  worker.on('error', (error: Error) => (failure = error))
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop)
  await new Promise((resolve) => worker.once('exit', resolve))
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (done === undefined) throw failure
  return done.value
}

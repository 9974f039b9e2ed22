import { CallError } from './callError.ts'

interface Options {
  signal: AbortSignal
  /** The connection was lost; it goes on by itself. */
  onOffline(): void
}

/** About five minutes; after that a person decides. */
const maxTries = 24
const firstDelayMs = 500
const maxDelayMs = 15_000

/**
 * Repeats it while the connection is lost or the server restarts; any other failure is final. What is repeated may have been done before,
 * of which only the reply was lost.
 */
export async function keepTrying<T>(action: () => Promise<T>, { onOffline, signal }: Options): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await action()
    } catch (cause) {
      if (signal.aborted || tries === maxTries || !(cause instanceof CallError) || !isTransient(cause.code)) throw cause
      onOffline()
      await delay(Math.min(maxDelayMs, firstDelayMs * 2 ** (tries - 1)), signal)
    }
  }
}

const isTransient = (code: number): boolean => code === 0 || code === 502 || code === 503 || code === 504

/** Ends early when the browser is online again, or the work is stopped. */
const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })

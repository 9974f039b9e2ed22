import { inspect } from 'node:util'

/** A message becomes one line. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, cause?: unknown) => void

export type Write = (text: string) => unknown

/** stdout has the ready line only. */
export function toStderr(): Write {
  // If the log cannot be written (EPIPE, a full disk), the site goes on without it.
  process.stderr.on('error', () => {})
  return (text) => process.stderr.write(text)
}

export function logTo(write: Write, form: 'json' | 'plain'): Log {
  return (level, message, cause) => {
    const details = cause === undefined ? undefined : inspect(cause)
    const line =
      form === 'json'
        ? JSON.stringify({ time: new Date().toISOString(), level, message, why: details })
        : [level, message, details].filter(Boolean).join(' ')
    write(`${line.replaceAll('\n', '\n  ')}\n`)
  }
}

/** Wraps repeated background work: logs a warning when it begins to fail or fails with another error, not every time. */
export function warnOnce<A extends unknown[]>(
  log: Log,
  message: string,
  work: (...args: A) => Promise<unknown>,
): (...args: A) => Promise<void> {
  let last: string | undefined
  return async (...args) => {
    try {
      await work(...args)
      last = undefined
    } catch (cause) {
      if (String(cause) !== last) log('warn', message, cause)
      last = String(cause)
    }
  }
}

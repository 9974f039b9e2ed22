import { inspect } from 'node:util'

/** The program's own words, one line each. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, cause?: unknown) => void

/** To stderr, since stdout has the ready line alone. */
export function toStderr(form: 'json' | 'plain'): Log {
  // A log whose reader is gone (EPIPE) or whose disk is full is lost; the site goes on.
  process.stderr.on('error', () => {})
  return (level, message, cause) => {
    const why = cause === undefined ? undefined : inspect(cause)
    const line = form === 'json' ? JSON.stringify({ time: new Date().toISOString(), level, message, why }) : [level, message, why].filter(Boolean).join(' ')
    process.stderr.write(`${line.replaceAll('\n', '\n  ')}\n`)
  }
}

/** Work that is repeated without anybody waiting for it: warns when it begins to fail or fails in another way, not each time. */
export function warnOnce<A extends unknown[]>(log: Log, message: string, work: (...args: A) => Promise<unknown>): (...args: A) => Promise<void> {
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

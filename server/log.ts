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

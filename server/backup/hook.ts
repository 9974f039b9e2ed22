import { spawn } from 'node:child_process'
import { dirname } from 'node:path'

export interface HookResult {
  /** The exit code; -1 when it could not be started or had to be stopped. */
  code: number
  /** The end of what it wrote. */
  output: string
}

/** A gigabyte over a slow connection. */
const limitMs = 2 * 3_600_000
const graceMs = 5_000
const mostOutput = 2_000

/**
 * Runs the command that sends an archive elsewhere, with the archive's path as its one argument: no shell, and of the
 * environment only what a program needs to find its own settings, none of the server's.
 */
export function runHook(command: string, archive: string, signal: AbortSignal, timeoutMs = limitMs): Promise<HookResult> {
  const { PATH, HOME, LANG, TZ } = process.env
  const env = Object.fromEntries(Object.entries({ PATH, HOME, LANG, TZ }).filter(([, value]) => value !== undefined))
  if (signal.aborted) return Promise.resolve({ code: -1, output: '' })
  return new Promise((resolve) => {
    // A group of its own, so that what it starts is stopped with it.
    const child = spawn(command, [archive], { cwd: dirname(archive), env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let stopped = ''
    const timers: NodeJS.Timeout[] = []
    const kill = (how: NodeJS.Signals): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, how)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
      }
    }
    const stop = (why: string): void => {
      stopped = why
      kill('SIGTERM')
      timers.push(setTimeout(() => kill('SIGKILL'), graceMs))
    }
    const interrupt = (): void => stop('\n（服务器停止，已中止）')
    const end = (code: number, words = ''): void => {
      for (const timer of timers) clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      resolve({ code, output: (output + words).trim().slice(-mostOutput) })
    }
    timers.push(setTimeout(() => stop('\n（超过时限，已中止）'), timeoutMs))
    signal.addEventListener('abort', interrupt)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-2 * mostOutput)))
    }
    child.once('error', (error) => end(-1, `无法运行：${error.message}`))
    // Not `close`: what it left running in the background may hold its output open.
    child.once('exit', (code) => setImmediate(() => end(stopped || code === null ? -1 : code, stopped)))
  })
}

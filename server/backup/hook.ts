import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { unless } from '../system/systemErrors.ts'

interface HookResult {
  /** The exit code; -1 when it could not be started or had to be stopped. */
  code: number
  /** The end of its output. */
  output: string
}

/** Enough for a gigabyte over a slow connection. */
const defaultTimeoutMs = 2 * 3_600_000
const graceMs = 5_000
const maxOutput = 2_000

/**
 * Runs the command that copies an archive elsewhere, with the archive's path as its only argument: without a shell, and with the
 * environment variables that programs need to find their own settings, but none of the server's.
 */
export function runHook(command: string, archive: string, signal: AbortSignal, timeoutMs = defaultTimeoutMs): Promise<HookResult> {
  const { PATH, HOME, LANG, TZ } = process.env
  const env = Object.fromEntries(Object.entries({ PATH, HOME, LANG, TZ }).filter(([, value]) => value !== undefined))
  if (signal.aborted) return Promise.resolve({ code: -1, output: '服务器停止，未运行' })
  return new Promise((resolve) => {
    // In a process group of its own, so that its child processes are stopped as well.
    const child = spawn(command, [archive], { cwd: dirname(archive), env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const kill = (signalName: NodeJS.Signals): void => {
      const { pid } = child
      if (pid !== undefined) unless(['ESRCH'], () => process.kill(-pid, signalName))
    }
    let output = ''
    let stopped = ''
    const stop = (): void => {
      stopped = signal.aborted ? '\n（服务器停止，已中止）' : '\n（超过时限，已中止）'
      kill('SIGTERM')
      clearTimeout(timer)
      timer = setTimeout(() => kill('SIGKILL'), graceMs)
    }
    let timer = setTimeout(stop, timeoutMs)
    signal.addEventListener('abort', stop)
    const end = (code: number, note = ''): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve({ code, output: (output + note).trim().slice(-maxOutput) })
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-2 * maxOutput)))
    }
    child.once('error', (error) => end(-1, `无法运行：${error.message}`))
    // Not `close`: a background process that it left running may keep its output open.
    child.once('exit', (code) => setImmediate(() => end(stopped || code === null ? -1 : code, stopped)))
  })
}

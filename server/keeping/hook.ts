import { execFile } from 'node:child_process'
import { dirname } from 'node:path'

interface HookResult {
  /** The exit code; -1 when it could not be started or had to be stopped. */
  code: number
  /** The end of its output. */
  output: string
}

/** Enough for a gigabyte over a slow connection. */
const defaultTimeoutMs = 2 * 3_600_000
const maxOutput = 2_000
const maxBuffer = 16 * 1_048_576

/**
 * Runs the command that copies an archive elsewhere, with the archive's path as its only argument: without a shell, and with the
 * environment variables that programs need to find their own settings, but none of the server's.
 */
export function runHook(
  command: string,
  archive: string,
  stopping: AbortSignal,
  timeoutMs = defaultTimeoutMs,
): Promise<HookResult> {
  if (stopping.aborted) return Promise.resolve({ code: -1, output: '服务器停止，未运行' })
  const { PATH, HOME, LANG, TZ } = process.env
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
  return new Promise((resolve) => {
    execFile(
      command,
      [archive],
      { cwd: dirname(archive), env: { PATH, HOME, LANG, TZ }, signal, maxBuffer },
      (error, stdout, stderr) => {
        const code: unknown = error ? error.code : 0
        const hasEnded = typeof code === 'number'
        let note = ''
        if (error && !hasEnded) {
          if (stopping.aborted) note = '\n（服务器停止，已中止）'
          else if (signal.aborted) note = '\n（超过时限，已中止）'
          else if (typeof code === 'string') note = `无法运行：${error.message}`
        }
        resolve({ code: hasEnded ? code : -1, output: `${stdout}${stderr}${note}`.trim().slice(-maxOutput) })
      },
    )
  })
}

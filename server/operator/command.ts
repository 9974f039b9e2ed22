import { version } from '../../package.json'
import { reasonOf } from '../keeping/backupFailure.ts'
import { userName } from '../system/fileOwner.ts'
import { errorCode, Misuse } from '../system/systemErrors.ts'
import { settingsFor } from './settings.ts'

/** A word of `zhuzhan`. */
export interface Word {
  usage: string
  /** `settings` are what the server is started with. */
  run(args: string[], settings: Readonly<NodeJS.ProcessEnv>): Promise<void>
  /** Words a failure; without it the reason alone is shown. */
  failed?(reason: string, cause: unknown): string
}

/** For the start of a program: replies to --help and --version, and ends it. */
export function answerHelp(usage: string): void {
  const asked = (option: string): boolean => process.argv.slice(2).includes(option)
  if (!asked('--help') && !asked('--version')) return
  console.log(asked('--help') ? usage : `zhuzhan ${version}`)
  process.exit()
}

/** What the word throws sets the exit code, and is shown as `failed` says, or with its stack if it is a bug. */
export async function command({ usage, run, failed = (reason) => reason }: Word, args: string[]): Promise<void> {
  answerHelp(usage)
  // Who reads has had enough, as of `| head`, or the connection to the machine was cut. The work is finished.
  process.stdout.on('error', () => {})
  const startedBy = process.geteuid?.()
  try {
    await run(args, settingsFor(process.env))
  } catch (cause) {
    process.exitCode = 1
    clearLine()
    const code = errorCode(cause)
    const isMisuse = cause instanceof Misuse || code.startsWith('ERR_PARSE_ARGS')
    const reason =
      reasonOf(cause) ?? (isMisuse || (code !== '' && !code.startsWith('ERR_')) ? (cause as Error).message : undefined)
    if (reason === undefined) console.error(cause)
    console.error(isMisuse ? reason : failed(reason ?? '程序出错，详见上文', cause))
    const user = process.geteuid?.()
    if (user !== undefined && user !== startedBy)
      console.error(`（以上是以数据目录的所有者 ${userName(user)} 的身份执行的）`)
  }
}

/** Aborted with the cause when the operator ends the program, so that it can remove what it has begun. */
export function endedByOperator(cause: Error): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort(cause))
  return controller.signal
}

/** Shows progress in the terminal, ten times a second at most. */
export function progressLine(): (text: string) => void {
  let shownAt = 0
  return (text) => {
    if (!process.stderr.isTTY || Date.now() - shownAt < 100) return
    shownAt = Date.now()
    clearLine()
    process.stderr.write(text)
  }
}

export function clearLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

import { version } from '../../package.json'
import { reasonOf } from '../backup/backupFailure.ts'
import { errorCode, Misuse } from '../system/systemErrors.ts'

/** For the start of a program: replies to --help and --version, and ends it. */
export function answerHelp(usage: string): void {
  const asked = (option: string): boolean => process.argv.slice(2).includes(option)
  if (!asked('--help') && !asked('--version')) return
  console.log(asked('--help') ? usage : `zhuzhan ${version}`)
  process.exit()
}

/** Runs a program. What it throws sets the exit code, and is shown as `failed` says, or with its stack if it is a bug. */
export async function command(
  usage: string, run: (args: string[]) => Promise<void>, failed = (reason: string, _cause: unknown): string => reason,
): Promise<void> {
  answerHelp(usage)
  try {
    await run(process.argv.slice(2))
  } catch (cause) {
    process.exitCode = 1
    clearLine()
    const code = errorCode(cause)
    const isMisuse = cause instanceof Misuse || code.startsWith('ERR_PARSE_ARGS')
    const reason = reasonOf(cause) ?? (isMisuse || (code !== '' && !code.startsWith('ERR_')) ? (cause as Error).message : undefined)
    if (reason === undefined) console.error(cause)
    console.error(isMisuse ? reason : failed(reason ?? '程序出错，详见上文', cause))
  }
}

/** Shows progress in the terminal, ten times a second at most. */
export function progressLine(): (text: string) => void {
  let shown = 0
  return (text) => {
    if (!process.stderr.isTTY || Date.now() - shown < 100) return
    shown = Date.now()
    clearLine()
    process.stderr.write(text)
  }
}

export const clearLine = (): void => void (process.stderr.isTTY && process.stderr.write('\r\x1b[K'))

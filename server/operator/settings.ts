import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { ignoreMissing, Misuse, errorCode } from '../system/systemErrors.ts'

/** Where the unit of systemd has them. */
export const settingsFile = '/etc/zhuzhan.env'

/**
 * The settings of a server that was started by somebody else: the environment's where it says where the data is, else the file's. A move
 * may lead to another folder of uploads, which is named before the command.
 */
export function settingsFor(
  env: Readonly<NodeJS.ProcessEnv>,
  file = settingsFile,
  show = showSocket,
): Readonly<NodeJS.ProcessEnv> {
  const { DATA_DIR, DATABASE_URL, DATABASE_URL_FILE, UPLOADS_DIR } = env
  if (DATA_DIR || DATABASE_URL || DATABASE_URL_FILE) return env
  const settings = parseSettings(readText(file))
  const place = settings.DATA_DIR
  if (place && !isAbsolute(place))
    throw new Misuse(`${file} 里的 DATA_DIR=${place} 要写完整的路径：命令不知道它从哪个文件夹算起`)
  return { ...env, ...settings, ...(UPLOADS_DIR && { UPLOADS_DIR }), ...keptAddress(show()) }
}

/** What systemd says of the unit in deploy/, with what an operator has changed by files beside it. */
const showSocket = (): string =>
  spawnSync('systemctl', ['show', 'zhuzhan.socket', '--property=ActiveState,Listen'], { encoding: 'utf8' }).stdout ?? ''

/** While systemd listens for the server, its address counts. */
function keptAddress(shown: string) {
  const [, HOST, PORT] = /^Listen=\[?(\S+?)\]?:(\d+) \(Stream\)$/m.exec(shown) ?? []
  return HOST && PORT && /^ActiveState=active$/m.test(shown) ? { HOST, PORT } : {}
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'EACCES') throw new Misuse(`没有权限读取设置文件 ${file}，请用root运行`)
    return ignoreMissing(error) ?? ''
  }
}

/** As systemd reads an EnvironmentFile, without values of several lines. */
function parseSettings(text: string): Record<string, string> {
  const lines = text.matchAll(/^[ \t]*([A-Za-z_]\w*)=[ \t]*(?:"(.*)"|'(.*)'|(.*?))[ \t\r]*$/gm)
  return Object.fromEntries(
    [...lines].map(([, name = '', double, single, plain = '']) => [name, double ?? single ?? plain]),
  )
}

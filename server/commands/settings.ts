import { readFileSync } from 'node:fs'
import { ignore, Misuse, errorCode } from '../system/systemErrors.ts'

/** Where the unit of systemd has them. */
export const settingsFile = '/etc/zhuzhan.env'

/**
 * The settings of a server that was started by somebody else: the environment's where it says where the data is, else the file's. A move
 * may lead to another folder of uploads, which is named before the command.
 */
export function settingsFor(env: Readonly<NodeJS.ProcessEnv>, file = settingsFile): Readonly<NodeJS.ProcessEnv> {
  const { DATA_DIR, DATABASE_URL, DATABASE_URL_FILE, UPLOADS_DIR } = env
  if (DATA_DIR || DATABASE_URL || DATABASE_URL_FILE) return env
  return { ...env, ...parseSettings(textOf(file)), ...(UPLOADS_DIR && { UPLOADS_DIR }) }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'EACCES') throw new Misuse(`没有权限读取设置文件 ${file}，请用root运行`)
    return ignore('ENOENT')(error) ?? ''
  }
}

/** As systemd reads an EnvironmentFile, without values of several lines. */
function parseSettings(text: string): Record<string, string> {
  const lines = text.matchAll(/^[ \t]*([A-Za-z_]\w*)=[ \t]*(?:"(.*)"|'(.*)'|(.*?))[ \t\r]*$/gm)
  return Object.fromEntries(
    [...lines].map(([, name = '', double, single, plain = '']) => [name, double ?? single ?? plain]),
  )
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { databaseFor, onPostgres, program, programEnv } from './server.ts'

const tool = join(program, '..', 'user.mjs')

/** Runs the account tool; `typed` is its standard input. `uid` needs root. */
export async function user(
  folder: string,
  args: string[],
  typed = '',
  { uid, env }: { uid?: number; env?: Record<string, string> } = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [tool, ...args], {
    cwd: folder,
    env: {
      ...programEnv,
      DATA_DIR: join(folder, 'data'),
      ...(onPostgres && { DATABASE_URL: await databaseFor(folder) }),
      ...env,
    },
    ...(uid !== undefined && { uid, gid: uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  child.stdin.end(typed)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { reserveFile } from '../../server/store/reserve.ts'
import { program, programEnv } from '../server.ts'

export interface Ended {
  code: number | null
  /** stdout, then stderr. */
  output: string
  lastLine: string
}

export interface Options {
  env?: Record<string, string>
  /** For Node itself. */
  node?: string[]
  uid?: number
  started?(child: ChildProcess): void
}

/** Runs a command on the folders that `startServer` uses. */
export async function command(
  name: 'backup' | 'restore' | 'move' | 'scrub' | 'status' | 'doctor',
  folder: string,
  args: string[],
  { env, node = [], uid, started }: Options = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...node, join(program, '..', 'zhuzhan.mjs'), name, ...args], {
    cwd: folder,
    ...(uid !== undefined && { uid, gid: uid }),
    env: { ...programEnv, DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads'), ...env },
  })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.setEncoding('utf8').on('data', (text) => out.push(text))
  child.stderr.setEncoding('utf8').on('data', (text) => err.push(text))
  started?.(child)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = [...out, ...err].join('')
  return { code, output, lastLine: output.trimEnd().split('\n').at(-1) ?? '' }
}

/** Every file under a folder with its hash, but not the reserve; `except` are names at the top. */
export async function contentOf(folder: string, except: readonly string[] = []): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if (
      except.includes(name.split('/')[0] ?? '') ||
      !(await stat(join(folder, name))).isFile() ||
      name.endsWith(reserveFile)
    )
      continue
    content[name] = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
  }
  return content
}

export const leftIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('.zhuzhan-backup-'))

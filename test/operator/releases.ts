import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { tarEnd, tarHeader, tarPadding } from '../../server/keeping/tar.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../programs.ts'
import { admin, copyRelease, newFolder } from '../server.ts'

type Test = { after(end: () => unknown): void }

export const version: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

export interface Ended {
  code: number | null
  output: string
}

/** A machine with a release in use, whose server runs. */
export interface Machine {
  home: string
  dataDir: string
  backupDir: string
  env: Record<string, string>
  zhuzhan(...args: string[]): Promise<Ended>
  /** Kills the program when it has printed this. */
  killedAt(words: RegExp, ...args: string[]): Promise<Ended>
  health(): Promise<{ version?: string }>
  restart(): Promise<void>
  /** The release that the link leads to. */
  current(): string
}

/** Whose the data is where root runs the tests, as on a real machine. */
export const owner = process.geteuid?.() === 0 ? 65_534 : process.geteuid?.()

export async function startMachine(
  t: Test,
  more: Record<string, string> = {},
  disk?: { folder: string; unmount(): void },
): Promise<Machine> {
  // Before the folders are removed, which hooks do in their order.
  t.after(async () => {
    // A restart that was begun by a killed program starts another server.
    await eventually(() => !existsSync(join(home, 'restarting')), 'nobody restarts')
    process.kill(Number(readFileSync(join(home, 'server.pid'), 'utf8')), 'SIGKILL')
    disk?.unmount()
  })
  const [srv, site] = [newFolder(t), newFolder(t)]
  chmodSync(srv, 0o755)
  const home = disk?.folder ?? join(srv, 'srv')
  const first = join(home, 'releases', 'first')
  await copyRelease(first)
  await symlink('releases/first', join(home, 'current'))
  const [dataDir, backupDir] = [join(site, 'data'), join(site, 'backups')]
  await mkdir(backupDir)
  if (owner === 65_534) for (const folder of [site, backupDir]) chownSync(folder, owner, owner)
  const restarter = fileURLToPath(new URL('./restart.mjs', import.meta.url))
  const restartCommand = [process.execPath, restarter, home].map((word) => `'${word}'`).join(' ')
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    UPLOADS_DIR: join(site, 'uploads'),
    BACKUP_DIR: backupDir,
    ADMIN_PASSWORD: admin.password,
    SEED: 'off',
    ACCESS_LOG: 'off',
    DISK_RESERVE: '0',
    RESTART_COMMAND: restartCommand,
    ...more,
  }
  const run = (program: string, args: string[], started?: (child: ChildProcess) => void): Promise<Ended> => {
    const child = spawn(program, args, { env, cwd: site, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    started?.(child)
    return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })))
  }
  // What root writes is for root alone on many machines.
  const zhuzhan = (args: string[], started?: (child: ChildProcess) => void): Promise<Ended> =>
    run(
      'sh',
      ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, join(home, 'current', 'dist', 'zhuzhan.mjs'), ...args],
      started,
    )
  const health = async (): Promise<{ version?: string }> => {
    const response = await fetch(`http://127.0.0.1:${env.PORT}/healthz`).catch(() => undefined)
    return response?.ok ? ((await response.json()) as { version?: string }) : {}
  }
  const restart = async (): Promise<void> => {
    await run('sh', ['-c', restartCommand])
    await eventually(async () => (await health()).version !== undefined, 'the server answers')
  }
  await restart()
  return {
    home,
    dataDir,
    backupDir,
    env,
    health,
    restart,
    zhuzhan: (...args) => zhuzhan(args),
    killedAt: (words, ...args) =>
      zhuzhan(args, (child) => child.stdout?.on('data', (text) => words.test(String(text)) && child.kill('SIGKILL'))),
    current: () => basename(readlinkSync(join(home, 'current'))),
  }
}

/** Replaces something that is there. */
export function patched(text: string, from: string | RegExp, to: string): string {
  const changed = text.replaceAll(from, to)
  assert.notEqual(changed, text)
  return changed
}

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A server needs the folder of pictures, and none of them. */
const small = (name: string): boolean =>
  name !== 'dist/.sources' && (!name.startsWith('data/seed/media/') || name.endsWith('/qr.png'))

/** The files of the built program with one picture; `change` makes another one of its server. */
export function builtFiles(change: (server: string) => string): Record<string, Buffer> {
  const names = ['dist', 'data/seed'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length)),
  )
  const files = Object.fromEntries(names.filter(small).map((name) => [name, readFileSync(join(root, name))]))
  return { ...files, 'dist/serve.mjs': Buffer.from(change(String(files['dist/serve.mjs']))) }
}

/** An archive with these files, and its hash beside it; resolves to its path. */
export async function pack(
  t: Test,
  files: Readonly<Record<string, string | Buffer>>,
  change = (tar: Buffer) => tar,
): Promise<string> {
  const path = join(newFolder(t), 'zhuzhan-test.tar.gz')
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content)
    const mode = name === 'dist/zhuzhan.mjs' ? 0o755 : 0o644
    return [tarHeader(name, bytes.length, 0, mode), bytes, tarPadding(bytes.length)]
  })
  const packed = gzipSync(change(Buffer.concat([...parts, tarEnd])))
  await writeFile(path, packed)
  await writeFile(`${path}.sha256`, `${createHash('sha256').update(packed).digest('hex')}  ${basename(path)}\n`)
  return path
}

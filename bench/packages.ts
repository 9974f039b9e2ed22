import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Needed by the baselines only, so they are not dependencies of the project. */
const wanted = ['fastify@5.12.8', 'better-sqlite3@12.11.1']

/** The folder with the baselines' packages; it is kept for the next run. */
export function baselinePackages(): string {
  const folder = join(tmpdir(), `zhuzhan-bench-packages-${process.version}-${wanted.join('-').replaceAll('@', '-')}`)
  const stamp = join(folder, 'installed')
  if (existsSync(stamp)) return folder
  console.log(`installing ${wanted.join(' and ')} into ${folder} …`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const npm = process.env.npm_execpath
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...wanted]
  const { status } = spawnSync(program, [...before, ...words], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`the baselines need ${wanted.join(' and ')}, which could not be installed`)
  writeFileSync(stamp, '')
  return folder
}

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './sources.mjs'

/** Installs the packages unless node_modules holds the lockfile's hash. */
export function installPackages() {
  const stamp = join('node_modules', '.zhuzhan-lock')
  const wanted = hashOf(['package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('installing packages …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { status } = spawnSync(program, [...before, ...args], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the packages could not be installed; is the npm registry within reach?')
  writeFileSync(stamp, wanted)
}

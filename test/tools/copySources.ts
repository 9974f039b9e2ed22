import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A folder with everything that a build needs, to be changed and built. */
export function copySources(t: { after(fn: () => void): void }): string {
  const top = mkdtempSync(join(tmpdir(), 'zhuzhan-build-'))
  t.after(() => rmSync(top, { recursive: true, force: true }))
  // Deeper than the repository, so that a path of either is not the other's.
  const folder = join(top, 'a', 'much', 'deeper', 'folder')
  mkdirSync(folder, { recursive: true })
  for (const name of ['contract', 'client', 'server', 'moving', 'tools', 'patches', 'build.mjs', 'LICENSE'].concat([
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ])) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  mkdirSync(join(folder, 'data'))
  symlinkSync(join(root, 'data', 'seed'), join(folder, 'data', 'seed'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

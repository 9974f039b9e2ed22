import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleClient } from './bundleClient.mjs'
import { bundleServer } from './bundleServer.mjs'
import { checkBudgets, homePageSize } from './budgets.mjs'
import { filesIn, hashOf, sourceFolders } from './sources.mjs'

const newFolder = 'dist.new'

/**
 * Builds dist unless it holds the hash of all sources. A new one is built beside it and replaces it once every byte budget is met,
 * so a build that fails leaves a running server its files.
 */
export async function bundle() {
  const wanted = hashOf([...[...sourceFolders, 'tools', 'patches'].flatMap(filesIn), 'package-lock.json'])
  const stamp = join('dist', '.sources')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('building …')
  const { build, stop } = await import('esbuild')
  rmSync(newFolder, { recursive: true, force: true })
  try {
    await bundleServer(build, newFolder)
    const sizes = await bundleClient(build, newFolder)
    checkBudgets({ ...sizes, homePage: await homePageSize(join(newFolder, 'server.mjs')) })
  } finally {
    await stop()
  }
  writeFileSync(join(newFolder, '.sources'), wanted)
  rmSync('dist', { recursive: true, force: true })
  renameSync(newFolder, 'dist')
}

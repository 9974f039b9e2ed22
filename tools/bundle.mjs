import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleClient } from './bundleClient.mjs'
import { bundleServer } from './bundleServer.mjs'
import { checkBudgets, homePageSize } from './budgets.mjs'
import { licensesOf } from './licenses.mjs'
import { filesIn, hashOf, sourceFolders } from './sources.mjs'

const newFolder = 'dist.new'

/**
 * Builds dist unless it holds the hash of all sources. A new one is built beside it and replaces it once every byte budget is met,
 * so a build that fails leaves a running server its files.
 */
export async function bundle() {
  const sources = hashOf([...[...sourceFolders, 'tools', 'patches'].flatMap(filesIn), 'package-lock.json'])
  const stamp = join('dist', '.sources')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.error('正在构建 …')
  const esbuild = await import('esbuild')
  const inputs = new Set()
  const build = async (options) => {
    // The result must not depend on where a linked node_modules is.
    const result = await esbuild.build({ preserveSymlinks: true, metafile: true, ...options })
    for (const path of Object.keys(result.metafile.inputs)) inputs.add(path)
    return result
  }
  rmSync(newFolder, { recursive: true, force: true })
  try {
    await bundleServer(build, newFolder)
    const sizes = await bundleClient(build, newFolder)
    checkBudgets({ ...sizes, homePage: await homePageSize(join(newFolder, 'server.mjs')) })
  } finally {
    await esbuild.stop()
  }
  writeFileSync(join(newFolder, 'LICENSES.txt'), licensesOf(inputs))
  writeFileSync(join(newFolder, '.sources'), sources)
  rmSync('dist', { recursive: true, force: true })
  renameSync(newFolder, 'dist')
}

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bundleClient } from './bundleClient.mjs'
import { bundleServer } from './bundleServer.mjs'
import { checkBudgets, homePageSize } from './budgets.mjs'
import { filesIn, hashOf, sourceFolders } from './sources.mjs'

const newFolder = 'dist.new'

/**
 * Builds dist unless it holds the hash of all sources. A new one is built beside it and replaces it once every byte budget is met,
 * so a build that fails leaves a running server its files. Who only wants a site reads no sizes: `isQuiet`.
 */
export async function bundle(isQuiet) {
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
    checkBudgets({ ...sizes, homePage: await homePageSize(join(newFolder, 'server.mjs')) }, isQuiet)
  } finally {
    await esbuild.stop()
  }
  writeFileSync(join(newFolder, 'LICENSES.txt'), licensesOf(inputs))
  writeFileSync(join(newFolder, '.sources'), sources)
  rmSync('dist', { recursive: true, force: true })
  renameSync(newFolder, 'dist')
}

/** The program's own licence, and those of the packages that files of a build come from. */
function licensesOf(inputs) {
  const packages = new Set([...inputs].flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []))
  const parts = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    return `${name} ${version}\n\n${file ? readFileSync(join(folder, file), 'utf8') : license}`
  })
  return [`zhuzhan\n\n${readFileSync('LICENSE', 'utf8')}`, ...parts]
    .map((part) => `${part.trim()}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

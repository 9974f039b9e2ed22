import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What runs with a file, which types do not: its imports, and files that it finds beside itself. What is built has its sources no more. */
const named =
  /\b(?:import|export)\s+(?!type\b)[\w\s{},*$]*?\bfrom\s*'(\.[^']*)'|\bimport\s*\(?\s*'(\.[^']*)'|\bnew URL\('(\.[^']*)'/g

const known = new Map()
function importsOf(file) {
  let imports = known.get(file)
  if (imports === undefined) {
    const text = /\.(tsx?|mjs|cjs)$/.test(file) ? readFileSync(file, 'utf8') : ''
    const paths = [...text.matchAll(named)].map(([, from, bare, address]) => from ?? bare ?? address)
    imports = paths
      .map((path) => join(dirname(file), path))
      .filter((path) => !path.startsWith('dist/') && existsSync(path))
    // It starts what is built; the little that it has of the sources would lead every test to all of them.
    if (file === 'test/server.ts') imports = imports.filter((path) => path.startsWith('test/'))
    known.set(file, imports)
  }
  return imports
}

/** The file and all that it imports, directly or not, each with over how many others. */
export function reachOf(file) {
  const reached = new Map([[file, 0]])
  for (const [each, distance] of reached)
    for (const imported of importsOf(each)) if (!reached.has(imported)) reached.set(imported, distance + 1)
  return reached
}

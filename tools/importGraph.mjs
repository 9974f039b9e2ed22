import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a file names as its own: imports of files, types also, and files that it finds beside itself. */
const named = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'(\.[^']*)'/g

const known = new Map()
function importsOf(file) {
  let imports = known.get(file)
  if (imports === undefined) {
    const text = /\.(tsx?|mjs|cjs)$/.test(file) ? readFileSync(file, 'utf8') : ''
    imports = [...text.matchAll(named)].map(([, path]) => join(dirname(file), path)).filter(existsSync)
    known.set(file, imports)
  }
  return imports
}

/** The file and all that it imports, directly or not. */
export function reachOf(file) {
  const reached = new Set([file])
  for (const each of reached) for (const imported of importsOf(each)) reached.add(imported)
  return reached
}

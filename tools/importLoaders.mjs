import { readFileSync } from 'node:fs'
import { dirname, extname, relative, resolve } from 'node:path'

/**
 * By default esbuild makes a file of whatever the same files share: the first load would be 17 small files, which together compress worse.
 * Here each file that is loaded on demand also imports the entry that loads it, which has run by then. So the code that both need is in the
 * entry's own file.
 */
export async function importLoaders(build, firstScript) {
  const { metafile } = await build({ entryPoints: [firstScript], bundle: true, format: 'esm', jsx: 'automatic', write: false, metafile: true })
  const loaders = loadersOf(metafile.inputs, firstScript)
  return {
    name: 'import-loaders',
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const loader = loaders.get(relative(process.cwd(), path))
        if (loader === undefined) return
        const specifier = JSON.stringify(`./${relative(dirname(path), resolve(loader))}`)
        return { contents: `${readFileSync(path, 'utf8')}\nimport ${specifier}`, resolveDir: dirname(path), loader: extname(path).slice(1) }
      })
    },
  }
}

/**
 * For each file that is loaded on demand, the entry whose code loads it: the outermost of several if it has always run before the others,
 * else the first script, which always has. Also the first script where another entry imports the file statically: that entry would get
 * the loader's code with it.
 */
function loadersOf(inputs, firstScript) {
  const loaders = new Map()
  const entries = new Set([firstScript])
  const parts = new Set()
  for (const entry of entries) {
    const { reached, onDemand } = reachedFrom(inputs, entry)
    for (const path of onDemand) {
      const known = loaders.get(path)
      loaders.set(path, known === undefined ? entry : hasRun(known, entry, loaders) ? known : firstScript)
      entries.add(path)
    }
    for (const path of reached) if (path !== entry) parts.add(path)
  }
  for (const path of loaders.keys()) if (parts.has(path)) loaders.set(path, firstScript)
  return loaders
}

/** Whether the entry `early` has run when `late` runs, because it is among those that load it. */
function hasRun(early, late, loaders) {
  for (let entry = late; entry !== undefined; entry = loaders.get(entry)) if (entry === early) return true
  return false
}

/** An entry with its static imports, and the files that these load on demand. */
function reachedFrom(inputs, entry) {
  const reached = new Set([entry])
  const onDemand = new Set()
  for (const path of reached) {
    for (const { path: imported, kind } of inputs[path].imports) {
      if (kind === 'dynamic-import') onDemand.add(imported)
      else if (inputs[imported]) reached.add(imported)
    }
  }
  return { reached, onDemand }
}

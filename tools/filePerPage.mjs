import { readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'

/**
 * By default esbuild makes a file of whatever the same pages share, so that a page consists of a dozen files. Here the modules of the first
 * script exist once, since every page imports it; any other module is copied into the file of each page that uses it, under the page's
 * namespace. Such modules must keep no state and export no class that others test for.
 */
export async function filePerPage(build, firstScript) {
  const externalPages = { name: 'external-pages', setup: ({ onResolve }) => onResolve({ filter: /^\./ }, ({ kind }) => (kind === 'dynamic-import' ? { external: true } : undefined)) }
  const { metafile } = await build({ entryPoints: [firstScript], bundle: true, format: 'esm', jsx: 'automatic', write: false, metafile: true, plugins: [externalPages] })
  const shared = new Set(Object.keys(metafile.inputs).map((path) => resolve(path)))
  const page = (path) => basename(path).split('.')[0]

  return {
    name: 'file-per-page',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir, namespace }) => {
        const wanted = join(resolveDir, path)
        if (shared.has(wanted) || kind === 'entry-point') return { path: wanted }
        return { path: wanted, namespace: kind === 'dynamic-import' ? page(path) : namespace }
      })
      onLoad({ filter: /\.tsx?$/ }, ({ path, namespace }) => {
        if (namespace === 'file') return
        const source = readFileSync(path, 'utf8')
        const contents = page(path) === namespace ? `${source}\nimport ${JSON.stringify(`./${relative(dirname(path), firstScript)}`)}` : source
        return { contents, resolveDir: dirname(path), loader: extname(path).slice(1) }
      })
    },
  }
}

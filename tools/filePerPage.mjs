import { readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'

/** In the output of esbuild's transform, only statements of the module itself begin a line. What is created empty is filled later. */
const variable =
  /^(?:export )?(?:(?:let|var) |const \w+ = (?:\[\]|\{\}|\w*signal\(|(?:\/\* @__PURE__ \*\/ )?new \w+\(\))).*/im
const classNames = /^(?:export )?class (\w+)/gm
const testedNames = /\binstanceof (\w+)/g

/** Beside the script wherever that is. */
export const namingSheet = (file) =>
  file === undefined ? '' : `export const sheet = new URL(${JSON.stringify(file)}, import.meta.url).href`

/**
 * By default esbuild makes a file of whatever the same pages share, so that a page consists of a dozen files. Here the modules of the first
 * script exist once, since every page imports it; any other module is copied into the file of each page that uses it, under the page's
 * namespace. The build refuses such a module when its copies would differ: when it keeps state, or declares a class that is tested for.
 */
export async function filePerPage(build, firstScript, sheets) {
  const externalPages = {
    name: 'external-pages',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\./ }, ({ kind }) => (kind === 'dynamic-import' ? { external: true } : undefined)),
  }
  const { metafile } = await build({
    entryPoints: [firstScript],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    metafile: true,
    plugins: [externalPages],
  })
  const shared = new Set(Object.keys(metafile.inputs).map((path) => resolve(path)))
  const page = (path) => basename(path).split('.')[0]

  return {
    name: 'file-per-page',
    setup({ esbuild, onResolve, onLoad, onEnd }) {
      const states = new Map()
      const classes = new Map()
      const tested = new Set()
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir, namespace }) => {
        const wanted = join(resolveDir, path)
        if (shared.has(wanted) || kind === 'entry-point') return { path: wanted }
        const target = kind === 'dynamic-import' ? page(path) : namespace
        // Names contain a hash of this path, and must be the same wherever the build runs.
        return { path: target === 'file' ? wanted : relative('', wanted), namespace: target }
      })
      onLoad({ filter: /\.tsx?$/ }, async ({ path, namespace }) => {
        const source = readFileSync(path, 'utf8')
        for (const [, name] of source.matchAll(testedNames)) tested.add(name)
        if (namespace === 'file') return
        const loader = extname(path).slice(1)
        const { code } = await esbuild.transform(source, { loader, jsx: 'automatic' })
        for (const [, name] of code.matchAll(classNames)) classes.set(name, path)
        const [state] = variable.exec(code) ?? []
        if (state) states.set(path, state)
        const contents =
          page(path) === namespace
            ? `${source}\nimport ${JSON.stringify(`./${relative(dirname(path), firstScript)}`)}\n${namingSheet(sheets[namespace])}`
            : source
        return { contents, resolveDir: resolve(dirname(path)), loader }
      })
      onEnd(() => {
        const faults = [...states].map(([path, state]) => [path, `keeps state (${state})`])
        for (const [name, path] of classes) if (tested.has(name)) faults.push([path, `there is an instanceof ${name}`])
        const advice = `Each page would have its own: import it in ${firstScript}, too`
        return {
          errors: faults.map(([path, what]) => ({
            text: `${path} is copied into the files of pages, but ${what}. ${advice}`,
          })),
        }
      })
    },
  }
}

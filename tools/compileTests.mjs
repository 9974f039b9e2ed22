import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'
import { filesIn, sourceFolders } from './sources.mjs'

/** Not below node_modules, where Node's runner of tests looks for none since version 21. */
const outdir = '.tests'

export const compiledFile = (source) => join(outdir, relative('', source).replace(/\.tsx?$/, '.mjs'))
export const importCompiled = (source) => import(resolve(compiledFile(source)))

/** Compiles the tests and every source, file by file, once for a run: loading tsx in each of some 200 processes takes longer. */
export async function compileTests() {
  const entryPoints = ['test', 'scripts', ...sourceFolders].flatMap(filesIn).filter((file) => /\.tsx?$/.test(file))
  await build({
    entryPoints,
    outdir,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.15',
    jsx: 'automatic',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [{ name: 'file by file', setup: compileFileByFile }],
  })
  // Its service, which would end a moment after this process.
  await stop()
}

function compileFileByFile({ onResolve, onLoad }) {
  onResolve({ filter: /^/ }, ({ path, kind, importer }) => {
    if (kind === 'entry-point' || path.endsWith('.json')) return undefined
    const isCompiled = /\.tsx?$/.test(path)
    if (path.startsWith('.') && !isCompiled) return { path: fileUrl(resolve(dirname(importer), path)), external: true }
    return { path: isCompiled ? path.replace(/\.tsx?$/, '.mjs') : path, external: true }
  })
  // A test finds its files from where its source is, the server its threads from where the built server is.
  const server = resolve('server') + '/'
  onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
    const address = path.startsWith(server) ? resolve('dist/server.mjs') : path
    const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(fileUrl(address)))
    return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
  })
}

const fileUrl = (path) => pathToFileURL(path).href

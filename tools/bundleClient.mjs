import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, parse, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { filePerPage, namingSheet } from './filePerPage.mjs'
import { adminSheets, siteSheets } from '../client/styles/sheets.mjs'
import { reactModules } from './reactModules.mjs'

/** What scripts and styles are written for: docs/browsers.md. Older browsers keep the plain HTML; client/lib/entry.ts decides. */
const siteBrowsers = ['chrome88', 'firefox85', 'safari14.1', 'ios14.5']
const adminBrowsers = ['chrome88', 'firefox98', 'safari15.4', 'ios15.4']

/** Chrome 88 knows `?.` but for spread arguments behind it, which a test forbids; esbuild would write each of them out. */
const moduleSyntax = { 'optional-chain': true }

const adminScript = 'client/admin/frame/main.tsx'
const officeScript = 'client/admin/frame/Office.tsx'
/** Reads sheets that are imported, and draws pictures. */
const threadScript = 'client/admin/import/thread.ts'

/** wouter imports a replacement for what older versions of React lack. */
const adminPackages = { 'use-sync-external-store/shim/index.js': 'react' }

/**
 * Builds the entry that every browser runs, the first script with one file for each page, and the styles; compresses each, and lists them
 * for the server. The back office is a bundle of its own: nothing of it can end up in a public file. Returns the sizes that have a
 * budget.
 */
export async function bundleClient(build, newFolder) {
  const firstScript = 'client/site/hydrate.tsx'
  const bundleFor = (entryPoint, options) => bundleOf(build, entryPoint, join(newFolder, 'client'), options)
  const calls = Object.entries((await exportsOf(build, 'contract/calls/calls.ts')).calls)
  const ofVisitors = calls.filter(([, { who }]) => who === 'everyone')
  const siteStyles = await bundleSheets(bundleFor, siteBrowsers, siteSheets)
  const adminStyles = await bundleSheets(bundleFor, adminBrowsers, adminSheets)
  const entry = await bundleFor('client/lib/entry.ts', { target: 'es5', format: 'iife', splitting: false })
  const again = await bundleFor('client/lib/again.ts', { target: 'es5', format: 'iife', splitting: false })
  const services = await bundleFor('client/lib/services.ts', { target: 'es5', format: 'iife', splitting: false })
  const site = await bundleFor(firstScript, {
    target: siteBrowsers,
    supported: moduleSyntax,
    plugins: [
      callPaths(ofVisitors),
      await listedKindsAsData(build),
      reactModules,
      await filePerPage(build, firstScript, siteStyles.files),
    ],
  })
  const thread = await bundleFor(threadScript, {
    target: adminBrowsers,
    supported: moduleSyntax,
    format: 'iife',
    splitting: false,
  })
  const admin = await bundleFor(adminScript, {
    target: adminBrowsers,
    alias: adminPackages,
    supported: moduleSyntax,
    plugins: [callPaths(calls), reactModules, fewFiles(adminStyles.files), addressOf(thread.main)],
  })
  // The keys are the names of the components, which are those of the files.
  const pages = {}
  for (const { name, entryPoint = '' } of site.outputs) {
    if (/client\/site\/.+\.tsx$/.test(entryPoint)) pages[basename(entryPoint, '.tsx')] = name
  }
  for (const name of Object.keys(siteSheets))
    if (!(name in pages || ['site', 'print'].includes(name)))
      throw new Error(`sheets.mjs names ${name}, which is no page`)
  const sizeOf = ({ sizes }, names) => names.reduce((total, name) => total + sizes.get(name), 0)
  // Its code, and the file that names it.
  const office = admin.outputs
    .filter(({ entryPoint, inputs }) => entryPoint === officeScript || officeScript in inputs)
    .map(({ name }) => name)
  const atOnce = [admin.main, ...office]
  const later = admin.outputs.map(({ name }) => name).filter((name) => !atOnce.includes(name))
  const scripts = [again, entry, services, site, thread, admin].flatMap(({ outputs }) =>
    outputs.map(({ name }) => name),
  )
  const manifest = {
    again: again.main,
    entry: entry.main,
    services: services.main,
    script: site.main,
    site: { sheets: siteStyles.files },
    pages,
    files: [...scripts, ...[siteStyles, adminStyles].flatMap(({ files }) => Object.values(files))],
    admin: {
      script: admin.main,
      office,
      sheets: adminStyles.files,
    },
  }
  writeFileSync(join(newFolder, 'client', 'manifest.json'), JSON.stringify(manifest))

  return {
    entry: entry.sizes.get(entry.main),
    firstPage:
      entry.sizes.get(entry.main) +
      site.sizes.get(site.main) +
      Math.max(...Object.values(pages).map((name) => site.sizes.get(name))),
    siteStyles: withFrame('site', siteStyles.sizes),
    admin: sizeOf(admin, atOnce),
    adminLater: Math.max(...later.map((name) => admin.sizes.get(name)), ...thread.sizes.values()),
    adminStyles: withFrame('admin', adminStyles.sizes),
  }
}

/** The sizes of the others, each together with that of the frame, which all have. */
function withFrame(frame, { [frame]: size, ...others }) {
  return Object.fromEntries(Object.entries(others).map(([name, own]) => [name, size + own]))
}

/** The files of the given sheets and their sizes. The names of the files begin with the place of a sheet in the order. */
async function bundleSheets(bundleFor, target, sheets) {
  const { lowerStyles } = await import('../client/styles/lower.mjs')
  const plugins = [lowerStyles(target, sheets)]
  const files = {}
  const sizes = {}
  for (const [place, name] of Object.keys(sheets).entries()) {
    const entryNames = `${String(place).padStart(2, '0')}-${name}-[hash]`
    const { main, sizes: built } = await bundleFor(`sheet:${name}`, { target, plugins, entryNames })
    files[name] = main
    sizes[name] = built.get(main)
  }
  return { files, sizes }
}

async function bundleOf(build, entryPoint, outdir, options) {
  const { metafile } = await build({
    entryPoints: [entryPoint],
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    charset: 'utf8',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    logLevel: 'warning',
    ...options,
  })
  const all = Object.entries(metafile.outputs).map(([path, output]) => ({ name: basename(path), ...output }))
  const main = all.find(({ inputs }) => entryPoint in inputs).name
  // For an entry that other files import esbuild adds a file that only imports the entry's code; nothing requests it.
  const outputs = all.filter((output) => output.name === main || output.entryPoint !== entryPoint)
  return { outputs, main, sizes: new Map(outputs.map(({ name }) => [name, compress(join(outdir, name))])) }
}

/** The files of the back office that are loaded later, and what each imports: the one before it. */
const fileBefore = {
  'client/admin/frame/Office.tsx': './main.tsx',
  'client/admin/site/SettingsScreen.tsx': '../frame/Office.tsx',
  'client/admin/site/VisitsScreen.tsx': '../frame/Office.tsx',
  'client/admin/people/people.ts': '../frame/Office.tsx',
  'client/admin/import/imports.ts': '../frame/Office.tsx',
  'client/admin/ui/QrCode.tsx': '../frame/Office.tsx',
  'client/editor/Editor.tsx': '../admin/frame/Office.tsx',
  'client/admin/site/BeginScreen.tsx': './SettingsScreen.tsx',
}

/**
 * By default esbuild makes another file of what two files of the back office use: here the later imports the earlier, which has it. Names the
 * style sheet of a file in it; what is loaded later has that of the earlier where it has none of its own.
 */
const fewFiles = (sheets) => ({
  name: 'few-files',
  setup: ({ onLoad }) =>
    onLoad({ filter: /client[\\/](?:admin|editor)[\\/].+\.tsx?$/ }, ({ path }) => {
      const before = fileBefore[relative('.', path).replaceAll('\\', '/')]
      const sheet = [path, before ?? ''].map((file) => sheets[parse(file).name]).find(Boolean)
      if (!before && !sheet) return undefined
      return {
        contents: [readFileSync(path, 'utf8'), before && `import '${before}'`, namingSheet(sheet)].join('\n'),
        resolveDir: dirname(path),
        loader: extname(path).slice(1),
      }
    }),
})

/** Tells the back office where its thread is. */
const addressOf = (name) => ({
  name: 'thread address',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]threadAddress\.ts$/ }, () => ({
      contents: `export const threadAddress = '/assets/${name}'`,
      loader: 'js',
    })),
})

/** Writes the compressed copies of a file and returns its size under brotli. */
function compress(path) {
  const bytes = readFileSync(path)
  const dense = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  writeFileSync(`${path}.br`, dense)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  return dense.length
}

/** What a module exports. */
async function exportsOf(build, file) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'warning',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

/** The pages need a few words of the descriptions of kinds, and none of their fields. */
async function listedKindsAsData(build) {
  const { listedKinds } = await exportsOf(build, 'contract/kinds/listedKinds.ts')
  const contents = `export const listedKinds = ${JSON.stringify(listedKinds)}`
  return {
    name: 'listed kinds',
    setup: ({ onLoad }) => onLoad({ filter: /listedKinds\.ts$/ }, () => ({ contents, loader: 'js' })),
  }
}

/**
 * Browsers send calls and the server checks them: their scripts contain the part of the table that is needed to send a call, and none of
 * the rules. A form imports the rules that it checks itself. Pages of the site send what everyone may.
 */
function callPaths(calls) {
  // As text: the quotation marks and names of a hundred rows would be a third of a kilobyte.
  const rows = calls.map(([name, { method, path, upload }]) => {
    if (upload) return `${name} ${path} ${method} ${upload.field}`
    return method === 'POST' ? `${name} ${path}` : `${name} ${path} ${method}`
  })
  const contents = `const rowOf = (row) => {
  const [name, path, method = 'POST', field] = row.split(' ')
  return [name, { method, path, ...(field && { upload: { field } }) }]
}
export const calls = Object.fromEntries(${JSON.stringify(rows.join('\n'))}.split('\\n').map(rowOf))`
  return {
    name: 'call paths',
    setup: ({ onLoad }) => onLoad({ filter: /calls[\\/]calls\.ts$/ }, () => ({ contents, loader: 'js' })),
  }
}

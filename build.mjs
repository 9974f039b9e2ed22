// Installs what is missing, builds what is stale, then does what was asked: start, dev, check, test, test:engines, bench, user, backup, restore.
// Until the packages are there it may use nothing but Node.
import { fork, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const fresh = 'dist.new'
const sources = ['contract', 'client', 'server']
/** What scripts and styles are written for: docs/browsers.md. Everything older stays with the HTML, client/lib/entry.ts sees to that. */
const siteBrowsers = ['chrome88', 'firefox85', 'safari14.1', 'ios14.5']
const adminBrowsers = ['chrome88', 'firefox98', 'safari15.4', 'ios15.4']
const root = fileURLToPath(new URL('.', import.meta.url))
const [task = 'build', ...args] = process.argv.slice(2)
// stdout belongs to the server's ready line.
const say = (words) => process.stderr.write(`${words}\n`)

process.chdir(root)
if (Number(process.versions.node.split('.')[0]) < 20) stop(`Node 20 or newer is needed; this is ${process.versions.node}`)
installPackages()
await bundle().catch((cause) => stop(`the build failed: ${cause.message}`))

if (task === 'start') await import('./dist/server.mjs')
else if (['user', 'backup', 'restore'].includes(task)) await (process.argv.splice(1, 2, task), import(`./dist/${task}.mjs`))
else if (task === 'dev') develop()
else if (task === 'check') typeCheck()
else if (task === 'test') {
  typeCheck()
  lookForPrograms(['nginx', 'caddy', 'openssl', 'systemd-analyze'])
  run('node', ['--import', 'tsx', '--test', '--test-concurrency=2', ...(args.length > 0 ? args : testFiles('test').filter((file) => !file.startsWith(join('test', 'engines'))))])
} else if (task === 'test:engines') {
  typeCheck()
  // The older Chromiums are packages, which the tests install into a temporary folder.
  lookForPrograms(['firefox-esr', 'WebKitWebDriver', 'Xvfb'])
  run('node', ['--import', 'tsx', '--test', '--test-concurrency=2', ...(args.length > 0 ? args : testFiles(join('test', 'engines')))])
} else if (task === 'bench') run('node', ['--import', 'tsx', 'bench/run.ts', ...args])
else if (task !== 'build') stop(`unknown task ${task}`)

/** The lockfile's hash lies in node_modules: no install when it is the same. */
function installPackages() {
  const stamp = join('node_modules', '.zhuzhan-lock')
  const wanted = hashOf(['package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('installing packages …')
  const npm = process.env.npm_execpath
  const words = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { status } = spawnSync(program, [...before, ...words], { stdio: ['ignore', 2, 2] })
  if (status !== 0) stop('the packages could not be installed; is the npm registry within reach?')
  writeFileSync(stamp, wanted)
}

/** The hash of all sources lies in dist: no build when it is the same. */
async function bundle() {
  const stamp = join('dist', '.sources')
  const wanted = hashOf([...sources.flatMap(filesIn), 'build.mjs', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('building …')
  const { build, stop: rest } = await import('esbuild')
  // Beside the old one, which a failed build leaves as it was.
  rmSync(fresh, { recursive: true, force: true })
  try {
    await bundleServer(build)
    await bundleClient(build)
  } finally {
    await rest()
  }
  rmSync('dist', { recursive: true, force: true })
  renameSync(fresh, 'dist')
  await weighHome()
  writeFileSync(stamp, wanted)
}

/** The home page as a visitor gets it, from the server just built, on folders of its own. */
async function weighHome() {
  const folder = mkdtempSync(join(tmpdir(), 'zhuzhan-'))
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads'), ADMIN_PASSWORD: 'for-weighing-only', ACCESS_LOG: 'off' }
  const server = spawn(process.execPath, ['dist/server.mjs'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const gone = new Promise((resolve) => server.once('exit', resolve))
  try {
    const ready = await Promise.race([once(server.stdout, 'data'), gone.then(() => Promise.reject(new Error('the built server does not start')))])
    const html = Buffer.from(await (await fetch(String(ready[0]).replace('ready ', '').trim())).arrayBuffer())
    withinBudget('HTML of the home page', brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length, 16)
  } finally {
    server.kill()
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bundleServer(build) {
  const common = {
    outdir: fresh,
    bundle: true,
    platform: 'node',
    target: 'node20',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  }
  await build({
    ...common,
    entryPoints: {
      server: 'server/main.ts',
      user: 'server/staff/user.ts',
      backup: 'server/backup/backupCommand.ts',
      restore: 'server/backup/restoreCommand.ts',
    },
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    jsx: 'automatic',
    // busboy is CommonJS and requires Node's own modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
  // Programs of threads, which are started from memory: such a program has no address that it could import by.
  const threads = { writer: 'server/store/writer.ts', richTextWorker: 'server/richtext/richTextWorker.ts', archiver: 'server/backup/archiver.ts' }
  await build({ ...common, entryPoints: threads, outExtension: { '.js': '.cjs' }, format: 'cjs' })
}

/**
 * The entry that every browser runs; the first script, and one file for each page beside it; styles; each also compressed once and for
 * all, and a list of them for the server. The back office is a bundle of its own: nothing of it can come to lie in a public file.
 */
async function bundleClient(build) {
  const { lowerStyles } = await import('./client/styles/lower.mjs')
  const first = 'client/site/hydrate.tsx'
  const entry = await bundleFor(build, 'client/lib/entry.ts', { target: 'es5', format: 'iife', splitting: false })
  const site = await bundleFor(build, first, { target: siteBrowsers, plugins: [await filePerPage(build, first)] })
  const admin = await bundleFor(build, 'client/admin/main.tsx', { target: adminBrowsers })
  const siteStyle = await bundleFor(build, 'client/styles/site.css', { target: siteBrowsers, plugins: [lowerStyles(siteBrowsers)] })
  const adminStyle = await bundleFor(build, 'client/styles/admin.css', { target: adminBrowsers, plugins: [lowerStyles(adminBrowsers)] })

  // By the name of the component, which is the file's.
  const pages = {}
  for (const { name, entryPoint = '' } of site.outputs) {
    if (/client\/site\/.+\.tsx$/.test(entryPoint)) pages[basename(entryPoint, '.tsx')] = name
  }
  const files = [entry, site, admin, siteStyle, adminStyle].flatMap(({ outputs }) => outputs.map(({ name }) => name))
  const manifest = { entry: entry.main, script: site.main, style: siteStyle.main, pages, admin: { script: admin.main, style: adminStyle.main }, files }
  writeFileSync(join(fresh, 'client', 'manifest.json'), JSON.stringify(manifest))

  const [heaviest] = Object.entries(pages).sort(([, a], [, b]) => site.sizes.get(b) - site.sizes.get(a))
  withinBudget('script that every browser runs', entry.sizes.get(entry.main), 1)
  withinBudget(`script of the heaviest first page, ${heaviest[0]}`, entry.sizes.get(entry.main) + site.sizes.get(site.main) + site.sizes.get(heaviest[1]), 78)
  withinBudget('style', siteStyle.sizes.get(siteStyle.main), 14)
  withinBudget('script of the back office', [...admin.sizes.values()].reduce((a, b) => a + b), 140)
  withinBudget('style of the back office', adminStyle.sizes.get(adminStyle.main), 16)
}

async function bundleFor(build, entryPoint, options) {
  const { metafile } = await build({
    entryPoints: [entryPoint],
    outdir: join(fresh, 'client'),
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
  // An entry that other files import is a file that imports its own code: one more to fetch, and nobody asks for it.
  const outputs = all.filter((output) => output.name === main || output.entryPoint !== entryPoint)
  return { outputs, main, sizes: new Map(outputs.map(({ name }) => [name, compress(join(fresh, 'client', name))])) }
}

/**
 * Left alone, esbuild makes a file of whatever the same pages share, so that a page is of a dozen. Here the first script's modules exist once,
 * in one file, because every page imports it; of anything else a page has a copy of its own, in its own file, known by its namespace. Such
 * modules must keep no state and export no class that others test for.
 */
async function filePerPage(build, first) {
  const later = { name: 'later', setup: ({ onResolve }) => onResolve({ filter: /^\./ }, ({ kind }) => (kind === 'dynamic-import' ? { external: true } : undefined)) }
  const { metafile } = await build({ entryPoints: [first], bundle: true, format: 'esm', jsx: 'automatic', write: false, metafile: true, plugins: [later] })
  const once = new Set(Object.keys(metafile.inputs).map((path) => join(root, path)))
  const page = (path) => basename(path).split('.')[0]

  return {
    name: 'file-per-page',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir, namespace }) => {
        const wanted = join(resolveDir, path)
        if (once.has(wanted) || kind === 'entry-point') return { path: wanted }
        return { path: wanted, namespace: kind === 'dynamic-import' ? page(path) : namespace }
      })
      onLoad({ filter: /\.tsx?$/ }, ({ path, namespace }) => {
        if (namespace === 'file') return
        const source = readFileSync(path, 'utf8')
        const contents = page(path) === namespace ? `${source}\nimport ${JSON.stringify(`./${relative(dirname(path), first)}`)}` : source
        return { contents, resolveDir: dirname(path), loader: extname(path).slice(1) }
      })
    },
  }
}

/** The size under brotli. */
function compress(path) {
  const bytes = readFileSync(path)
  const dense = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  writeFileSync(`${path}.br`, dense)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  return dense.length
}

function withinBudget(what, bytes, kilobytes) {
  const told = `${what}: ${(bytes / 1024).toFixed(1)} KB of ${kilobytes} under brotli`
  if (bytes > kilobytes * 1024) throw new Error(`over budget, ${told}`)
  say(told)
}

/** Builds and starts anew whenever a source has changed; a build that fails leaves the old server running. */
function develop() {
  let server = fork('dist/server.mjs')
  let soon
  const again = async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    try {
      await bundle()
    } catch (cause) {
      return say(cause.message)
    }
    if (server.exitCode === null && server.kill()) await gone
    server = fork('dist/server.mjs')
  }
  for (const folder of sources) {
    watch(folder, { recursive: true }, () => {
      clearTimeout(soon)
      soon = setTimeout(again, 100)
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      server.once('exit', () => process.exit(0))
      server.kill()
    })
  }
}

function typeCheck() {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { stdio: 'inherit' })
  if (status !== 0) stop('the types do not fit')
}

/** Tests leave themselves out without the programs that they need, Chromium and these; nobody may count that as a pass. */
function lookForPrograms(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const onPath = (name) => folders.some((folder) => existsSync(join(folder, name)))
  const wanted = {
    'a Chromium (or CHROMIUM_PATH)': process.env.CHROMIUM_PATH || ['chromium', 'chromium-browser', 'google-chrome'].some(onPath),
    ...Object.fromEntries(names.map((name) => [name, onPath(name)])),
  }
  const missing = Object.keys(wanted).filter((name) => !wanted[name])
  if (missing.length === 0) return
  const list = missing.join(', ')
  if (process.env.CI) stop(`not found: ${list}. Under CI the tests need them`)
  say(`!!! NOT FOUND: ${list.toUpperCase()}. The tests that need them are left out. !!!`)
}

function run(program, words) {
  const child = spawn(program === 'node' ? process.execPath : program, words, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function testFiles(folder) {
  return filesIn(folder).filter((file) => file.endsWith('.test.ts'))
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function stop(words) {
  say(words)
  process.exit(1)
}

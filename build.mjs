// Installs what is missing, builds what is stale, then runs a task: start, dev, check, test, test:engines, test:postgres, bench, user, backup, restore, move.
// Until the packages are there it may use nothing but Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './tools/install.mjs'
import { filesIn } from './tools/sources.mjs'

const [task = 'build', ...args] = process.argv.slice(2)
/** Found by the program that makes a cluster. */
const postgres = 'initdb'
/** The other tests of the store are about files. */
const onBothEngines = ['calls', ...['collection', 'format', 'packedBody', 'seed', 'store'].map((name) => join('store', `${name}.test.ts`)), join('auth', 'accounts'), 'refusedApplications.test.ts']

process.chdir(fileURLToPath(new URL('.', import.meta.url)))
if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or newer is needed; this is ${process.versions.node}`)
try {
  installPackages()
  await (await import('./tools/bundle.mjs')).bundle()
} catch (cause) {
  fail(`the build failed: ${cause.message}`)
}

if (task === 'start') await import('./dist/server.mjs')
else if (['user', 'backup', 'restore', 'move'].includes(task)) await (process.argv.splice(1, 2, task), import(`./dist/${task}.mjs`))
else if (task === 'dev') (await import('./tools/develop.mjs')).develop()
else if (task === 'check') checkTypes()
else if (task === 'test') await runTests(testFiles('test').filter((file) => !file.startsWith(join('test', 'engines'))), ['nginx', 'caddy', 'openssl', 'systemd-analyze', postgres])
// The older Chromiums are packages, which the tests install into a temporary folder.
else if (task === 'test:engines') await runTests(testFiles(join('test', 'engines')), ['firefox-esr', 'WebKitWebDriver', 'Xvfb'])
else if (task === 'test:postgres') await testFaults()
else if (task === 'bench') process.exit(await runNode(['--import', 'tsx', 'bench/run.ts', ...args]))
else if (task !== 'build') fail(`unknown task ${task}`)

async function testFaults() {
  checkTypes()
  requirePrograms([postgres])
  const [option, rounds = '20'] = args
  if (option !== undefined && option !== '--rounds') fail('use: npm run test:postgres -- --rounds 200')
  process.exit(await runNode(['--import', 'tsx', '--test', join('test', 'postgres', 'faults.test.ts')], { ROUNDS: rounds }))
}

/** The tests of calls and store run once more on PostgreSQL, in place of a folder of files. */
async function runTests(all, programs) {
  checkTypes()
  const missing = requirePrograms(programs)
  const files = args.length > 0 ? args : all
  const code = await runNode(['--import', 'tsx', '--test', '--test-concurrency=2', ...files])
  const onBoth = args.length > 0 ? [] : all.filter((file) => onBothEngines.some((each) => file.startsWith(join('test', each))))
  if (code !== 0 || onBoth.length === 0) process.exit(code)
  if (missing.includes(postgres)) console.error(`!!! LEFT OUT: ${onBoth.length} FILES ON POSTGRESQL !!!`)
  const onPostgres = missing.includes(postgres) ? 0 : await runNode(['--import', 'tsx', '--test', '--test-concurrency=2', ...onBoth], { TEST_ENGINE: 'postgres' })
  console.error(`on files: ${files.length} test files; on PostgreSQL: ${missing.includes(postgres) ? 'none' : `${onBoth.length} of them`}`)
  process.exit(onPostgres)
}

function checkTypes() {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { stdio: 'inherit' })
  if (status !== 0) fail('the types do not fit')
}

/** Tests skip themselves without Chromium and these programs; nobody may count that as a pass. Returns what is missing. */
function requirePrograms(names) {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', ...versions]
  const onPath = (name) => folders.some((folder) => existsSync(join(folder, name)))
  const wanted = {
    'a Chromium (or CHROMIUM_PATH)': process.env.CHROMIUM_PATH || ['chromium', 'chromium-browser', 'google-chrome'].some(onPath),
    ...Object.fromEntries(names.map((name) => [name, onPath(name)])),
  }
  const missing = Object.keys(wanted).filter((name) => !wanted[name])
  if (missing.length === 0) return missing
  const list = missing.join(', ')
  if (process.env.CI) fail(`not found: ${list}. Under CI the tests need them`)
  console.error(`!!! NOT FOUND: ${list.toUpperCase()}. The tests that need them are skipped. !!!`)
  return missing
}

function testFiles(folder) {
  return filesIn(folder).filter((file) => file.endsWith('.test.ts'))
}

function runNode(words, env = {}) {
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0))))
}

/** stdout belongs to the server's ready line. */
function fail(message) {
  console.error(message)
  process.exit(1)
}

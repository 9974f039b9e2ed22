import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { filesIn } from './sources.mjs'

/** The program that creates a PostgreSQL cluster. */
const postgres = 'initdb'
/** Test files that run once more on PostgreSQL instead of a folder of files; the other tests of the store are about files. */
const onBothEngines = [
  'calls',
  ...['collection', 'format', 'packedBody', 'seed', 'store'].map((name) => join('store', `${name}.test.ts`)),
  join('auth', 'accounts'),
  'refusedApplications.test.ts',
]

/** Each task resolves to its exit code. `args`, where given, are the test files to run. */
export async function test(args) {
  const missing = prepare(['nginx', 'caddy', 'openssl', 'systemd-analyze', postgres])
  if (missing === undefined) return 1
  if (args.length > 0) return runTests(args)
  const files = testFiles('test').filter((file) => !file.startsWith(join('test', 'engines')))
  const onBoth = files.filter((file) => onBothEngines.some((each) => file.startsWith(join('test', each))))
  const isSkipped = missing.includes(postgres)
  const code = await runTests(files)
  if (code !== 0) return code
  const codeOnPostgres = isSkipped ? 0 : await runTests(onBoth, { TEST_ENGINE: 'postgres' })
  printEngines(files, isSkipped ? undefined : onBoth)
  if (isSkipped) console.error(`!!! SKIPPED: ${onBoth.length} FILES ON POSTGRESQL !!!`)
  return codeOnPostgres
}

/** How many test files of each folder ran on which engine. */
function printEngines(files, onPostgres) {
  const own = files.filter((file) => dirname(file) === join('test', 'postgres'))
  const columns = [files.filter((file) => !own.includes(file)), onPostgres ? [...own, ...onPostgres] : []]
  const counts = (isCounted) => columns.map((column) => column.filter(isCounted).length || '-')
  const rows = [...new Set(files.map(dirname))].map((folder) => [folder, ...counts((file) => dirname(file) === folder)])
  for (const [what, ...cells] of [['test files', 'on files', 'on PostgreSQL'], ...rows, ['all', ...counts(() => true)]]) {
    console.error(what.padEnd(24) + cells.map((cell) => String(cell).padStart(16)).join(''))
  }
}

/** The older Chromiums are packages, which the tests install into a temporary folder. */
export async function testEngines(args) {
  if (prepare(['firefox-esr', 'WebKitWebDriver', 'Xvfb']) === undefined) return 1
  return runTests(args.length > 0 ? args : testFiles(join('test', 'engines')))
}

/** Rounds of faults on three servers: `--rounds 200`. */
export async function testFaults([option, rounds = '20']) {
  if (option !== undefined && option !== '--rounds') {
    console.error('use: npm run test:postgres -- --rounds 200')
    return 1
  }
  if (prepare([postgres]) === undefined) return 1
  return runTests([join('test', 'postgres', 'faults.test.ts')], { ROUNDS: rounds })
}

export const bench = (args) => runNode(['--import', 'tsx', 'bench/run.ts', ...args])

export function checkTypes() {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { stdio: 'inherit' })
  if (status !== 0) console.error('the types do not fit')
  return status === 0 ? 0 : 1
}

/**
 * Returns which of the programs are missing; undefined when the tests cannot be run. Tests skip themselves without Chromium and these
 * programs; nobody may count that as a pass.
 */
function prepare(programs) {
  if (checkTypes() !== 0) return undefined
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', ...versions]
  const onPath = (name) => folders.some((folder) => existsSync(join(folder, name)))
  const wanted = {
    'a Chromium (or CHROMIUM_PATH)': process.env.CHROMIUM_PATH || ['chromium', 'chromium-browser', 'google-chrome'].some(onPath),
    ...Object.fromEntries(programs.map((name) => [name, onPath(name)])),
  }
  const missing = Object.keys(wanted).filter((name) => !wanted[name])
  if (missing.length === 0) return missing
  const list = missing.join(', ')
  if (process.env.CI) {
    console.error(`not found: ${list}. Under CI the tests need them`)
    return undefined
  }
  console.error(`!!! NOT FOUND: ${list.toUpperCase()}. The tests that need them are skipped. !!!`)
  return missing
}

const testFiles = (folder) => filesIn(folder).filter((file) => file.endsWith('.test.ts'))

/**
 * On a busy machine a test may fail for reasons that are not ours: under CI the files of a few failed tests run once more, alone, and
 * what failed at first is named.
 */
async function runTests(files, env) {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  const list = join(folder, 'failed')
  try {
    const code = await runTestsOnce(files, list, env)
    // Node writes no list when a file to run does not exist.
    const failed = existsSync(list) ? [...new Set(readFileSync(list, 'utf8').split('\n'))].filter((file) => file !== '') : []
    if (code === 0 || !process.env.CI || failed.length === 0 || failed.length > 5) return code
    console.error(`!!! FAILED, AND RUN ONCE MORE: ${failed.join(', ')} !!!`)
    return await runTestsOnce(failed, list, env, 1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Node's "spec" reporter repeats the failures at its end. */
function runTestsOnce(files, listOfFailed, env, concurrency = 2) {
  const reporters = { spec: 'stdout', './tools/failedFiles.mjs': listOfFailed }
  const options = Object.entries(reporters).flatMap(([reporter, to]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${to}`])
  return runNode(['--import', 'tsx', '--test', `--test-concurrency=${concurrency}`, ...options, ...files], env)
}

function runNode(words, env = {}) {
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0))))
}

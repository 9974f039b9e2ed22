import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { changedFiles, testsOf } from './changedTests.mjs'
import { compiledFile, compileTests, importCompiled } from './compileTests.mjs'
import { filesIn } from './sources.mjs'

/** The program that creates a PostgreSQL cluster. */
const postgres = 'initdb'
/**
 * Test files that run once more on PostgreSQL instead of a folder of files, in the rest: those whose calls reach the store in a way of
 * their own. What only loads, puts and removes records is covered by the others.
 */
const onBothEngines = {
  // Names and addresses that only one record may have; records that another server may have changed meanwhile.
  auth: ['accounts'],
  calls: ['idempotency', 'login', 'media', 'pages', 'site', 'activity', 'inquiry'],
  // Only one server sends.
  outbox: ['outbox'],
  // Several changes at once, the history beside the records, and times.
  publish: ['drafts', 'history', 'orders', 'publishFields', 'randomOrders', 'schedule', 'trash'],
  store: ['activityLog', 'collection', 'format', 'nextVersion', 'seed', 'store'],
}

/**
 * The everyday tests, `X.test.ts`. Resolves to the exit code, as each task does; `args`, where given, are the test files to run, or
 * --changed for those that have to do with what was changed.
 */
export async function test(args) {
  if ((await prepare([])) === undefined) return 1
  const isChanged = args[0] === '--changed'
  const isOfAll = args.length === 0 || isChanged
  if (isOfAll && checkStyle() !== 0) return 1
  const everyday = testFiles().filter((file) => !isLong(file))
  const ofAll = isChanged ? testsOf(changedFiles(), everyday) : everyday
  const files = isOfAll ? ofAll : args
  const env = files.some(isLong) ? {} : { TEST_MOTION: 'reduce' }
  return runPasses('npm test', [{ files, env }])
}

/**
 * The rest: `X.long.test.ts`, and the files that depend on the engine once more, on a PostgreSQL cluster that lasts for this run. Resolves
 * to the exit code; `args`, where given, are the test files to run, or --part=2/3 for every third file from the second on.
 */
export async function testRest(args) {
  const missing = await prepare([
    postgres,
    'nginx',
    'caddy',
    'openssl',
    'systemd-analyze',
    'firefox-esr',
    'WebKitWebDriver',
    'Xvfb',
  ])
  if (missing === undefined) return 1
  const [, part, parts] = /^--part=(\d+)\/(\d+)$/.exec(args[0]) ?? [, 1, 1]
  const named = args.filter((each) => !each.startsWith('--'))
  const files = named.length > 0 ? named : testFiles()
  const isOfPart = (_, index) => index % parts === part - 1
  const long = files.filter(isLong).filter(isOfPart)
  if (missing.includes(postgres)) return runPasses('npm run test:full', [{ files: long }])
  const onBoth = files.filter(isOnBoth).filter(isOfPart)
  const { startCluster } = await importCompiled('test/postgres/startCluster.ts')
  const cluster = await startCluster()
  const env = { TEST_CLUSTER: cluster.address }
  const passes = [
    { files: long, env },
    { files: onBoth, env: { ...env, TEST_ENGINE: 'postgres' } },
  ]
  return runPasses('npm run test:full', passes, () => cluster.end())
}

export const bench = (args) => runNode(['--import', 'tsx', 'bench/run.ts', ...args])

/** Types, format and the few rules of biome.json. */
export function check() {
  const types = checkTypes()
  const style = checkStyle()
  return types || style
}

function checkTypes() {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { stdio: 'inherit' })
  if (status !== 0) console.error('the types do not fit')
  return status === 0 ? 0 : 1
}

function checkStyle() {
  const biome = 'node_modules/@biomejs/biome/bin/biome'
  const { status } = spawnSync(process.execPath, [biome, 'check', '--error-on-warnings'], { stdio: 'inherit' })
  if (status !== 0) console.error('`npx biome check --write` formats, and mends what can be mended without a person')
  return status === 0 ? 0 : 1
}

/**
 * Compiles, and resolves to which of the programs are missing; undefined when the tests cannot be run. Tests that need a missing one are
 * skipped, which must not be taken for a pass.
 */
async function prepare(programs) {
  if (checkTypes() !== 0) return undefined
  await compileTests()
  const { chromiumPath } = await importCompiled('scripts/chromium.ts')
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', ...versions]
  const onPath = (name) => folders.some((folder) => existsSync(join(folder, name)))
  const wanted = {
    'a Chromium (or CHROMIUM_PATH)': chromiumPath !== undefined,
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

const testFiles = () => filesIn('test').filter((file) => file.endsWith('.test.ts'))
const isLong = (file) => file.endsWith('.long.test.ts')
const isOnBoth = (file) => onBothEngines[basename(dirname(file))]?.includes(basename(file).split('.')[0])

/** Runs one pass after another, and prints what they took and, at the very end, what needed a second try. */
async function runPasses(name, passes, after = () => {}) {
  const startedAt = performance.now()
  const unsteady = []
  let code = 0
  try {
    for (const pass of passes) if (pass.files.length > 0) code = (await runTests(pass, unsteady)) || code
  } finally {
    await after()
  }
  const count = passes.reduce((sum, { files }) => sum + files.length, 0)
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}`
  console.error(`${name}: ${count} files in ${minutes} minutes${cpuSeconds()}, ${machine}`)
  if (unsteady.length > 0) console.error(`!!! UNSTEADY: failed, and passed when run once more:\n${unsteady.join('\n')}`)
  return code
}

/** The CPU time of the processes that have ended, which Linux counts in hundredths. */
function cpuSeconds() {
  if (!existsSync('/proc/self/stat')) return ''
  const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(13)
  return `, ${Math.round((Number(user) + Number(system)) / 100)} CPU seconds`
}

/** Under CI the files of a few failed tests run once more, alone: what passes then is unsteady, which is a fault, too, and is named. */
async function runTests({ files, env }, unsteady) {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  const list = join(folder, 'failed')
  // Node writes no list when a file to run does not exist.
  const failed = () =>
    existsSync(list) ? [...new Set(readFileSync(list, 'utf8').split('\n'))].filter((line) => line !== '') : []
  try {
    const code = await runTestsOnce(files, list, env)
    const first = failed()
    const failedFiles = first.filter((line) => !line.startsWith(' '))
    if (code === 0 || !process.env.CI || failedFiles.length === 0 || failedFiles.length > 5) return code
    console.error(`!!! FAILED, AND RUN ONCE MORE: ${failedFiles.join(', ')} !!!`)
    const secondCode = await runTestsOnce(failedFiles, list, env, 1)
    const second = failed()
    unsteady.push(...first.filter((line) => !second.includes(line)).reverse())
    return secondCode
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One file more than there are cores: a good part of a run is waiting. Node's "spec" reporter repeats the failures at its end. */
function runTestsOnce(files, listOfFailed, env, concurrency = availableParallelism() + 1) {
  const reporters = Object.entries({ spec: 'stdout', './tools/failedFiles.mjs': listOfFailed })
  const options = reporters.flatMap(([reporter, to]) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${to}`,
  ])
  const words = ['--enable-source-maps', '--test', `--test-concurrency=${concurrency}`, ...options]
  return runNode([...words, ...files.map(compiledFile)], env)
}

function runNode(words, env = {}) {
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0))))
}

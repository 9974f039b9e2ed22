import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { changedFiles, recentTests, testsOf } from './changedTests.mjs'
import { checkSizes } from './checkSizes.mjs'
import { compileTests, importCompiled } from './compileTests.mjs'
import { cpuSeconds } from './cpuSeconds.mjs'
import { reachOf } from './importGraph.mjs'
import { filesIn } from './sources.mjs'
import { countsIn, overBudget, printCounts, weightOf } from './testCounts.mjs'
import { testFolder } from './testFolder.mjs'
import { resultsIn } from './testResults.mjs'
import { roomsOf } from './testRooms.mjs'

/** The program that creates a PostgreSQL cluster. */
const postgres = 'initdb'
/**
 * Test files that run once more on PostgreSQL instead of a folder of files, in the full run: those of the store itself, of what several
 * servers must not do twice, and one walk of calls.
 */
const onBothEngines = {
  leads: ['outbox'],
  records: ['drafts', 'history', 'idempotency', 'ordersOfTwo', 'publishFields', 'schedule', 'trash'],
  store: ['activityLog', 'collection', 'format', 'nextVersion', 'seed', 'store'],
}

/** Reading every file takes a moment, and finds what a change forgets most often. */
const quickest = [
  'test/wire.test.ts',
  'test/docs.test.ts',
  'test/house.test.ts',
  'test/client/paths.test.ts',
  'test/contract/siteFields.test.ts',
  'test/site/site.test.ts',
  'test/acts/clearStarter.test.ts',
]

const setOf = (file) => /^test\/(full|release)\//.exec(file)?.[1] ?? 'everyday'
const testFiles = () => filesIn('test').filter((file) => file.endsWith('.test.ts'))
const filesOfSet = (set) => testFiles().filter((file) => setOf(file) === set)

/**
 * The everyday tests: those outside of test/full/ and test/release/. Resolves to the exit code, as each task does; `args`, where given, are
 * the test files to run, --changed for those that have to do with what was changed, or --recent for those that the newest commits have
 * changed; --times=10 runs them as often, with a busy loop beside them, and ends when one fails.
 */
export async function test(args) {
  const words = split(args, '--changed', '--recent', '--times')
  if (!words) return 1
  const [named, options] = words
  if ((await prepare([], named.length === 0 || needBrowser(named))) === undefined) return 1
  const isOfAll = named.length === 0 && options.size === 0
  if (isOfAll && (checkStyle() || checkSizes()) !== 0) return 1
  const files = chosenFiles(named, options)
  if (options.size > 0) console.error(files.join('\n'))
  const isEveryday = files.every((file) => setOf(file) === 'everyday')
  const env = isEveryday ? { TEST_MOTION: 'reduce', HANGS_AFTER_MS: '20000' } : {}
  const times = Number(options.get('--times') ?? 1)
  const busy = times > 1 ? spawn(process.execPath, ['-e', 'for (;;);']) : undefined
  let code = 0
  for (let time = 0; time < times && code === 0; time++)
    code = await runPasses('npm test', [{ files, env, isTogether: isEveryday }], isOfAll)
  busy?.kill('SIGKILL')
  return code
}

function chosenFiles(named, options) {
  if (named.length > 0) return named
  const everyday = filesOfSet('everyday')
  if (options.has('--changed')) return testsOf(changedFiles(), everyday)
  return options.has('--recent') ? recentTests(everyday) : everyday
}

/** What catches most mistakes of a change, in seconds. */
export async function ask() {
  await compileTests()
  return runPasses('npm run ask', [{ files: quickest, isTogether: true }])
}

/**
 * The full run: test/full/, and the files that depend on the engine once more, on a PostgreSQL cluster that lasts for this run. `args` are
 * the test files to run, or --part=1/2 for the first of two halves.
 */
export async function testFull(args) {
  const programs = [postgres, 'nginx', 'caddy', 'openssl', 'systemd-analyze']
  return runSet('npm run test:full', 'full', args, programs)
}

/** What is run before a release: other engines, machines, and the folders of the server once with the program. */
export async function testRelease(args) {
  const programs = [postgres, 'openssl', 'systemd-analyze', 'firefox-esr', 'WebKitWebDriver', 'Xvfb']
  return runSet('npm run test:release', 'release', args, programs)
}

async function runSet(name, set, args, programs) {
  const words = split(args, '--part')
  const missing = words && (await prepare(programs, true))
  if (missing === undefined) return 1
  const [named, options] = words
  const [part, parts] = (options.get('--part') ?? '1/1').split('/').map(Number)
  const files = named.length > 0 ? named : filesOfSet(set)
  const onBoth = set === 'full' ? (named.length > 0 ? named : testFiles()).filter(isOnBoth) : []
  const tasks = [...files.map((file) => ({ file })), ...onBoth.map((file) => ({ file, engine: 'postgres' }))]
  const mine = partOf(tasks, part, parts)
  const ofEngine = (engine) => mine.filter((task) => task.engine === engine).map(({ file }) => file)
  const serverFolders = /^test\/(acts|leads|media|office|pages|people|records|sheets|site)\//
  const asPrograms =
    set === 'release' && named.length === 0 ? filesOfSet('everyday').filter((file) => serverFolders.test(file)) : []
  if (missing.includes(postgres)) return runPasses(name, [{ files: ofEngine(undefined), env: { PROGRAM: '1' } }])
  const { startCluster } = await importCompiled('test/postgres/startCluster.ts')
  const cluster = await startCluster()
  // With the program, as it ships: what it needs of the machine is part of what these show.
  const env = { TEST_CLUSTER: cluster.address, PROGRAM: '1' }
  const passes = [
    { files: [...ofEngine(undefined), ...asPrograms], env },
    { files: ofEngine('postgres'), env: { ...env, TEST_ENGINE: 'postgres' } },
  ]
  try {
    return await runPasses(name, passes)
  } finally {
    await cluster.end()
  }
}

/** Parts that weigh the same, each with the heaviest first. */
function partOf(tasks, part, parts) {
  const sums = Array.from({ length: parts }, () => 0)
  const byWeight = tasks.toSorted((a, b) => weightOf(b.file) - weightOf(a.file))
  return byWeight.filter(({ file }) => {
    const least = sums.indexOf(Math.min(...sums))
    sums[least] += weightOf(file)
    return least === part - 1
  })
}

const isOnBoth = (file) => onBothEngines[basename(dirname(file))]?.includes(basename(file).split('.')[0])

export const bench = (args) => runNode(['--import', 'tsx', 'bench/run.ts', ...args])

/** Types, format and the few rules of biome.json, the size of the house, and the subjects of the newest commits. */
export function check() {
  const types = checkTypes()
  const style = checkStyle()
  return types || style || checkSizes() || checkSubjects()
}

/** Those since the last tag; without one, the newest hundred. */
function checkSubjects() {
  const git = (...words) => `${spawnSync('git', words).stdout ?? ''}`.trim()
  const tag = git('describe', '--tags', '--abbrev=0')
  const long = git('log', '--format=%s', tag ? `${tag}..HEAD` : '-100').match(/^.{73,}$/gm) ?? []
  if (long.length > 0) console.error('subjects of more than 72 characters:', ...long)
  return Math.min(long.length, 1)
}

const checkTypes = () => runCheck('the types do not fit', 'node_modules/typescript/bin/tsc', '-p', '.')

const checkStyle = () =>
  runCheck(
    '`npx biome check --write` formats, and mends what can be mended without a person',
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--error-on-warnings',
  )

function runCheck(advice, ...words) {
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' })
  if (status !== 0) console.error(advice)
  return status === 0 ? 0 : 1
}

/** The files, and the options with their values. Undefined, and said, where there is no such option. */
function split(args, ...known) {
  const files = []
  const options = new Map()
  for (const each of args) {
    const [option, value] = each.split('=')
    if (!option.startsWith('-')) files.push(each)
    else if (known.includes(option)) options.set(option, value)
    else return console.error(`there is no option ${option}; there are ${known.join(', ')}`)
  }
  return [files, options]
}

/**
 * Compiles, and resolves to which of the programs are missing; undefined when the tests cannot be run. Tests that need a missing one are
 * left out, which must not be taken for a pass: it is said at the start and at the end.
 */
async function prepare(programs, asksForChromium) {
  if (checkTypes() !== 0) return undefined
  await compileTests()
  const { chromiumPath } = await importCompiled('scripts/chromium.ts')
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', ...versions]
  const onPath = (name) => folders.some((folder) => existsSync(join(folder, name)))
  const missing = programs.filter((name) => !onPath(name))
  const isWithoutChromium = asksForChromium && chromiumPath === undefined
  if (process.env.CI && (missing.length > 0 || isWithoutChromium)) {
    console.error(
      `not found: ${[...missing, ...(isWithoutChromium ? ['a Chromium'] : [])].join(', ')}. Under CI the tests need them`,
    )
    return undefined
  }
  if (missing.length > 0)
    console.error(`!!! NOT FOUND: ${missing.join(', ')}. The tests that need them are left out. !!!`)
  if (isWithoutChromium)
    console.error(
      '!!! NO CHROMIUM: what only a browser shows is left out. On Debian: apt install chromium-headless-shell; elsewhere set CHROMIUM_PATH. !!!',
    )
  return missing
}

const needBrowser = (files) => files.some((file) => reachOf(file).has('test/browser/browser.ts'))

/** Runs one pass after another, and prints at its very end what passed, what was left out, and what it took. */
async function runPasses(name, passes, hasBudget = false) {
  // The full run is about the disk, too.
  const folder = testFolder(passes.every(({ isTogether }) => isTogether))
  process.env.TMPDIR = folder
  const counts = join(folder, 'counts')
  const running = passes.filter(({ files }) => files.length > 0)
  const isShared = running.some(({ files, isTogether }) => isTogether && needBrowser(files))
  const chromium = isShared ? await openChromium() : undefined
  const env = { TEST_COUNTS: counts, ...(chromium && { TEST_CHROMIUM: chromium.address }) }
  const sum = { passed: 0, failed: 0, processes: 0, leftOut: {} }
  let ofChromium = 0
  try {
    for (const pass of running) await runPass({ ...pass, env: { ...pass.env, ...env } }, join(folder, 'results'), sum)
  } finally {
    ofChromium = (await chromium?.end()) ?? 0
  }
  const counted = countsIn(counts, { 'test processes': sum.processes, Chromiums: chromium ? 1 : 0 })
  if (hasBudget) printCounts(counted)
  const over = hasBudget ? overBudget(counted) : []
  for (const line of over) console.error(`!!! OVER BUDGET: ${line} (test/budget.json) !!!`)

  const minutes = (process.uptime() / 60).toFixed(1)
  const seconds = Math.round(cpuSeconds() + ofChromium)
  const reasons = Object.entries(sum.leftOut).map(([reason, count]) => `${count} (${reason})`)
  console.error(`${sum.passed} passed, ${sum.failed} failed`)
  console.error(`left out: ${reasons.join(', ') || 'nothing'}`)
  console.error(
    `${name}: ${minutes} minutes, ${seconds} CPU seconds, of Chromium ${Math.round(ofChromium)}; ` +
      `${availableParallelism()} cores, Node ${process.versions.node}`,
  )
  return sum.failed > 0 || over.length > 0 ? 1 : 0
}

async function openChromium() {
  const { chromiumPath } = await importCompiled('scripts/chromium.ts')
  if (chromiumPath === undefined) return undefined
  const { oneChromium } = await importCompiled('test/browser/oneChromium.ts')
  return oneChromium()
}

/** The files of a few failed tests run once more, each alone: that tells what is unsteady from what is broken. Both are failures. */
async function runPass({ files, env, isTogether = false }, results, sum) {
  const rooms = roomsOf(files, isTogether)
  sum.processes += rooms.length
  const code = await runRooms(rooms, results, env, (isTogether ? 1 : 2) * availableParallelism() + 1)
  const { failed, reasons, passed, leftOut } = resultsIn(results)
  sum.passed += passed
  sum.failed += Math.max(Object.keys(reasons).length, failed.length, code === 0 ? 0 : 1)
  for (const [reason, count] of Object.entries(leftOut)) sum.leftOut[reason] = (sum.leftOut[reason] ?? 0) + count
  if (failed.length === 0 || failed.length > 5 || files.length === 1) return
  console.error(`!!! FAILED, AND RUN ONCE MORE: ${failed.join(', ')} !!!`)
  await runRooms(roomsOf(failed, false), results, env, 1)
  const again = resultsIn(results)
  printReasons('UNSTEADY, failed and then passed', reasons, (title) => !(title in again.reasons))
  printReasons('BROKEN, failed twice', again.reasons)
}

function printReasons(words, reasons, isMeant = () => true) {
  const titles = Object.keys(reasons).filter(isMeant)
  if (titles.length > 0) console.error(`!!! ${words}:`)
  for (const title of titles) console.error(`${title}\n  ${reasons[title].replaceAll('\n', '\n  ')}`)
}

/** More processes than there are cores: a good part of a run is waiting, of the long tests half. Node's "spec" reporter repeats the failures. */
function runRooms(rooms, results, env, concurrency) {
  const reporters = Object.entries({ spec: 'stdout', './tools/testResults.mjs': results })
  const options = reporters.flatMap(([reporter, to]) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${to}`,
  ])
  const words = ['--enable-source-maps', '--test', `--test-concurrency=${concurrency}`, ...options]
  rmSync(results, { force: true })
  return runNode([...words, ...rooms.map((room) => resolve(room))], env)
}

function runNode(words, env = {}) {
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  const end = (signal) => {
    child.kill(signal)
    child.once('exit', () => process.exit(1))
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end)
  return new Promise((done) => child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0))))
}

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { changedFiles, testsOf } from './changedTests.mjs'
import { checkSizes } from './checkSizes.mjs'
import { compileTests, importCompiled } from './compileTests.mjs'
import { runNode, runPasses } from './runPasses.mjs'
import { filesIn } from './sources.mjs'
import { weightOf } from './testCounts.mjs'
import { needBrowser } from './testRooms.mjs'

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

/** A Wednesday morning in China, at which everyday tests without a browser begin: their verdict is the same on every day. */
const startsAt = '2026-12-02T10:00:00+08:00'

/**
 * The everyday tests: those outside of test/full/ and test/release/. Resolves to the exit code, as each task does; `args`, where given, are
 * the test files to run, or --changed for those that have to do with what was changed; --steady makes a failure of what passes at another
 * try; --times=10 runs them as often, with a busy loop beside them, and ends when one is unsteady.
 */
export async function test(args) {
  const words = split(args, '--changed', '--steady', '--times')
  if (!words) return 1
  const [named, options] = words
  if ((await prepare([], named.length === 0 || needBrowser(named))) === undefined) return 1
  const files = chosenFiles(named, options)
  if (options.has('--changed')) console.error(files.join('\n'))
  const isEveryday = files.every((file) => setOf(file) === 'everyday')
  if (isEveryday) process.env.TEST_STARTS_AT ??= startsAt
  const pass = { files, env: isEveryday ? { TEST_MOTION: 'reduce' } : {}, isTogether: isEveryday }
  const times = Number(options.get('--times') ?? 1)
  const hasBudget = named.length === 0 && !options.has('--changed')
  const isSteady = options.has('--steady') || times > 1
  const busy = times > 1 ? spawn(process.execPath, ['-e', 'for (;;);']) : undefined
  let code = 0
  for (let time = 0; time < times && code === 0; time++)
    code = await runPasses('npm test', [pass], { hasBudget, isSteady })
  busy?.kill('SIGKILL')
  if (options.has('--changed')) console.error(`these were ${files.length} files; before a commit: npm test`)
  return code
}

function chosenFiles(named, options) {
  if (named.length > 0) return named
  const everyday = filesOfSet('everyday')
  return options.has('--changed') ? testsOf(changedFiles(), everyday) : everyday
}

/** What catches most mistakes of a change, in seconds. */
export async function ask() {
  await compileTests()
  return runPasses('npm run ask', [{ files: quickest, isTogether: true }])
}

/**
 * The full run: test/full/, and the files that depend on the engine once more, on a PostgreSQL cluster that lasts for this run. `args` are
 * the test files to run, or --part=1/4 for the first of four parts.
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

/** Those that are not on main: the others cannot be changed any more. */
function checkSubjects() {
  const { status, stdout } = spawnSync('git', ['log', '--format=%s', 'main..HEAD'], { encoding: 'utf8' })
  if (status !== 0) console.error('subjects of commits are not looked at: this clone has no main')
  const long = stdout?.match(/^.{73,}$/gm) ?? []
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

/** The files, and the options with their values. Undefined, and said, where something is neither. */
function split(args, ...known) {
  const files = []
  const options = new Map()
  for (const each of args) {
    const [option, value] = each.split('=')
    if (option.endsWith('.test.ts') && existsSync(option)) files.push(each)
    else if (known.includes(option)) options.set(option, value)
    else return console.error(`${option} is neither a test file nor an option; options are ${known.join(', ')}`)
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

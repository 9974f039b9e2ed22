import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { importCompiled } from './compileTests.mjs'
import { countsIn, cpuSeconds, printCounts } from './testCounts.mjs'
import { resultsIn } from '../test/runner/testResults.mjs'
import { needBrowser, roomsOf } from './testRooms.mjs'

/** Of more files than these, all that have failed, one cause is likelier than bad luck. */
const mostTriedAgain = 10

/** Of a message. The whole of it stands above. */
const mostLines = 20

const load = () => loadavg()[0].toFixed(1)

/** A pipeline prints them once more at its end. Runs that a test starts do not write there. */
const lastLines = process.env.TEST_LAST_LINES
delete process.env.TEST_LAST_LINES
function say(line) {
  console.error(line)
  if (lastLines) appendFileSync(lastLines, `${line}\n`)
}

/**
 * Runs one pass after another, then what has failed once and twice more, each file alone. Resolves to the exit code: 1 where a file failed
 * each time, and with `isSteady` where it failed at all. The last lines say what is broken, what is unsteady, what was left out, and what
 * the run took.
 */
export async function runPasses(name, passes, { hasBudget = false, isSteady = false } = {}) {
  // The full run is about the disk, too.
  const folder = testFolder(passes.every(({ isTogether }) => isTogether))
  process.env.TMPDIR = folder
  process.env.TEST_RELEASE = folder
  for (const name of ['dist', 'data/seed']) cpSync(name, join(folder, name), { recursive: true })
  cpSync('test/runner/startTime.mjs', join(folder, 'startTime.mjs'))
  const results = join(folder, 'results')
  const counts = join(folder, 'counts')
  const loads = [load()]
  const sampling = setInterval(() => loads.push(load()), 5_000)
  const running = passes.filter(({ files }) => files.length > 0)
  const isShared = running.some(({ files, isTogether }) => isTogether && needBrowser(files))
  const chromium = isShared ? await openChromium() : undefined
  const shared = { TEST_COUNTS: counts, ...(chromium && { TEST_CHROMIUM: chromium.address }) }
  const tasks = []
  let processes = 0
  let ofChromium = 0
  try {
    for (const { files, env, isTogether = false } of running) {
      const rooms = roomsOf(files, isTogether)
      processes += rooms.length
      await runRooms(rooms, results, { ...env, ...shared }, (isTogether ? 1 : 2) * availableParallelism() + 1)
      const found = resultsIn(results)
      for (const file of files) tasks.push({ file, env, result: found[file], failures: failuresOf(found[file]) })
    }
  } finally {
    ofChromium = (await chromium?.end()) ?? 0
  }
  const counted = countsIn(counts, { 'test processes': processes, Chromiums: chromium ? 1 : 0 })
  await tryAgain(tasks, results)
  clearInterval(sampling)

  const isOver = hasBudget && printCounts(counted)
  const broken = tasks.filter(hasFailed)
  const unsteady = tasks.filter((task) => task.passedAt !== undefined && task.failures.length > 0)
  for (const { file, failures } of broken) printFailures('BROKEN', file, failures)
  for (const { file, failures, passedAt } of unsteady)
    printFailures(`UNSTEADY, passed at try ${passedAt}`, file, failures)
  printSums(name, tasks, loads, cpuSeconds() + ofChromium, unsteady.length)
  return broken.length > 0 || isOver || (isSteady && unsteady.length > 0) ? 1 : 0
}

/** Also what was not run, since the process that it was to run in had ended. */
const hasFailed = ({ result }) => result === undefined || result.failures.length > 0
const failuresOf = (result) => result?.failures ?? []

async function tryAgain(tasks, results) {
  const failed = tasks.filter(({ failures }) => failures.length > 0)
  if (failed.length > mostTriedAgain) return
  for (const attempt of [2, 3])
    for (const task of tasks.filter(hasFailed)) {
      console.error(`!!! TRY ${attempt}: ${task.file} !!!`)
      await runRooms(roomsOf([task.file], false), results, task.env, 1)
      task.result = resultsIn(results)[task.file]
      for (const failure of failuresOf(task.result))
        if (!task.failures.some((known) => known.title === failure.title)) task.failures.push(failure)
      if (!hasFailed(task)) task.passedAt = attempt
    }
}

function printFailures(words, file, failures) {
  say(`!!! ${words}: ${file}`)
  if (failures.length === 0) say('  it was not run, or not to its end: its process had ended')
  for (const { title, message, load } of failures)
    say(`  ${title} (load ${load.toFixed(1)})\n    ${message.split('\n', mostLines).join('\n    ')}`)
}

function printSums(name, tasks, loads, seconds, unsteadyCount) {
  let [passed, failed, skipped] = [0, 0, 0]
  const leftOut = {}
  for (const { result } of tasks) {
    passed += result?.passed ?? 0
    failed += result?.failures.length ?? 1
    for (const [reason, count] of Object.entries(result?.leftOut ?? {})) {
      skipped += count
      leftOut[reason] = (leftOut[reason] ?? 0) + count
    }
  }
  const reasons = Object.entries(leftOut).map(([reason, count]) => `${count} (${reason})`)
  say(`left out: ${reasons.join(', ') || 'nothing'}`)
  say(
    `${name}: ${(process.uptime() / 60).toFixed(1)} minutes, ${Math.round(seconds)} CPU seconds; ` +
      `load ${loads[0]} at the start, ${loads[loads.length >> 1]} in the middle; ${availableParallelism()} cores, Node ${process.versions.node}`,
  )
  const unsteady = unsteadyCount > 0 ? `, ${unsteadyCount} unsteady` : ''
  say(`${passed} passed, ${failed} failed, ${skipped} skipped${unsteady}`)
}

async function openChromium() {
  const { chromiumPath } = await importCompiled('scripts/chromium.ts')
  if (chromiumPath === undefined) return undefined
  const { oneChromium } = await importCompiled('test/browser/oneChromium.ts')
  return oneChromium()
}

/** More processes than there are cores: a good part of a run is waiting, of the long tests half. Node's "spec" reporter repeats the failures. */
function runRooms(rooms, results, env, concurrency) {
  const reporters = Object.entries({ spec: 'stdout', './test/runner/testResults.mjs': results })
  const options = reporters.flatMap(([reporter, to]) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${to}`,
  ])
  const words = ['--enable-source-maps', '--test', `--test-concurrency=${concurrency}`, ...options]
  rmSync(results, { force: true })
  return runNode([...words, ...rooms.map((room) => resolve(room))], env)
}

/** A disk in memory, which most Linux machines have: most of what tests wait for is a disk that syncs. */
const inMemory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/** A folder for all that a run of tests writes, which is gone when this process ends; in memory where it may be and can be. */
function testFolder(mayBeInMemory) {
  const hasMemory = existsSync(inMemory)
  if (hasMemory) [inMemory, tmpdir()].forEach(removeLeft)
  const parents = [...(hasMemory && mayBeInMemory && isRoomy() ? [inMemory] : []), tmpdir()]
  for (const parent of parents) {
    const folder = mkdtempSync(join(parent, `tests-${process.pid}-`))
    // Some tests run a server as another user.
    chmodSync(folder, 0o755)
    process.on('exit', () => remove(folder))
    if (parent === tmpdir() || runsPrograms(folder)) return folder
  }
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })

/** Of runs that were killed. */
function removeLeft(parent) {
  for (const name of readdirSync(parent)) {
    const pid = /^tests-(\d+)-/.exec(name)?.[1]
    if (!pid || existsSync(`/proc/${pid}`)) continue
    console.error(`removed what a run that was killed has left: ${join(parent, name)}`)
    remove(join(parent, name))
  }
}

function isRoomy() {
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > neededBytes
}

/** Some machines mount it so that it does not. */
function runsPrograms(folder) {
  const script = join(folder, 'script')
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 })
  return spawnSync(script).status === 0
}

const signals = ['SIGINT', 'SIGTERM']

export async function runNode(words, env = {}) {
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  const end = (signal) => {
    child.kill(signal)
    child.once('exit', () => process.exit(1))
  }
  // Who ends a whole group sends it more than once.
  for (const signal of signals) process.on(signal, end)
  const code = await new Promise((done) => child.once('exit', (code, signal) => done(code ?? (signal ? 1 : 0))))
  for (const signal of signals) process.off(signal, end)
  return code
}

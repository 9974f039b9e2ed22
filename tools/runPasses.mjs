import { spawn } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { importCompiled } from './compileTests.mjs'
import { cpuSeconds } from './cpuSeconds.mjs'
import { countsIn, printCounts } from './testCounts.mjs'
import { testFolder } from './testFolder.mjs'
import { resultsIn } from '../test/runner/testResults.mjs'
import { needBrowser, roomsOf } from './testRooms.mjs'

/** Of more files than these, all that have failed, one cause is likelier than bad luck. */
const mostTriedAgain = 10

const load = () => loadavg()[0].toFixed(1)

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
  printSums(name, tasks, loads, cpuSeconds() + ofChromium)
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
      if (task.failures.length === 0) task.failures = failuresOf(task.result)
      if (!hasFailed(task)) task.passedAt = attempt
    }
}

function printFailures(words, file, failures) {
  console.error(`!!! ${words}: ${file}`)
  if (failures.length === 0) console.error('  it was not run: the process of its folder had ended')
  for (const { title, message, load } of failures)
    console.error(`  ${title} (load ${load.toFixed(1)})\n    ${message.replaceAll('\n', '\n    ')}`)
}

function printSums(name, tasks, loads, seconds) {
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
  console.error(`left out: ${reasons.join(', ') || 'nothing'}`)
  console.error(
    `${name}: ${(process.uptime() / 60).toFixed(1)} minutes, ${Math.round(seconds)} CPU seconds; ` +
      `load ${loads[0]} at the start, ${loads[loads.length >> 1]} in the middle; ${availableParallelism()} cores, Node ${process.versions.node}`,
  )
  console.error(`${passed} passed, ${failed} failed, ${skipped} skipped`)
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

const signals = ['SIGINT', 'SIGTERM']

export async function runNode(words, env = {}) {
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  const end = (signal) => {
    child.kill(signal)
    child.once('exit', () => process.exit(1))
  }
  for (const signal of signals) process.once(signal, end)
  const code = await new Promise((done) => child.once('exit', (code, signal) => done(code ?? (signal ? 1 : 0))))
  for (const signal of signals) process.off(signal, end)
  return code
}

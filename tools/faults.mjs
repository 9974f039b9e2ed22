import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { testsOf } from './changedTests.mjs'
import { reachOf } from './importGraph.mjs'
import { filesIn } from './sources.mjs'

/** Each is a fault that visitors, staff or operators had, as a change of the sources of today that brings it back. */
const folder = 'test/faults'
/** So many test files run before it is looked whether one has failed: each run begins with the compiler. */
const groupSize = 40

/**
 * Brings faults back in a copy of the sources, one after the other, and prints which test file catches each: first of those that
 * --changed would run, then of the rest. Resolves to the exit code, as each task does. `args`: the numbers of the faults, all where there
 * is none; --set=full for the long tests, too.
 */
export async function faults(args) {
  const isFull = args.includes('--set=full')
  const unknown = args.filter((each) => !/^(?:--set=full|\d+)$/.test(each))
  const numbers = args.filter((each) => /^\d+$/.test(each)).map(Number)
  const all = readdirSync(folder).filter((name) => name.endsWith('.diff'))
  const diffs = numbers.length === 0 ? all : all.filter((name) => numbers.includes(Number.parseInt(name, 10)))
  if (unknown.length > 0 || diffs.length < numbers.length) {
    console.error('npm run faults -- [--set=full] [NUMBER…]')
    return 1
  }
  const tests = filesIn('test').filter((file) => file.endsWith('.test.ts') && isOfSet(file, isFull))
  const copy = copySources()
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      running?.kill()
      process.exit(1)
    })
  return runEach(copy, diffs, tests)
}

const isOfSet = (file, isFull) => !file.startsWith('test/release/') && (isFull || !file.startsWith('test/full/'))

async function runEach(copy, diffs, tests) {
  /** Whether a file passes without a fault: what fails anyway has caught nothing. */
  const passes = new Map()
  let caught = 0
  let code = 0
  for (const diff of diffs) {
    const [number, ...words] = diff.replace('.diff', '').split('-')
    let result = 'survived'
    try {
      const file = await catcherOf(copy, diff, tests)
      if (file && !passes.has(file)) passes.set(file, (await failedIn(copy, [file])).length === 0)
      if (file && !passes.get(file)) throw new Error(`${file} fails without it, too`)
      if (file) result = `caught by ${file}`
      if (file) caught++
    } catch (cause) {
      code = 1
      result = `not known, ${cause.message}`
    }
    console.log(`${number} ${words.join('-')}: ${result}`)
  }
  console.log(`caught ${caught} of ${diffs.length} (${Math.round((100 * caught) / diffs.length)} %)`)
  return code
}

async function catcherOf(copy, diff, tests) {
  if (!apply(copy, diff)) throw new Error('it does not apply any more')
  try {
    for (const files of nearestFirst(diff, tests)) {
      const [first] = await failedIn(copy, files)
      if (first) return first
    }
    return undefined
  } finally {
    apply(copy, diff, ['--reverse'])
  }
}

/** Those near the fault, which import little first, and then the rest, in groups. */
function nearestFirst(diff, tests) {
  const changed = [...readFileSync(join(folder, diff), 'utf8').matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file)
  const near = testsOf(changed, tests).sort((one, other) => reachOf(one).size - reachOf(other).size)
  return [near, tests.filter((file) => !near.includes(file))].flatMap(inGroups)
}

const inGroups = (files) =>
  Array.from({ length: Math.ceil(files.length / groupSize) }, (_, index) =>
    files.slice(index * groupSize, (index + 1) * groupSize),
  )

let running

/** The test files of these that fail. Throws where none was run: a compiler that refuses a fault says nothing of the tests. */
async function failedIn(copy, files) {
  // A fault may leave a test waiting for ever.
  const timeout = (files.length + 5) * 2 * 60_000
  running = spawn(process.execPath, ['build.mjs', 'test', ...files], { cwd: copy, timeout })
  let output = ''
  for (const stream of [running.stdout, running.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const code = await new Promise((resolve) => running.on('close', resolve))
  if (code === 0) return []
  if (running.killed) throw new Error('the tests do not end')
  const failed = [...output.matchAll(/^!!! BROKEN: (.*)$/gm)].map(([, file]) => file)
  if (failed.length === 0) throw new Error(`the tests were not run:\n${output.slice(-2_000)}`)
  return failed
}

function apply(copy, diff, options = []) {
  return spawnSync('git', ['apply', ...options, resolve(folder, diff)], { cwd: copy }).status === 0
}

/** What git knows, also what is not committed. It is a repository as well, since a test asks git for the files. */
function copySources() {
  const copy = mkdtempSync(join(tmpdir(), 'zhuzhan-faults-'))
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  const files = (list.stdout ?? '').split('\0').filter((file) => file !== '' && existsSync(file))
  if (files.length === 0) throw new Error('git does not say which files there are')
  for (const file of files) cpSync(file, join(copy, file), { verbatimSymlinks: true })
  for (const words of [
    ['init', '--quiet'],
    ['add', '.'],
  ])
    spawnSync('git', words, { cwd: copy })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  return copy
}

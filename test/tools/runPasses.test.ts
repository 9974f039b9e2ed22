import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { root } from './copySources.ts'

/** A test that passes. */
const passes = "test('passes', () => {})"
/** A test that fails so many times, each in a run of its own. */
const failsTimes = (times: number): string => `
test('fails ${times} times', () => {
  const runs = existsSync(file + '.runs') ? Number(readFileSync(file + '.runs', 'utf8')) : 0
  writeFileSync(file + '.runs', String(runs + 1))
  if (runs < ${times}) throw new Error('bad luck ' + runs)
})`
const diesOnce = failsTimes(1).replace("throw new Error('bad luck ' + runs)", 'process.exit(3)')

/** Runs these files of one folder in a process; resolves to the exit code and what was printed to stderr. */
async function runFiles(
  t: TestContext,
  files: string[],
  { isSteady = false, isShort = false } = {},
): Promise<{ code: number; output: string; last: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'zhuzhan-runner-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['tools', 'test/runner']) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const watch = join(folder, 'test', 'runner', 'endHanging.mjs')
  if (isShort) writeFileSync(watch, readFileSync(watch, 'utf8').replace('test: 120', 'test: 1').replace('5_000', '50'))
  for (const parent of ['test', '.tests/test', 'dist', 'data/seed'])
    mkdirSync(join(folder, parent), { recursive: true })
  const names = files.map((_, index) => `test/${index}.test.ts`)
  for (const [index, text] of files.entries()) {
    const head = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
const file = import.meta.filename\n`
    writeFileSync(join(folder, names[index] ?? ''), head + text)
    writeFileSync(join(folder, '.tests', `test/${index}.test.mjs`), head + text)
  }
  const script = `import { runPasses } from './tools/runPasses.mjs'
const passes = [{ files: ${JSON.stringify(names)}, isTogether: true }]
process.exitCode = await runPasses('npm test', passes, { isSteady: ${isSteady} })`
  const { NODE_TEST_CONTEXT: _, TEST_COUNTS: __, ...own } = process.env
  const env = { ...own, TEST_LAST_LINES: join(folder, 'last') }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)))
  return { code, output, last: readFileSync(env.TEST_LAST_LINES, 'utf8') }
}
const verdicts = (output: string): string[] => output.match(/^!!! (?:BROKEN|UNSTEADY).*/gm) ?? []

test('what fails three times is broken; what passes at the second or third try is unsteady, and named', async (t) => {
  const files = [passes, failsTimes(1), failsTimes(2)]
  const green = await runFiles(t, files)
  assert.deepEqual(verdicts(green.output), [
    '!!! UNSTEADY, passed at try 2: test/1.test.ts',
    '!!! UNSTEADY, passed at try 3: test/2.test.ts',
  ])
  assert.match(green.output, /fails 2 times \(load \d+\.\d\)\n {4}bad luck 0/)
  assert.match(green.output, /\n3 passed, 0 failed, 0 skipped, 2 unsteady\n$/)
  assert.ok(green.last.startsWith('!!! UNSTEADY') && green.output.endsWith(green.last))
  assert.equal(green.code, 0)
  assert.equal((await runFiles(t, files, { isSteady: true })).code, 1)

  const red = await runFiles(t, [passes, failsTimes(3), failsTimes(1)])
  assert.deepEqual(verdicts(red.output), [
    '!!! BROKEN: test/1.test.ts',
    '!!! UNSTEADY, passed at try 2: test/2.test.ts',
  ])
  assert.match(red.output, /\n2 passed, 1 failed, 0 skipped, 1 unsteady\n$/)
  assert.equal(red.code, 1)
})

test('more than ten failed files are not tried again', async (t) => {
  const { code, output } = await runFiles(t, Array(11).fill(failsTimes(1)))
  assert.equal(verdicts(output).length, 11)
  assert.equal(code, 1)
})

test('of a process that dies in the middle the file is blamed that it was in, and those that follow are run', async (t) => {
  const once = await runFiles(t, [passes, diesOnce, ...Array(12).fill(passes)])
  assert.deepEqual(verdicts(once.output), ['!!! UNSTEADY, passed at try 2: test/1.test.ts'])
  assert.match(once.output, /\n14 passed, 0 failed, 0 skipped, 1 unsteady\n$/)
})

test('a test that never ends is ended by name, also where it leaves its thread no time', async (t) => {
  const files = [
    passes,
    "test('for ever', () => { for (;;); })",
    "test('waits', async () => { globalThis.waitsUntil('it rains'); await new Promise((done) => setTimeout(done, 1e8)) })",
  ]
  const { code, output } = await runFiles(t, files, { isShort: true })
  assert.match(output, /BROKEN: test\/1\.test\.ts\n.*\n {4}ended after [12] s in "for ever"\n/)
  assert.match(
    output,
    /BROKEN: test\/2\.test\.ts\n.*\n {4}ended after [12] s in "waits", which waited until it rains\n/,
  )
  assert.equal(code, 1)
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { newFolder } from '../server.ts'

const tool = (name: string): string => fileURLToPath(new URL(`../../tools/${name}`, import.meta.url))

const passes = `import { appendFileSync } from 'node:fs'
import { after, test } from 'node:test'
after(() => appendFileSync(process.env.ORDER, 'ended '))
await new Promise(setImmediate)
test('passes', () => {})`
const fails = `import { appendFileSync } from 'node:fs'
import { test } from 'node:test'
appendFileSync(process.env.ORDER, 'next ')
test('is wrong', () => { throw new Error('wrong') })`
// What was reported before goes through streams.
const crashes = `import { test } from 'node:test'
test('never ends', async () => {
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  await new Promise(() => process.stdout.write('', () => process.exit(3)))
})`

test('of files that share a process those that failed are named, and where it ends early those that were not finished', (t) => {
  const folder = newFolder(t)
  const sources = { first: passes, second: fails, third: crashes, fourth: passes }
  const lines = Object.entries(sources).map(([name, source]) => {
    const path = join(folder, `${name}.mjs`)
    writeFileSync(path, source)
    return `  'test/${name}.test.ts': () => import('${pathToFileURL(path).href}'),`
  })
  const entry = join(folder, 'room.mjs')
  writeFileSync(
    entry,
    [`import { runFiles } from '${pathToFileURL(tool('runFiles.mjs')).href}'`, 'await runFiles({', ...lines, '})'].join(
      '\n',
    ),
  )
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env
  const order = join(folder, 'order')
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--test', `--test-reporter=${tool('failedFiles.mjs')}`, entry],
    { encoding: 'utf8', env: { ...env, ORDER: order } },
  )
  assert.equal(status, 1)
  assert.deepEqual(
    stdout.split('\n').filter((line) => line.startsWith('test/')),
    ['test/second.test.ts', 'test/third.test.ts', 'test/fourth.test.ts'],
  )
  assert.match(stdout, /^ {2}is wrong$/m)
  assert.equal(readFileSync(order, 'utf8'), 'ended next ')
})

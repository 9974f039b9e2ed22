import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
// @ts-expect-error the tools are plain JavaScript: they run before anything is installed
import { checkBudgets } from '../../tools/budgets.mjs'
// @ts-expect-error as above
import { oneAtATime } from '../../tools/develop.mjs'
// @ts-expect-error as above
import { test as runTests, testFull } from '../../tools/runTests.mjs'
import { root } from './copySources.ts'

test('a change during a build is built afterwards, once, and not beside it', async () => {
  const builds: (() => void)[] = []
  let running = 0
  const changed: () => Promise<void> = oneAtATime(async () => {
    assert.equal(++running, 1)
    await new Promise<void>((resolve) => builds.push(resolve))
    running--
  })
  const done = changed()
  await changed()
  await changed()
  assert.equal(builds.length, 1)
  builds[0]?.()
  while (builds.length < 2) await new Promise(setImmediate)
  builds[1]?.()
  await done
  assert.equal(builds.length, 2)
  const next = changed()
  assert.equal(builds.length, 3)
  builds[2]?.()
  await next
})

test('the build says the bytes of each sheet, and fails where less than a twentieth is left', (t) => {
  const { mock } = t.mock.method(console, 'error', () => {})
  const others = {
    entry: 1,
    firstPage: 1,
    admin: 1,
    adminLater: 1,
    siteStyles: { Home: 1 },
    adminStyles: { Editor: 1 },
    homePage: 1,
  }
  for (const [name, first] of [
    ['siteStyles', 'Home'],
    ['adminStyles', 'Editor'],
  ] as const) {
    const said = (sheets: Record<string, number>): string => {
      mock.resetCalls()
      checkBudgets({ ...others, [name]: sheets })
      return mock.calls.map(({ arguments: [line] }) => String(line)).find((line) => line.includes(first)) ?? ''
    }
    assert.match(said({ [first]: 12345, News: 1 }), new RegExp(`${first} 12345, News 1 of 14336 bytes under brotli$`))
    assert.match(said({ [first]: 1, News: 13_619 }), /bytes under brotli$/)
    assert.throws(() => said({ [first]: 13_620 }), /over budget, style of the/)
    mock.resetCalls()
    checkBudgets({ ...others, [name]: { [first]: 1 } }, true)
    assert.equal(mock.callCount(), 0, 'who starts a site is not told')
  }
})

test('an option of the tests that is none is said, with those that there are', async (t) => {
  const { mock } = t.mock.method(console, 'error', () => {})
  const both = [await runTests(['--unknown', 'test/wire.test.ts']), await testFull(['--changed'])]
  assert.deepEqual(both, [1, 1])
  assert.deepEqual(
    mock.calls.map(({ arguments: [line] }) => line),
    [
      '--unknown is neither a test file nor an option; options are --changed, --steady, --times',
      '--changed is neither a test file nor an option; options are --part',
    ],
  )
})

test('the back office is few files, and what only some need is loaded later', () => {
  const { admin } = JSON.parse(readFileSync(join(root, 'dist', 'client', 'manifest.json'), 'utf8'))
  const scripts: (string | undefined)[] = [admin.script, ...admin.office]
  assert.equal(scripts.length, 3)
  for (const name of scripts) {
    const imported = readFileSync(join(root, 'dist', 'client', name ?? ''), 'utf8').matchAll(
      /(?:\bfrom|\bimport)\s?"\.\/([^"]+)"/g,
    )
    for (const [, other] of imported) assert.ok(scripts.includes(other), `${name} imports ${other}`)
  }
})

test('no script spreads arguments behind ?., which Chrome 90 calls all the same', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'dist', 'client', 'manifest.json'), 'utf8'))
  const scripts = (files as string[]).filter((name) => name.endsWith('.js'))
  assert.ok(scripts.length > 10)
  // Not those in an object or a list.
  const spread = /\?\.(?:[\w$]+\.?)*\([^(){}[\]]*\.\.\./
  assert.match('a?.b.c(d,...e)', spread)
  for (const name of scripts)
    assert.doesNotMatch(readFileSync(join(root, 'dist', 'client', name), 'utf8'), spread, name)
})

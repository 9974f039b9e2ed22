import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
// @ts-expect-error the tools are plain JavaScript: they run before anything is installed
import { checkBudgets } from '../../tools/budgets.mjs'
// @ts-expect-error as above
import { oneAtATime } from '../../tools/develop.mjs'
// @ts-expect-error as above
import { filesIn } from '../../tools/sources.mjs'
import { copySources, root } from './copySources.ts'

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

test('a build that is over a budget leaves dist as it was', (t) => {
  const folder = copySources(t)
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist', 'server.mjs'), 'the running version')
  const budgets = join(folder, 'tools', 'budgets.mjs')
  writeFileSync(budgets, readFileSync(budgets, 'utf8').replace(/(HTML of the home page', limit: )\d+/, '$10.1'))

  const { status, stderr } = spawnSync(process.execPath, ['build.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  assert.equal(status, 1)
  assert.match(stderr, /the build failed: over budget, HTML of the home page: \d/)
  assert.equal(readFileSync(join(folder, 'dist', 'server.mjs'), 'utf8'), 'the running version')
})

test('the build says the bytes of each sheet, and where little room is left', (t) => {
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
    assert.match(said({ [first]: 1, News: 13700 }), /: little room is left$/)
    assert.throws(() => said({ [first]: 14337 }), /over budget, style of the/)
  }
})

test('the build is the same in every folder, byte for byte, and has the licences of what it contains', (t) => {
  const folder = copySources(t)
  const { status, stderr } = spawnSync(process.execPath, ['build.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  assert.equal(status, 0, stderr)
  const [here, there] = [join(root, 'dist'), join(folder, 'dist')].map(
    (dist) =>
      new Map(
        filesIn(dist).map((path: string) => [
          relative(dist, path),
          createHash('sha256').update(readFileSync(path)).digest('hex'),
        ]),
      ),
  )
  assert.deepEqual(there, here)

  const text = readFileSync(join(folder, 'dist', 'LICENSES.txt'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const [name, version] of Object.entries(dependencies)) assert.ok(text.includes(`\n${name} ${version}\n`), name)
  for (const name of ['scheduler', '@preact/signals-core', 'streamsearch', 'entities'])
    assert.ok(text.includes(`\n${name} `), name)
  for (const name of Object.keys(devDependencies)) assert.ok(!text.includes(`\n${name} `), name)
  assert.ok(text.includes(readFileSync(join(root, 'LICENSE'), 'utf8').trim()))
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

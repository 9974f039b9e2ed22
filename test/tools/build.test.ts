import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
// @ts-expect-error the tools are plain JavaScript: they run before anything is installed
import { oneAtATime } from '../../tools/develop.mjs'
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

  const { status, stderr } = spawnSync(process.execPath, ['build.mjs'], { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH } })
  assert.equal(status, 1)
  assert.match(stderr, /the build failed: over budget, HTML of the home page: \d/)
  assert.equal(readFileSync(join(folder, 'dist', 'server.mjs'), 'utf8'), 'the running version')
})

test('the back office starts with one file of code, and each screen adds few', () => {
  const client = join(root, 'dist', 'client')
  const { admin, files } = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8'))
  const loadedWith = (first: string): string[] => {
    const names = new Set([first])
    for (const name of names) for (const [, imported = ''] of readFileSync(join(client, name), 'utf8').matchAll(/(?:\bfrom|\bimport)\s?"\.\/([^"]+)"/g)) names.add(imported)
    return [...names]
  }
  // esbuild's own helper for CommonJS is a file of some 300 bytes.
  assert.ok(loadedWith(admin.script).length <= 2, loadedWith(admin.script).join(' '))
  const screens = files.filter((name: string) => /^\w+Screens?-/.test(name) && name.endsWith('.js'))
  assert.ok(screens.length >= 4)
  const records = new Set(loadedWith(screens.find((name: string) => name.startsWith('recordScreens-')) ?? ''))
  assert.ok(records.size <= 12, [...records].join(' '))
  for (const screen of screens) {
    const added = loadedWith(screen).filter((name) => !records.has(name))
    assert.ok(added.length <= 6, `${screen}: ${added.join(' ')}`)
  }
})

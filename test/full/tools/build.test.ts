import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
// @ts-expect-error the tools are plain JavaScript: they run before anything is installed
import { filesIn } from '../../../tools/sources.mjs'
import { copySources, root } from '../../tools/copySources.ts'

const build = (folder: string) =>
  spawnSync(process.execPath, ['build.mjs'], { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH } })

test('a build whose server does not start says why', (t) => {
  const folder = copySources(t)
  const seed = join(folder, 'data', 'seed')
  rmSync(seed)
  cpSync(join(root, 'data', 'seed'), seed, { recursive: true, filter: (path) => !path.includes('media') })
  writeFileSync(join(seed, 'site', 'site.json'), '{')

  const { status, stderr } = build(folder)
  assert.equal(status, 1)
  assert.match(stderr, /the build failed: the built server does not start:\n[^]*site\.json/)
})

test('a module that is copied into the files of pages is refused if its copies would differ', (t) => {
  const folder = copySources(t)
  const append = (file: string, code: string): void => appendFileSync(join(folder, file), code)
  append('client/site/products.ts', '\nlet opened = 0\nexport const countOpened = (): number => ++opened\n')
  append('client/site/recent.ts', 'export const recent: Map<string, number> = new Map()\n')
  append('client/site/pagination.ts', "\nexport { recent } from './recent.ts'\n")
  append(
    'client/site/head.ts',
    '\nexport class QueryError extends Error {}\nexport const isQueryError = (error: unknown): boolean => error instanceof QueryError\n',
  )

  const { status, stderr } = build(folder)
  assert.equal(status, 1)
  assert.match(
    stderr,
    /client\/site\/products\.ts is copied into the files of pages, but keeps state \(let opened = 0;\)/,
  )
  assert.match(stderr, /client\/site\/recent\.ts .* keeps state \(export const recent = /)
  assert.match(stderr, /client\/site\/head\.ts .* there is an instanceof QueryError\./)
})

test('a build that is over a budget leaves dist as it was', (t) => {
  const folder = copySources(t)
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist', 'server.mjs'), 'the running version')
  const budgets = join(folder, 'tools', 'budgets.mjs')
  writeFileSync(budgets, readFileSync(budgets, 'utf8').replace(/(HTML of the home page', limit: )\d+/, '$10.1'))

  const { status, stderr } = build(folder)
  assert.equal(status, 1)
  assert.match(stderr, /the build failed: over budget, HTML of the home page: \d/)
  assert.equal(readFileSync(join(folder, 'dist', 'server.mjs'), 'utf8'), 'the running version')
})

test('the build is the same in every folder, byte for byte, and has the licences of what it contains', (t) => {
  const folder = copySources(t)
  const { status, stderr } = build(folder)
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

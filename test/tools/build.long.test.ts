import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { copySources, root } from './copySources.ts'

test('a build whose server does not start says why', (t) => {
  const folder = copySources(t)
  const seed = join(folder, 'data', 'seed')
  rmSync(seed)
  cpSync(join(root, 'data', 'seed'), seed, { recursive: true, filter: (path) => !path.includes('media') })
  writeFileSync(join(seed, 'site', 'site.json'), '{')

  const { status, stderr } = spawnSync(process.execPath, ['build.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
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

  const { status, stderr } = spawnSync(process.execPath, ['build.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  assert.equal(status, 1)
  assert.match(
    stderr,
    /client\/site\/products\.ts is copied into the files of pages, but keeps state \(let opened = 0;\)/,
  )
  assert.match(stderr, /client\/site\/recent\.ts .* keeps state \(export const recent = /)
  assert.match(stderr, /client\/site\/head\.ts .* there is an instanceof QueryError\./)
})

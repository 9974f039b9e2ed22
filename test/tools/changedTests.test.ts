import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
// @ts-expect-error the tools are plain JavaScript: they run before anything is installed
import { testsOf } from '../../tools/changedTests.mjs'
// @ts-expect-error the same
import { filesIn } from '../../tools/sources.mjs'

const everyday = [
  'test/browser/leads.test.ts',
  'test/media/media.test.ts',
  'test/leads/leads.test.ts',
  'test/people/password.test.ts',
  'test/contract/merge.test.ts',
  'test/docs.test.ts',
  'test/house.test.ts',
  'test/pages/heads.test.ts',
  'test/pages/notModified.test.ts',
  'test/media/markup.test.ts',
  'test/store/lock.test.ts',
  'test/store/sortedOrder.test.ts',
]
const chosen = (...changed: string[]): string[] =>
  (testsOf(changed, everyday) as string[]).filter((file) => !/(docs|house)\.test/.test(file))

test('what imports a changed file is run, also through others; what only needs its types is not', () => {
  assert.deepEqual(chosen('contract/kinds/merge.ts'), ['test/contract/merge.test.ts'])
  assert.deepEqual(chosen('contract/text/diff.ts'), ['test/contract/merge.test.ts'])
  assert.deepEqual(chosen('client/admin/form/formState.ts'), [])
  assert.deepEqual(chosen('test/contract/merge.test.ts'), ['test/contract/merge.test.ts'])
  assert.deepEqual(chosen('test/media/pictures.ts'), ['test/browser/leads.test.ts', 'test/media/media.test.ts'])
})

test('of those that start the built server, what has a word in common is run, and the folder of the same name', () => {
  assert.deepEqual(chosen('client/admin/leads/CopyPhone.tsx'), [
    'test/browser/leads.test.ts',
    'test/leads/leads.test.ts',
  ])
  assert.deepEqual(chosen('server/pages/somethingNew.ts'), [
    'test/pages/heads.test.ts',
    'test/pages/notModified.test.ts',
  ])
})

test('of what half of the tests import, a third runs: those that do so over the fewest others', () => {
  const all: string[] = filesIn('test').filter((file: string) => /^(?!test\/(full|release)\/).*\.test\.ts$/.test(file))
  const files: string[] = testsOf(['contract/kinds/kinds.ts'], all)
  assert.ok(files.length > 20 && files.length <= all.length / 3, `${files.length} of ${all.length}`)
  const direct = all.filter((file) => /from '[./]+contract\/kinds\/kinds\.ts'/.test(readFileSync(file, 'utf8')))
  assert.ok(direct.length > 2)
  assert.deepEqual(
    direct.filter((file) => !files.includes(file)),
    [],
  )
})

test('what reads every file is always run', () => {
  assert.deepEqual(testsOf(['README.md'], everyday), ['test/docs.test.ts', 'test/house.test.ts'])
})

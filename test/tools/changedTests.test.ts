import assert from 'node:assert/strict'
import { test } from 'node:test'
// @ts-expect-error the tools are plain JavaScript: they run before anything is installed
import { testsOf } from '../../tools/changedTests.mjs'

const everyday = [
  'test/browser/leads.test.ts',
  'test/browser/media.test.ts',
  'test/calls/leads.test.ts',
  'test/contract/merge.test.ts',
  'test/docs.test.ts',
  'test/house.test.ts',
  'test/pages/heads.test.ts',
  'test/pages/notModified.test.ts',
]
const chosen = (...changed: string[]): string[] =>
  (testsOf(changed, everyday) as string[]).filter((file) => !/(docs|house)\.test/.test(file))

test('what imports a changed file is run, also through others; what only needs its types is not', () => {
  assert.deepEqual(chosen('contract/merge.ts'), ['test/contract/merge.test.ts'])
  assert.deepEqual(chosen('contract/diff.ts'), ['test/contract/merge.test.ts'])
  assert.deepEqual(chosen('client/admin/form/formState.ts'), [])
  assert.deepEqual(chosen('test/contract/merge.test.ts'), ['test/contract/merge.test.ts'])
  assert.deepEqual(chosen('test/uploads/pictures.ts'), ['test/browser/leads.test.ts', 'test/browser/media.test.ts'])
})

test('of those that start the built server, what has a word in common is run, else the folder of the same name', () => {
  assert.deepEqual(chosen('client/admin/leads/CopyPhone.tsx'), [
    'test/browser/leads.test.ts',
    'test/calls/leads.test.ts',
  ])
  assert.deepEqual(chosen('server/pages/heads.ts'), ['test/pages/heads.test.ts'])
  assert.deepEqual(chosen('server/pages/somethingNew.ts'), [
    'test/pages/heads.test.ts',
    'test/pages/notModified.test.ts',
  ])
})

test('what reads every file is always run', () => {
  assert.deepEqual(testsOf(['README.md'], everyday), ['test/docs.test.ts', 'test/house.test.ts'])
})

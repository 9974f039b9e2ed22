import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureWords, stateWords, undoQuestion } from '../../client/admin/acts/operationWords.ts'
import type { LeftRow, Operation } from '../../contract/calls/operations.ts'

const operation: Operation = {
  ...{ id: 'a', what: 'publish', by: '王芳', at: '2026-01-01 08:00:00' },
  ...{ state: 'done', step: 1, options: {}, total: 3, done: 3, canUndo: true, titles: [], words: [] },
  ...{ failed: [], failedCount: 0, left: [], leftCount: 0 },
}
test('what is said of an operation counts what was done, what was not, and what is left', () => {
  for (const [state, ...numbers] of [
    [{ state: 'running', done: 2, failedCount: 2 }, '2'],
    [{ failedCount: 1 }, '2', '1'],
    [{ failedCount: 3 }, '3'],
    [{ state: 'stopped', done: 2, failedCount: 1 }, '1', '1'],
    [{ what: 'import', state: 'staged', options: { expected: 123 } }, '120'],
    [{ state: 'undone', failedCount: 1, leftCount: 1, undoneBy: '王芳' }, '1', '1'],
  ] as const satisfies readonly (readonly [Partial<Operation>, ...string[]])[])
    assert.deepEqual(stateWords({ ...operation, ...state }).match(/\d+/g), numbers, JSON.stringify(state))
})

test('an undo says what visitors still see', () => {
  const left = ['甲', '乙'].map(
    (title) => ({ kind: 'product', id: title, title, note: '', isPublic: title === '甲' }) as const,
  )
  const words = stateWords({ ...operation, undoneBy: '王芳', state: 'undone', left, leftCount: 2 })
  assert.equal(words, '已撤销发布 1 条，还有 2 条没有撤销，其中 1 条访客仍然看得到新的内容：“甲”')
})

test('an undo says what it puts on the site, and what it leaves alone', () => {
  const question = undoQuestion({ ...operation, what: 'clear', titles: ['甲'] })
  assert.equal(
    question,
    '撤销这次清空示例内容吗？共 3 条，示例会马上回到网站上。后来又有人修改过的不动。\n· 甲\n…… 等共 3 条',
  )
})

test('each reason is said once, with the rows that it is of', () => {
  const row = (title: string, note: string): LeftRow => ({ kind: 'product', id: title, title, note })
  const failed = [row('甲', '请填写介绍'), row('乙', '记录不存在'), row('丙', '请填写介绍')]
  assert.equal(failureWords(failed), '“甲”、“丙”：请填写介绍；“乙”：记录不存在')
})

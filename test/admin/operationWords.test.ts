import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureWords, stateWords } from '../../client/admin/operations/operationWords.ts'
import type { LeftRow, Operation } from '../../contract/operations.ts'

const operation: Operation = {
  ...{ id: 'a', what: 'publish', by: '王芳', at: '2026-01-01 08:00:00', undoUntil: '2026-01-31 08:00:00' },
  ...{ state: 'done', step: 1, options: {}, total: 3, done: 3, canUndo: true, titles: [], words: [] },
  ...{ failed: [], failedCount: 0, left: [], leftCount: 0 },
}
const row = (title: string, note: string): LeftRow => ({ kind: 'product', id: title, title, note })

const words: Readonly<Record<string, Partial<Operation>>> = {
  正在发布: { state: 'running', done: 1 },
  '正在发布，2 条未能发布': { state: 'running', done: 2, failedCount: 2 },
  已暂停发布: { state: 'paused', done: 1 },
  '已发布 3 条': {},
  已下线: { what: 'unpublish', total: 1, done: 1 },
  '删除成功！': { what: 'delete' },
  '已发布 2 条，1 条未能发布': { failedCount: 1 },
  '3 条均未能发布': { failedCount: 3 },
  '已停止，发布了 1 条，还有 1 条没有动': { state: 'stopped', done: 2, failedCount: 1 },
  准备导入: { what: 'import', state: 'staged', options: { expected: 3 } },
  '导入还有 120 条没有传完': { what: 'import', state: 'staged', options: { expected: 123 } },
  '已导入 3 条': { what: 'import' },
  正在撤销发布: { state: 'undoing', done: 1, undoneBy: '王芳' },
  已暂停撤销发布: { state: 'paused', done: 1, undoneBy: '王芳' },
  '已撤销发布 3 条': { state: 'undone', undoneBy: '王芳' },
  '已撤销发布 1 条，1 条未能撤销发布': { state: 'undone', failedCount: 1, leftCount: 1, undoneBy: '王芳' },
}
for (const [expected, state] of Object.entries(words))
  test(`an operation is said to be ${expected}`, () => {
    assert.equal(stateWords({ ...operation, ...state }), expected)
  })

test('each reason is said once, with the rows that it is of', () => {
  const failed = [row('甲', '请填写介绍'), row('乙', '记录不存在'), row('丙', '请填写介绍')]
  assert.equal(failureWords(failed), '“甲”、“丙”：请填写介绍；“乙”：记录不存在')
})

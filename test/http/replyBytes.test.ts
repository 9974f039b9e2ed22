import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReplyBytes } from '../../server/http/replyBytes.ts'

const replyBytes = createReplyBytes()

test('a reply is the same JSON with cached rows and without', () => {
  const rows = ['塔吊', '"quoted"\n', ''].map((text) => Object.freeze({ text }))
  const replies = [
    { code: 200, msg: '成功', data: { data: rows, count: 3 } },
    { code: 200, msg: '成功', data: { data: [], count: 0 } },
    { code: 200, msg: '成功', data: { data: Array.from({ length: 500 }, () => rows[0]), count: 500 } },
    { code: '' as const, msg: '修改成功！', data: null },
    { code: 200, msg: '成功', data: rows },
    { code: 200, msg: '成功', data: { data: [1, null, 'x', [rows[0]]], count: 4 } },
    { code: 200, msg: '成功', data: { data: rows, count: 3, more: true } },
    { code: 400, msg: '"', data: { field: 'data' } },
  ]
  for (const reply of [...replies, ...replies]) assert.equal(String(Buffer.from(replyBytes(reply))), JSON.stringify(reply))
})

test('a row that is not frozen is never cached', () => {
  const row = { text: 'before' }
  const reply = { code: 200, msg: '成功', data: { data: [row], count: 1 } }
  replyBytes(reply)
  row.text = 'after'
  assert.equal(String(Buffer.from(replyBytes(reply))), JSON.stringify(reply))
})

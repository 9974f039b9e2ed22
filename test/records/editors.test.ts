import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEditors } from '../../server/records/editors.ts'
import { startServer } from '../server.ts'

test('who has a record open in a form is told to the others, until the form is closed or its tab is silent', () => {
  let now = 0
  const editors = createEditors(() => now)
  const [wang, lin] = [
    { id: 'w', name: '王芳' },
    { id: 'l', name: '小林' },
  ]
  assert.deepEqual(editors.open('product', 'a', '1', wang), [])
  assert.deepEqual(editors.open('product', 'a', '1', lin), ['王芳'])
  assert.deepEqual(editors.open('product', 'b', '2', lin), [], 'another record')
  assert.deepEqual(editors.open('product', 'a', '2', wang), ['', '小林'], 'and a tab of one’s own')
  editors.close('1', lin)
  assert.deepEqual(editors.open('product', 'a', '1', wang), [''])
  now += 60_000
  assert.deepEqual(editors.open('product', 'a', '1', wang), [''])
  now += 60_000
  assert.deepEqual(editors.open('product', 'a', '1', wang), [], 'the second tab was not heard of')
})

test('a tab cannot close the form of another account, and visitors learn nothing', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const open = (input: object) =>
    server.post('/v1/draft/editors', { kind: 'news', id: 'x', tab: 'mine', ...input }, { headers })
  assert.deepEqual((await open({})).data, { others: [] })
  assert.deepEqual((await open({ tab: 'second' })).data, { others: [''] })
  assert.deepEqual((await open({ closed: true })).data, { others: [] })
  assert.deepEqual((await open({ tab: 'second' })).data, { others: [] })
})

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { act, draw } from '../client/page.ts'
import type { Operation } from '../../contract/calls/operations.ts'
import type { UserInfo } from '../../contract/kinds/entities.ts'
import { eventually } from '../eventually.ts'
import { chinaTime } from '../../client/lib/relativeTime.ts'

const { closeOperation, loadOperations, onOperationEnd, operations, rowsOf, startOperation } = await import(
  '../../client/admin/acts/operations.ts'
)
const { user } = await import('../../client/admin/session/session.ts')
const { clearToasts, Toasts } = await import('../../client/admin/ui/Toast.tsx')
const { createElement } = await import('react')

const base: Operation = {
  ...{ id: 'a', what: 'publish', by: '王芳', at: chinaTime(Date.now()) },
  ...{ state: 'running', step: 1, options: {}, total: 3, done: 1, canUndo: false, titles: [], words: [] },
  ...{ failed: [], failedCount: 0, left: [], leftCount: 0 },
}
const done: Operation = { ...base, state: 'done', done: 3, canUndo: true }
const halfDone: Operation = { ...done, failedCount: 1, failed: [{ kind: 'news', id: 'n', title: '甲', note: '不行' }] }
const ids = (): string[] => operations.value.map(({ id }) => id)

/** What the server replies to each call, by its path. */
let replies: Record<string, unknown> = {}
globalThis.fetch = async (path) => Response.json({ code: 200, msg: '', data: replies[String(path)] })

const kept = new Map<string, string>()
globalThis.localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
} as Storage

beforeEach(() => {
  user.value = { name: '王芳' } as UserInfo
  operations.value = []
  kept.clear()
  clearToasts()
})

test('a small operation has ended, and the lists have followed, when it was started', async (t) => {
  replies = { '/v1/operation/start': done }
  let refreshed = false
  t.after(onOperationEnd(async () => (refreshed = true)))
  assert.equal((await startOperation('publish', rowsOf('news', ['n'])))?.state, 'done')
  assert.deepEqual([refreshed, ids()], [true, []])
})

test('its message comes when the lists have followed: what is selected after it stays selected', async (t) => {
  replies = { '/v1/operation/start': done }
  await draw(createElement(Toasts))
  const messages = (): number => document.querySelectorAll('.toast').length
  let messagesBefore: number | undefined
  t.after(
    onOperationEnd(async () => {
      // A list loads its rows anew.
      await act(async () => {})
      messagesBefore = messages()
    }),
  )
  await startOperation('publish', rowsOf('news', ['n']))
  await act(async () => {})
  assert.deepEqual([messagesBefore, messages()], [0, 1])
})

test('a longer one is shown while it runs, and the lists follow at its end', async (t) => {
  replies = { '/v1/operation/start': base, '/v1/operation/detail': base }
  const ended: string[] = []
  t.after(onOperationEnd(async ({ state }) => ended.push(state)))
  assert.equal((await startOperation('publish', rowsOf('news', ['n'])))?.state, 'running')
  assert.deepEqual([ended, ids()], [[], ['a']])
  replies['/v1/operation/detail'] = done
  await eventually(async () => ended.join() === 'done', 'the lists have followed')
  assert.deepEqual(ids(), [])
})

test('after a load of the page what goes on of the person is shown, and what has failed until it is closed', async () => {
  const paused: Operation = { ...base, id: 'p', state: 'paused' }
  const data = [
    paused,
    halfDone,
    { ...halfDone, id: 'one', total: 1 },
    { ...paused, id: 'other', by: '李工' },
    { ...done, id: 'd' },
  ]
  replies = { '/v1/operation/list': { data, count: data.length } }
  await loadOperations()
  assert.deepEqual(ids(), ['p', 'a'])
  closeOperation(halfDone)
  await loadOperations()
  assert.deepEqual(ids(), ['p'])
})

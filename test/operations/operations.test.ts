import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation, OperationWhat } from '../../contract/operations.ts'
import { type Answer, startServer } from '../server.ts'

type Test = Parameters<typeof startServer>[0]

async function started(t: Test, folder?: string) {
  const server = await startServer(t, folder === undefined ? {} : { folder })
  const headers = await server.signIn()
  const call = (path: string, body: object = {}): Promise<Answer> => server.post(`/v1/${path}`, body, { headers })
  const operation = async (path: string, body: object): Promise<Operation> => {
    const { code, msg, data } = await call(`operation/${path}`, body)
    assert.equal(code, 200, msg)
    return data
  }
  const ended = async (begun: Operation): Promise<Operation> => {
    let last = begun
    while (last.state === 'running' || last.state === 'undoing')
      last = await operation('detail', { id: last.id, since: last.step })
    return last
  }
  return {
    server,
    call,
    draft: async (newTitle: string): Promise<string> =>
      (await call('draft/save', { kind: 'news', fields: { newTitle } })).data.id,
    save: async (newTitle: string): Promise<string> => (await call('news/saveNews', { newTitle })).data.newId,
    run: async (what: OperationWhat, ids: readonly string[], more: object = {}): Promise<Operation> =>
      ended(await operation('start', { what, rows: ids.map((id) => ({ kind: 'news', id })), ...more })),
    undo: async ({ id }: Operation): Promise<Operation> => ended(await operation('undo', { id })),
    operation,
    ended,
    published: async (): Promise<string[]> =>
      (await server.post('/v1/news/list', { limit: 1000 })).data.data.map(
        ({ newTitle }: { newTitle: string }) => newTitle,
      ),
    drafts: async (): Promise<string[]> =>
      (await call('news/list', { show: 'drafts', limit: 1000 })).data.data.map(
        ({ newTitle }: { newTitle: string }) => newTitle,
      ),
  }
}

test('several are published in the order of the list, and put back as they were', async (t) => {
  const { draft, run, undo, published, drafts, call } = await started(t)
  const ids = [await draft('一'), await draft('二'), await draft('三')]
  const before = (await call('draft/detail', { kind: 'news', id: ids[0] })).data
  const done = await run('publish', ids)
  assert.deepEqual(
    [done.state, done.total, done.done, done.failed, done.titles],
    ['done', 3, 3, [], ['一', '二', '三']],
  )
  assert.deepEqual(await published(), ['一', '二', '三'])
  assert.deepEqual(await drafts(), [])

  const undone = await undo(done)
  assert.deepEqual([undone.state, undone.done, undone.left, undone.canUndo], ['undone', 3, [], false])
  assert.deepEqual(await published(), [])
  assert.deepEqual((await call('draft/detail', { kind: 'news', id: ids[0] })).data, before)
})

import assert from 'node:assert/strict'
import type { Operation, OperationWhat } from '../../contract/calls/operations.ts'
import { type Answer, startServer, type TestServer } from '../server.ts'

export type OperatedSite = Awaited<ReturnType<typeof operatedSite>>

/** A server, and what staff ask of it. */
export async function operatedSite(
  t: Parameters<typeof startServer>[0],
  options: Parameters<typeof startServer>[1] = {},
) {
  const server = await startServer(t, options)
  const site = await as(server)
  return { server, ...site }
}

/** The calls of an account. */
export async function as(server: TestServer, login?: object) {
  const headers = await server.signIn(login)
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
  const titles = async (body: object): Promise<string[]> =>
    (await call('news/list', { limit: 1000, ...body })).data.data.map(({ newTitle }: { newTitle: string }) => newTitle)
  return {
    call,
    operation,
    ended,
    draft: async (newTitle: string, id?: string): Promise<string> =>
      (await call('draft/save', { kind: 'news', ...(id !== undefined && { id }), fields: { newTitle } })).data.id,
    save: async (newTitle: string): Promise<string> => (await call('news/saveNews', { newTitle })).data.newId,
    run: async (what: OperationWhat, ids: readonly string[], options: object = {}): Promise<Operation> =>
      ended(await operation('start', { what, rows: ids.map((id) => ({ kind: 'news', id })), options })),
    undo: async ({ id }: Pick<Operation, 'id'>): Promise<Operation> => ended(await operation('undo', { id })),
    published: () => titles({}),
    drafts: () => titles({ show: 'drafts' }),
    trash: async (): Promise<string[]> =>
      (await call('trash/list', { limit: 1000 })).data.data.map(({ title }: { title: string }) => title),
  }
}

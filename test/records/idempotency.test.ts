import assert from 'node:assert/strict'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { user } from '../accounts.ts'
import { filesOnly, startProgram, startServer, type TestServer } from '../server.ts'

const kinds = [
  ['product', 'saveProduct', 'coverName', 'productId'],
  ['news', 'saveNews', 'newTitle', 'newId'],
  ['carousel', 'saveCarousel', 'photoTitle', 'photoId'],
] as const

const server = await startServer({ after })
const headers = await server.signIn()

for (const [kind, save, title, id] of kinds) {
  test(`a ${kind} that is sent again with the same request id is added once, and both get the same reply`, async () => {
    const send = (requestId?: string) =>
      server.post(`/v1/${kind}/${save}`, { [title]: '只此一条', ...(requestId && { requestId }) }, { headers })
    const [first, atOnce] = await Promise.all([send('try-1'), send('try-1')])
    const later = await send('try-1')
    assert.deepEqual([first.code, atOnce.data, later.data], [200, first.data, first.data])
    assert.notEqual((await send('try-2')).data[id], first.data[id])
    assert.notEqual((await send()).data[id], first.data[id])
    const { data } = await server.post(`/v1/${kind}/list`)
    assert.equal(data.count, 3)
    assert.equal(
      (await server.post(`/v1/${kind}/${save}`, { requestId: 'x'.repeat(65) }, { headers })).data.field,
      'requestId',
    )
  })
}

test('a request that is sent again after a restart is added once; request ids are separate for each person', async (t) => {
  const server = await startProgram(t)
  const { code } = await user(server.folder, ['add', 'li.gong', '--password-stdin'], 'clerk-secret\n')
  assert.equal(code, 0)
  const save = async (to: TestServer, login?: object) =>
    to.post('/v1/news/saveNews', { newTitle: '只此一条', requestId: 'try-1' }, { headers: await to.signIn(login) })
  const first = await save(server)
  await server.stop('SIGKILL')
  const again = await startServer(t, { folder: server.folder })
  assert.deepEqual((await save(again)).data, first.data)
  assert.notDeepEqual((await save(again, { username: 'li.gong', password: 'clerk-secret' })).data, first.data)
  assert.equal((await again.post('/v1/news/list')).data.count, 2)
})

test('saves with an empty request id are separate records, as without one', async () => {
  const save = () => server.post('/v1/news/saveNews', { newTitle: '每次一条', requestId: '' }, { headers })
  const [first, second] = [await save(), await save()]
  assert.deepEqual([first.code, second.code], [200, 200])
  assert.notEqual(first.data.newId, second.data.newId)
})

test('a save that failed can be sent again with the same request id', filesOnly, async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const save = () => server.post('/v1/news/saveNews', { newTitle: '只此一条', requestId: 'try-1' }, { headers })
  const folder = join(server.folder, 'data', 'news')
  await rm(folder, { recursive: true })
  assert.equal((await save()).code, 500)
  await mkdir(folder)
  assert.equal((await save()).code, 200)
  assert.equal((await server.post('/v1/news/list')).data.count, 1)
})

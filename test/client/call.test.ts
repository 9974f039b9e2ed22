import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { call } from '../../client/lib/call.ts'

/** A network whose only request is answered by the test. */
function network(t: TestContext): { path: string; init: RequestInit; reply(response: Response): void }[] {
  const requests: ReturnType<typeof network> = []
  t.mock.method(
    globalThis,
    'fetch',
    (path: string, init: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        requests.push({ path, init, reply: resolve })
      }),
  )
  return requests
}

test('a call sends its input as JSON and returns the data of the reply; another code than 200 is a failure with the message', async (t) => {
  const requests = network(t)
  const list = call('newsList', { newTitle: '开班', page: 1, limit: 10 })
  const [sent] = requests
  assert.deepEqual([sent?.path, sent?.init.method], ['/v1/news/list', 'POST'])
  assert.deepEqual(sent?.init.headers, { 'Content-Type': 'application/json' })
  assert.deepEqual(JSON.parse(String(sent?.init.body)), { newTitle: '开班', page: 1, limit: 10 })
  sent?.reply(Response.json({ code: 200, msg: '成功', data: { data: [], count: 0 } }))
  assert.deepEqual(await list, { data: [], count: 0 })

  const refused = call('newsDetail', { newId: 'gone' })
  requests[1]?.reply(Response.json({ code: 404, msg: '记录不存在或已被删除', data: null }, { status: 404 }))
  await assert.rejects(refused, { code: 404, message: '记录不存在或已被删除' })
})

test('a call is given up after 50,000 ms, and not before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const requests = network(t)
  let failure = ''
  const asked = call('newsList', {}).catch((cause: Error) => (failure = cause.message))
  t.mock.timers.tick(49_999)
  assert.equal(requests[0]?.init.signal?.aborted, false)
  t.mock.timers.tick(1)
  assert.equal(requests[0]?.init.signal?.aborted, true)
  await asked
  assert.equal(failure, '服务器响应超时，请稍后重试')
})

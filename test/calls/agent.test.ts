import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer, type TestServer } from '../server.ts'

const desktop = { agentInfo: '齐鲁样例建材有限公司', agentName: '王工', phone: '13800000001' }
const calls = ['/v1/agent/saveAgent', '/allianceRest/insert'] as const
const list = async (server: TestServer, query: object = {}) => {
  const { data } = await server.post('/v1/agent/list', query, { headers: await server.signIn() })
  return data
}

test('both shapes of an application are stored, with their source', async (t) => {
  const server = await startServer(t)
  const sent: [string, object][] = [
    ['/v1/agent/saveAgent', desktop],
    ['/v1/agent/saveAgent', { companyName: ' 第二公司 ', clientName: ' 李工 ', phone: ' 13800000002 ' }],
    ['/allianceRest/insert', { companyName: '第三公司', clientName: '赵工', phone: '13800000003' }],
  ]
  for (const [call, body] of sent) {
    const { status, code, msg } = await server.post(call, body)
    assert.deepEqual([status, code, msg], [200, 200, '申请成功！'])
  }
  const { data, count } = await list(server)
  assert.equal(count, 3)
  assert.deepEqual(
    data.map(({ agentId, createDate, ...row }: Record<string, string>) => {
      assert.ok(agentId && createDate)
      return row
    }),
    [
      { agentInfo: '第三公司', agentName: '赵工', phone: '13800000003', source: 'alliance' },
      { agentInfo: '第二公司', agentName: '李工', phone: '13800000002', source: 'mobile' },
      { ...desktop, source: 'desktop' },
    ],
  )
  assert.equal((await list(server, { agentName: '李' })).count, 1)
})

test('an application at fault names its first field, as it was sent', async (t) => {
  const server = await startServer(t)
  const wrong: [object, string, string][] = [
    [{}, 'agentInfo', '请输入公司名称'],
    [{ ...desktop, agentInfo: '   ' }, 'agentInfo', '请输入公司名称'],
    [{ ...desktop, agentName: null }, 'agentName', '请输入联系人'],
    [{ ...desktop, phone: '' }, 'phone', '请输入手机号码'],
    [{ ...desktop, phone: '23800000001' }, 'phone', '请输入正确的手机号码'],
    [{ ...desktop, phone: '1380000000' }, 'phone', '请输入正确的手机号码'],
    [{ ...desktop, phone: 13800000001 }, 'phone', '应为文字'],
    [{ ...desktop, agentInfo: '长'.repeat(101) }, 'agentInfo', '公司名称不能超过100个字符'],
    [{ ...desktop, agentName: '长'.repeat(51) }, 'agentName', '联系人不能超过50个字符'],
    [{ clientName: '李工', phone: '13800000001' }, 'companyName', '请输入公司名称'],
    [{ companyName: '公司', phone: '13800000001' }, 'clientName', '请输入联系人'],
  ]
  for (const call of calls) {
    for (const [body, field, message] of wrong) {
      const { code, msg, data } = await server.post(call, body)
      assert.deepEqual([code, data.field, msg], [400, field, message], JSON.stringify(body))
    }
  }
  assert.equal((await list(server)).count, 0)
})

test('the same application again is the same one, over both calls, at once too', async (t) => {
  const server = await startServer(t)
  const again = [...Array.from({ length: 20 }, () => calls[0]), ...Array.from({ length: 20 }, () => calls[1])]
  const answers = await Promise.all(again.map((call) => server.post(call, desktop)))
  assert.ok(answers.every(({ code, msg }) => code === 200 && msg === '申请成功！'))
  assert.equal((await list(server)).count, 1)
})

test('repeats are known after a restart', async (t) => {
  const first = await startServer(t)
  await first.post(calls[0], desktop)
  await first.stop()
  const second = await startServer(t, { folder: first.folder })
  assert.equal((await second.post(calls[0], desktop)).code, 200)
  assert.equal((await list(second)).count, 1)
})

test('a sixth application from one address is told to wait, while repeats still pass', async (t) => {
  const server = await startServer(t)
  for (let n = 1; n <= 5; n++) assert.equal((await server.post(calls[n % 2 ? 0 : 1], { ...desktop, phone: `1380000000${n}` })).code, 200)
  for (let n = 0; n < 3; n++) assert.equal((await server.post(calls[0], {})).code, 400)
  const { status, code, msg, headers } = await server.post(calls[0], { ...desktop, phone: '13800000009' })
  assert.deepEqual([status, code], [429, 429])
  assert.match(msg, /稍后/)
  const seconds = Number(headers.get('retry-after'))
  assert.ok(seconds > 500 && seconds <= 600, `Retry-After ${seconds}`)
  assert.equal((await server.post(calls[1], desktop)).code, 200)
  assert.equal((await list(server)).count, 5)
})

test('with RATE_LIMIT=off nobody waits', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  for (let n = 0; n < 8; n++) assert.equal((await server.post(calls[0], { ...desktop, phone: `1380000000${n}` })).code, 200)
  assert.equal((await list(server)).count, 8)
})

test('behind a trusted proxy each visitor has a throttle of their own', async (t) => {
  const server = await startServer(t, { env: { TRUST_PROXY: '1' } })
  const apply = (n: number, address: string) =>
    server.post(calls[0], { ...desktop, phone: `138000000${10 + n}` }, { headers: { 'X-Forwarded-For': `6.6.6.${n}, ${address}` } })
  for (let n = 0; n < 5; n++) assert.equal((await apply(n, '192.0.2.1')).code, 200)
  assert.equal((await apply(6, '192.0.2.1')).code, 429, 'the first hops are the visitor’s own words')
  assert.equal((await apply(7, '192.0.2.2')).code, 200)
})

test('a robot that fills the hidden field believes it has applied', async (t) => {
  const server = await startServer(t)
  const { code, msg } = await server.post(calls[0], { ...desktop, website: 'https://spam.example' })
  assert.deepEqual([code, msg], [200, '申请成功！'])
  assert.equal((await server.post(calls[0], { ...desktop, website: '' })).code, 200)
  assert.equal((await list(server)).count, 1)
})

test('applications are personal data: none without login, and never stored by caches', async (t) => {
  const server = await startServer(t)
  assert.equal((await server.post('/v1/agent/list')).code, 401)
  const { headers } = await server.post('/v1/agent/list', {}, { headers: await server.signIn() })
  assert.equal(headers.get('cache-control'), 'no-store')
})

import assert from 'node:assert/strict'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { filesOnly, newFolder, startProgram, startServer, type TestServer } from '../server.ts'
import { store, stored } from '../stored.ts'
import { calls, desktop, list } from './applications.ts'

const server = await startServer({ after })
const unlimited = await startServer({ after }, { env: { RATE_LIMIT: 'off', APPLICATIONS_PER_HOUR: '1' } })

/** For the tests that count what they have sent. */
async function empty(): Promise<void> {
  const headers = await unlimited.signIn()
  const { data } = await list(unlimited, { limit: 100 })
  const agentIds = data.map(({ agentId }: { agentId: string }) => agentId)
  if (agentIds.length === 0) return
  await unlimited.post('/v1/agent/deleteAgent', { agentIds }, { headers })
  await unlimited.post('/v1/trash/delete', { kind: 'agent', ids: agentIds }, { headers })
}

const untouched = { kind: 'dealer', state: 'new' }

test('both shapes of an application are stored, with their source, also with a telephone sent as a number', async () => {
  const sent: [string, object][] = [
    ['/v1/agent/saveAgent', desktop],
    ['/v1/agent/saveAgent', { companyName: ' 第二公司 ', clientName: ' 李工 ', phone: ' 13800000002 ' }],
    ['/allianceRest/insert', { companyName: '第三公司', clientName: '赵工', phone: 13800000003 }],
  ]
  for (const [call, body] of sent) {
    const { status, code, msg } = await server.post(call, body)
    assert.deepEqual([status, code, msg], [200, 200, '申请成功！'])
  }
  const { data, count } = await list(server)
  assert.equal(count, 3)
  assert.deepEqual(
    data.map(({ agentId, createDate, consent: _consent, ...row }: Record<string, string>) => {
      assert.ok(agentId && createDate)
      return row
    }),
    [
      { agentInfo: '第三公司', agentName: '赵工', phone: '13800000003', source: 'alliance', ...untouched },
      { agentInfo: '第二公司', agentName: '李工', phone: '13800000002', source: 'mobile', ...untouched },
      { ...desktop, source: 'desktop', ...untouched },
    ],
  )
  assert.equal((await list(server, { agentName: '李' })).count, 1)
})

test('a dealer may say where they want to sell', async () => {
  const sent = { ...desktop, phone: '13800000009', region: ' 新疆喀什 ' }
  assert.equal((await server.post('/v1/agent/saveAgent', sent)).code, 200)
  assert.equal((await server.post('/v1/agent/saveAgent', { ...sent, region: '山东淄博' })).code, 200)
  const rows: { region?: string }[] = (await list(server, { word: '13800000009' })).data
  assert.deepEqual(
    rows.map(({ region }) => region),
    ['山东淄博', '新疆喀什'],
    'another region is another application',
  )
  assert.equal((await list(server, { word: '喀什' })).count, 1)
  const long = await server.post('/v1/agent/saveAgent', { ...sent, region: '长'.repeat(51) })
  assert.deepEqual([long.code, long.data.field, long.msg], [400, 'region', '意向区域不能超过50个字符'])
})

test('an invalid application names its first field, as it was sent', async () => {
  const { count } = await list(server)
  const wrong: [object, string, string][] = [
    [{}, 'agentInfo', '请输入公司名称'],
    [{ ...desktop, agentInfo: '   ' }, 'agentInfo', '请输入公司名称'],
    [{ ...desktop, agentName: null }, 'agentName', '请输入联系人'],
    [{ ...desktop, phone: '' }, 'phone', '请输入手机号码'],
    [{ ...desktop, phone: '23800000001' }, 'phone', '请输入正确的手机号码'],
    [{ ...desktop, phone: '1380000000' }, 'phone', '请输入正确的手机号码'],
    [{ ...desktop, phone: 1380000000 }, 'phone', '请输入正确的手机号码'],
    [{ ...desktop, phone: [13800000001] }, 'phone', '应为文字'],
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
  assert.equal((await list(server)).count, count)
})

test('a repeated application is stored once, over both calls and concurrently', async () => {
  const again = [...Array.from({ length: 20 }, () => calls[0]), ...Array.from({ length: 20 }, () => calls[1])]
  const answers = await Promise.all(again.map((call) => unlimited.post(call, desktop)))
  assert.ok(answers.every(({ code, msg }) => code === 200 && msg === '申请成功！'))
  assert.equal((await list(unlimited)).count, 1)
  // Two of one company with its switchboard are two, and so is a corrected company.
  assert.equal((await unlimited.post(calls[0], { ...desktop, agentName: '乙' })).code, 200)
  assert.equal((await unlimited.post(calls[0], { ...desktop, agentInfo: '改正了的公司' })).code, 200)
  assert.equal((await list(unlimited)).count, 3)
})

test('a sixth application from one address has to wait, while repeats are still accepted; behind a trusted proxy that is a visitor’s', async (t) => {
  const server = await startServer(t, { env: { TRUST_PROXY: '1' } })
  const apply = (n: number, address: string) =>
    server.post(
      calls[n % 2 ? 0 : 1],
      { ...desktop, phone: `138000000${10 + n}` },
      { headers: { 'X-Forwarded-For': `6.6.6.${n}, ${address}` } },
    )
  for (let n = 0; n < 5; n++) assert.equal((await apply(n, '192.0.2.1')).code, 200)
  for (let n = 0; n < 3; n++) assert.equal((await server.post(calls[0], {})).code, 400)
  const { status, code, msg, headers } = await apply(6, '192.0.2.1')
  assert.deepEqual([status, code], [429, 429], 'the first hops are the visitor’s own words')
  assert.match(msg, /稍后/)
  const seconds = Number(headers.get('retry-after'))
  assert.ok(seconds > 500 && seconds <= 600, `Retry-After ${seconds}`)
  assert.equal((await apply(1, '192.0.2.1')).code, 200, 'a repeat')
  assert.equal((await apply(7, '192.0.2.2')).code, 200)
  assert.equal((await list(server)).count, 6)
})

test('neither a restart nor a kill resets the hourly limit; those refused are counted since the start', async (t) => {
  const env = { APPLICATIONS_PER_HOUR: '2' }
  const folder = await newFolder(t)
  // An older release saved them by the day.
  await store(folder, 'refusal', {
    id: '2026-01-01',
    createdAt: chinaTime(Date.now()),
    count: 7,
    lastAt: chinaTime(Date.now()),
  })
  const first = await startServer(t, { folder, env })
  const apply = async (server: TestServer, n: number) =>
    (await server.post(calls[0], { ...desktop, phone: `1380000000${n}` })).code
  const refused = async (server: TestServer) =>
    (await server.post('/v1/dashboard/summary', {}, { headers: await server.signIn() })).data.applications.refused
  assert.equal(await refused(first), undefined)
  assert.deepEqual(
    [await apply(first, 1), await apply(first, 2), await apply(first, 3), await apply(first, 4)],
    [200, 200, 429, 429],
  )
  assert.equal((await refused(first)).count, 2)
  assert.equal(await first.stop(), 0)
  const second = await startProgram(t, { folder, env })
  assert.equal(await refused(second), undefined)
  assert.equal(await apply(second, 5), 429)
  await second.stop('SIGKILL')
  const third = await startServer(t, { folder, env })
  assert.equal(await apply(third, 6), 429)
  assert.equal((await refused(third)).count, 1)
  assert.equal(await apply(third, 1), 200, 'a repeat is no new one')
})

test('an application dated in the future is neither a repeat nor counted in the hour', async (t) => {
  const folder = await newFolder(t)
  const application = (id: string, time: number, phone: string) =>
    store(folder, 'agent', { id, createdAt: chinaTime(time), ...desktop, phone, source: 'desktop' })
  await application('tomorrow', Date.now() + 86_400_000, desktop.phone)
  await application('now', Date.now() - 60_000, '13800000002')
  const server = await startServer(t, { folder, env: { APPLICATIONS_PER_HOUR: '2' } })
  assert.equal((await server.post(calls[0], desktop)).code, 200)
  assert.equal((await list(server)).count, 3)
})

test('staff delete one or several applications, of which nothing remains once the trash is emptied', async () => {
  await empty()
  const server = unlimited
  for (let n = 1; n <= 5; n++) await server.post(calls[0], { ...desktop, agentName: `人${n}`, phone: `1380000000${n}` })
  const headers = await server.signIn()
  const remove = async (body: object, more: Record<string, string> = headers) => {
    const { code, msg, data } = await server.post('/v1/agent/deleteAgent', body, { headers: more })
    return [code, msg, data]
  }
  const ids = (await list(server)).data.map(({ agentId }: { agentId: string }) => agentId)
  const [fifth, fourth, third] = ids
  const gone = ['删除成功！', null] as const

  assert.equal((await remove({ agentId: fifth }, { ...headers, Origin: 'https://evil.example' }))[0], 403)
  for (const body of [{}, { agentId: fifth, agentIds: [fourth] }]) {
    assert.deepEqual(await remove(body), [400, '请填写agentId或agentIds其中一项', { field: 'agentId' }])
  }
  for (const agentIds of [[], 'x', {}, Array.from({ length: 101 }, (_, n) => `${n}`)]) {
    assert.deepEqual(await remove({ agentIds }), [400, '应为1到100项的列表', { field: 'agentIds' }])
  }
  assert.deepEqual(await remove({ agentIds: [fifth, 5] }), [400, '应为文字', { field: 'agentIds' }])
  assert.deepEqual(await remove({ agentIds: [fifth, ''] }), [400, '缺少记录编号', { field: 'agentIds' }])
  assert.equal((await list(server)).count, 5)

  assert.deepEqual(await remove({ agentId: fifth }), [200, ...gone])
  assert.equal((await remove({ agentId: fifth }))[0], 404)
  assert.equal((await remove({ agentId: '../../user/x' }))[0], 404)
  assert.deepEqual(await remove({ agentIds: [fifth, fourth, third, third, 'never-there'] }), [200, ...gone])

  assert.deepEqual(
    (await list(server)).data.map(({ agentName }: { agentName: string }) => agentName),
    ['人2', '人1'],
  )
  assert.equal((await list(server, { agentName: '人4' })).count, 0)
  const { applications } = (await server.post('/v1/dashboard/summary', {}, { headers })).data
  assert.deepEqual([applications.count, applications.latest.length], [2, 2])
  const erased = await server.post('/v1/trash/delete', { kind: 'agent', ids: [fifth, fourth, third] }, { headers })
  assert.deepEqual([erased.code, erased.msg], [200, '已彻底删除'])
  const records = await stored(server.folder)
  assert.equal(records.filter(({ name }) => name.startsWith('agent/')).length, 2)
  for (const { name, text } of records) {
    for (const phone of ['13800000003', '13800000004', '13800000005'])
      assert.ok(!text.includes(phone), `${phone} in ${name}`)
  }
  assert.equal((await server.post(calls[0], { ...desktop, phone: '13800000005' })).code, 200)
  assert.equal((await list(server)).count, 3, 'a deleted applicant can apply again, also within ten minutes')
})

test(
  'a hundred can be deleted at once; if one fails, the others are deleted and the reply says so',
  filesOnly,
  async () => {
    await empty()
    for (let n = 0; n < 100; n++)
      await unlimited.post(calls[0], { ...desktop, phone: `138000000${String(n).padStart(2, '0')}` })
    const headers = await unlimited.signIn()
    const agentIds = (await list(unlimited, { limit: 100 })).data.map(({ agentId }: { agentId: string }) => agentId)
    // A folder in the place of a file cannot be unlinked, not even by root.
    const file = join(unlimited.folder, 'data', 'agent', `${agentIds[50]}.json`)
    await rm(file)
    await mkdir(join(file, 'in the way'), { recursive: true })
    const { code } = await unlimited.post('/v1/agent/deleteAgent', { agentIds }, { headers })
    assert.equal(code, 500)
    assert.equal((await list(unlimited)).count, 1)
    await rm(file, { recursive: true })
    assert.equal((await unlimited.post('/v1/agent/deleteAgent', { agentIds }, { headers })).code, 200)
    assert.equal((await list(unlimited)).count, 0)
  },
)

test('a program that asks for applications as it did before there were inquiries gets those of dealers alone', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  await server.post('/v1/agent/saveAgent', { companyName: '一家公司', clientName: '于经理', phone: '13800000001' })
  await server.post('/v1/inquiry/save', { topic: '报价', name: '李工', phone: '13800000002' })
  const counts = async (body: object) => (await server.post('/v1/agent/list', body, { headers })).data.count
  assert.deepEqual(
    [
      await counts({ agentName: '', page: 1, limit: 10 }),
      await counts({ kind: 'inquiry' }),
      await counts({ kind: 'all' }),
    ],
    [1, 1, 2],
  )
})

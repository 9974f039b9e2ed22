import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { user } from '../accounts.ts'
import { type Answer, admin, newFolder, startServer, type TestServer } from '../server.ts'
import { store, storedTexts } from '../stored.ts'
import { behindProxy, login, sent } from './devices.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50'

interface From {
  account?: typeof admin
  userAgent?: string
  address?: string
  cookie?: string
}
interface Device {
  id: string
  answer: Answer
  call(path: string, body?: object): Promise<Answer>
}

async function signInFrom(server: TestServer, from: From = {}): Promise<Device> {
  const { account = admin, userAgent = chrome, address = '113.120.9.8', cookie } = from
  const headers = {
    'User-Agent': userAgent,
    'X-Forwarded-For': address,
    ...(cookie !== undefined && { Cookie: cookie }),
  }
  const answer = await server.post(login, account, { headers })
  assert.equal(answer.code, 200, answer.msg)
  const call = (path: string, body: object = {}): Promise<Answer> =>
    server.post(`/v1/${path}`, body, { headers: { Cookie: `item_token=${answer.data.token}` } })
  return { id: answer.data.session, answer, call }
}
const server = await startServer({ after }, { env: { ...behindProxy, RATE_LIMIT: 'off' } })
/** An account of its own for each test. */
async function account(name: string): Promise<typeof admin> {
  const password = 'kPz7-wq2m-Lx'
  const { code, output } = await user(
    server.folder,
    ['add', name, '--role', 'admin', '--password-stdin'],
    `${password}\n`,
  )
  assert.equal(code, 0, output)
  return { username: name, password }
}
const isSignedIn = async ({ call }: Device): Promise<boolean> => (await call('indexLogin/userInfo')).code === 200
const newDevices = async ({ call }: Device): Promise<{ sessionId: string; device: string; network: string }[]> =>
  (await call('dashboard/summary')).data.newDevices ?? []

test('an account sees its own sessions, this one first, and nothing that gives access', async () => {
  const li = await account('list.li')
  const desktop = await signInFrom(server, { account: li })
  const phone = await signInFrom(server, { account: li, userAgent: iPhone, address: '192.168.3.7' })
  await signInFrom(server)
  const { data } = await phone.call('session/list')
  const times = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
  assert.deepEqual(
    data.map(({ lastUse: _lastUse, createdAt: _createdAt, ...row }: { lastUse: string; createdAt: string }) => row),
    [
      { sessionId: phone.id, device: 'iPhone · 微信', network: '内网', here: true },
      { sessionId: desktop.id, device: 'Windows电脑 · Chrome', network: '113.120.*.*', here: false },
    ],
  )
  for (const { lastUse, createdAt } of data) assert.ok(times.test(lastUse) && times.test(createdAt))
  const texts = await storedTexts(server.folder, 'session')
  assert.ok(
    texts.every(({ text }) => !text.includes('113.120.9') && !text.includes('192.168')),
    'no address is stored',
  )
})

test('one session or all others are ended, and those of other accounts are nobody’s', async () => {
  const [li, wang] = [await account('end.li'), await account('end.wang')]
  const [one, two, three] = (await Promise.all([1, 2, 3].map(() => signInFrom(server, { account: li })))) as [
    Device,
    Device,
    Device,
  ]
  const other = await signInFrom(server, { account: wang })
  for (const sessionId of [other.id, 'unknown', one.answer.data.token]) {
    assert.equal((await one.call('session/end', { sessionId })).code, 404)
  }
  assert.deepEqual(
    [(await one.call('session/end')).code, (await one.call('session/end', { sessionId: '' })).code],
    [400, 400],
  )
  assert.equal((await one.call('session/end', { sessionId: two.id })).code, 200)
  assert.deepEqual([await isSignedIn(one), await isSignedIn(two), await isSignedIn(three)], [true, false, true])
  assert.equal((await one.call('session/end', { sessionId: two.id })).code, 404, 'it has ended already')
  assert.equal((await one.call('session/end', { others: true })).code, 200)
  assert.deepEqual([await isSignedIn(one), await isSignedIn(three), await isSignedIn(other)], [true, false, true])
  const { code, headers } = await one.call('session/end', { sessionId: one.id })
  assert.equal(code, 200)
  assert.ok(
    headers.getSetCookie().some((cookie) => cookie.startsWith('item_token=;')),
    'its own ends like by signing out',
  )
  assert.equal(await isSignedIn(one), false)
})

test('the other sessions are told of a new device until somebody has seen it', async () => {
  const [li, wang] = [await account('new.li'), await account('new.wang')]
  const first = await signInFrom(server, { account: li })
  assert.deepEqual(await newDevices(first), [], 'the first sign-in ever is none')
  const known = await signInFrom(server, { account: li, cookie: sent(first.answer) })
  assert.deepEqual(await newDevices(first), [], 'neither is a browser with the cookie')
  const phone = await signInFrom(server, { account: li, userAgent: iPhone, address: '240e:3b2::1' })
  const other = await signInFrom(server, { account: wang })
  assert.deepEqual([await newDevices(phone), await newDevices(other)], [[], []], 'nor itself, nor another account')
  for (const session of [first, known]) {
    const [{ sessionId, device, network } = {}, ...more] = await newDevices(session)
    assert.deepEqual([sessionId, device, network, more], [phone.id, 'iPhone · 微信', '240e:3b2:*', []])
  }
  await first.call('session/end', { sessionId: phone.id })
  assert.equal((await newDevices(first)).length, 1, 'also after it was ended')
  assert.equal((await other.call('session/seen', { sessionId: phone.id })).code, 404)
  assert.equal((await known.call('session/seen', { sessionId: phone.id })).code, 200)
  assert.deepEqual([await newDevices(first), await newDevices(known)], [[], []])
})

test('a program, which keeps no cookie, is told once for each network, and ten devices are kept', async () => {
  const li = await account('programs.li')
  const first = await signInFrom(server, { account: li })
  const program = { account: li, userAgent: 'curl/8.5.0' }
  const inOffice = await signInFrom(server, program)
  await signInFrom(server, program)
  await first.call('session/seen', { sessionId: inOffice.id })
  await signInFrom(server, program)
  assert.deepEqual(await newDevices(first), [])
  for (let n = 0; n < 12; n++) await signInFrom(server, { ...program, address: `113.${n}.1.1` })
  assert.equal((await newDevices(first)).length, 10)
  const kept = await storedTexts(server.folder, 'newDevice')
  assert.equal(kept.filter(({ text }) => text.includes(first.answer.data.userId)).length, 10)
})

test('sessions of earlier versions are unknown devices, and all of it outlives a restart', async (t) => {
  const folder = newFolder(t)
  const before = await startServer(t, { folder, env: behindProxy })
  const first = await signInFrom(before)
  await signInFrom(before, { userAgent: iPhone })
  await before.stop()
  const usedAt = `${new Date(Date.now() - 60_000 + 8 * 3_600_000).toISOString().slice(0, 23)}+08:00`
  const { userId } = first.answer.data
  await store(folder, 'session', {
    id: 'b'.repeat(43),
    createdAt: usedAt,
    userId,
    handle: 'older',
    remember: true,
    usedAt,
  })
  const again = await startServer(t, { folder, env: behindProxy })
  const call = (path: string): Promise<Answer> =>
    again.post(`/v1/${path}`, {}, { headers: { Cookie: `item_token=${first.answer.data.token}` } })
  assert.deepEqual(
    (await call('session/list')).data.map(({ device }: { device: string }) => device),
    ['Windows电脑 · Chrome', 'iPhone · 微信', '未知设备'],
  )
  assert.equal((await call('dashboard/summary')).data.newDevices.length, 1)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { admin, startProgram, startServer } from '../server.ts'
import { stored } from '../stored.ts'

const login = '/v1/indexLogin/loginAuth'
const userInfo = '/v1/indexLogin/userInfo'
const logout = '/item/user/logout'
const change = '/service-basics-item/sys/users/getAssignRole'

const cookiesOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    headers.getSetCookie().map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

const server = await startServer({ after })

test('signing in gives both cookies on a disk below its reserve, too', async (t) => {
  // More than any disk has.
  const low = await startServer(t, { env: { DISK_RESERVE: '999999999' } })
  const { headers } = await low.post('/v1/indexLogin/loginAuth', admin)
  const names = Object.keys(cookiesOf(headers))
    .filter((name) => name !== 'item_revision')
    .sort()
  assert.deepEqual([names.length, ...names.slice(1)], [3, 'item_in', 'item_token'])
})

test('signing in gives the session, its cookies and what the back office needs', async () => {
  const { status, code, msg, data, headers } = await server.post(login, admin)
  assert.deepEqual([status, code, msg], [200, 200, '登录成功！'])
  assert.deepEqual(Object.keys(data).sort(), [
    'auth',
    'isDeadlineToken',
    'itemId',
    'logo',
    'session',
    'sysName',
    'token',
    'userId',
  ])
  assert.equal(data.isDeadlineToken, 0)
  assert.equal(data.sysName, '官网后台管理系统')
  assert.match(data.auth, /sysNameLogo:update/)
  assert.equal(headers.get('cache-control'), 'no-store')

  const cookies = cookiesOf(headers)
  assert.equal(cookies.item_token, `${data.token}; HttpOnly; Path=/; SameSite=Lax`)
  assert.equal(cookies.item_in, '1; Path=/; SameSite=Lax')

  const me = await server.post(userInfo, {}, { headers: { Cookie: `item_in=1; item_token=${data.token}` } })
  const { userId, auth, sysName, itemId } = data
  const productGroups = { zhgd: '智慧工地产品', cpxt: '建筑机器人', jzbh: '建筑标准化产品' }
  const groups = Object.entries(productGroups).map(([id, name]) => ({ id, name, parent: '', on: true }))
  assert.deepEqual(me.data, {
    userId,
    name: 'admin',
    avatar: '',
    closed: [],
    role: 'admin',
    firstPassword: true,
    auth,
    sysName,
    logo: data.logo,
    itemId,
    followUrl: me.data.followUrl,
    productGroups,
    groups,
    proofs: me.data.proofs,
    secondFactor: { on: false, recoveryCodes: 0, required: false },
  })
  assert.ok(me.data.proofs.includes('“筑站”商标注册证'), 'what a product can choose')
  assert.match(me.data.followUrl, new RegExp(`^https://open\\.weixin\\.qq\\.com/.*state=${data.userId}#`))
  const byProgram = await server.post(userInfo, {}, { headers: { 'Authorization-item': `Bearer ${data.token}` } })
  assert.deepEqual(byProgram.data, me.data)
  const byHandle = await server.post(userInfo, {}, { headers: { Cookie: `item_token=${data.session}` } })
  assert.equal(byHandle.code, 401, 'the public handle opens nothing')
})

test('"remember me" lasts 30 days, and cookies are Secure where the site is https', async (t) => {
  const server = await startServer(t, { env: { SITE_URL: 'https://www.example.com' } })
  const { data, headers } = await server.post(login, { ...admin, remember: true })
  assert.equal(data.isDeadlineToken, 1)
  assert.equal(cookiesOf(headers).item_token, `${data.token}; HttpOnly; Path=/; SameSite=Lax; Secure; Max-Age=2592000`)
  assert.equal(cookiesOf(headers).item_in, '1; Path=/; SameSite=Lax; Secure; Max-Age=2592000')
  assert.equal(headers.get('strict-transport-security'), 'max-age=31536000')
})

test('a wrong name, a wrong password and a short one are the same 401', async () => {
  for (const wrong of [
    { ...admin, password: 'not-the-password' },
    { ...admin, username: 'nobody' },
    { ...admin, password: 'x' },
    { ...admin, password: '' },
  ]) {
    const { status, code, msg, data, headers } = await server.post(login, wrong)
    assert.deepEqual([status, code, msg, data], [401, 401, '账号或密码错误', null])
    assert.deepEqual(headers.getSetCookie(), [])
  }
})

test('a login with missing or invalid fields is a 400', async () => {
  const wrong: [object, string][] = [
    [{}, 'username'],
    [{ username: '', password: 'abcdef' }, 'username'],
    [{ username: ['admin'], password: 'abcdef' }, 'username'],
    [{ username: 'admin' }, 'password'],
    [{ username: 'admin', password: 123456 }, 'password'],
    [{ ...admin, remember: 'yes' }, 'remember'],
  ]
  for (const [body, field] of wrong) {
    const { code, data } = await server.post(login, body)
    assert.deepEqual([code, data.field], [400, field], JSON.stringify(body))
  }
})

/** Where each visitor has an address. */
const locking = await startServer({ after }, { env: { TRUST_PROXY: '1' } })
const tryFrom = (address: string, username: string, password = 'wrong-one') =>
  locking.post(login, { username, password }, { headers: { 'X-Forwarded-For': address } })

test('five failures lock an account, known or not, for the right password too', async () => {
  for (const username of ['admin', 'nobody']) {
    for (let n = 0; n < 5; n++) assert.equal((await tryFrom('198.51.100.1', username)).code, 401)
    const { status, code, msg, headers } = await tryFrom('198.51.100.1', username, admin.password)
    assert.deepEqual([status, code], [429, 429])
    assert.match(msg, /15分钟后再试/)
    assert.ok(Number(headers.get('retry-after')) > 850)
  }
})

test('a password that is too long is a wrong one, and counted', async () => {
  for (let n = 0; n < 5; n++) assert.equal((await tryFrom('203.0.113.2', 'a', 'x'.repeat(129))).code, 401)
  assert.equal((await tryFrom('203.0.113.2', 'a')).code, 429)
})

test('concurrent failures are all counted', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => tryFrom('203.0.113.3', 'b')))
  assert.deepEqual(answers.map(({ code }) => code).sort(), [...Array(5).fill(401), ...Array(7).fill(429)])
})

test('logging out ends the session, and succeeds without one', async () => {
  const headers = await server.signIn()
  const other = await server.signIn()
  const { code, headers: answered } = await server.post(logout, {}, { headers })
  assert.equal(code, 200)
  const cookies = cookiesOf(answered)
  for (const name of ['item_token', 'item_in']) assert.match(cookies[name] ?? '', /^; .*Max-Age=0/)
  assert.equal((await server.post(userInfo, {}, { headers })).code, 401)
  assert.equal((await server.post(userInfo, {}, { headers: other })).code, 200)
  assert.equal((await server.post(logout)).code, 200)
  assert.equal((await server.post(logout, undefined, { headers: { Cookie: 'item_token=gone' } })).code, 200)
})

test('signing in while signed in ends the session that was open, failing to does not', async () => {
  const first = (await server.post(login, admin)).data.token
  const byCookie = { headers: { Cookie: `item_in=1; item_token=${first}` } }
  assert.equal((await server.post(login, { ...admin, password: 'wrong-one' }, byCookie)).code, 401)
  assert.equal((await server.post(userInfo, {}, byCookie)).code, 200)
  const second = (await server.post(login, admin, byCookie)).data.token
  assert.equal((await server.post(userInfo, {}, byCookie)).code, 401)
  const third = await server.signIn()
  const byHeader = { headers: { 'Authorization-item': `Bearer ${second}` } }
  assert.equal((await server.post(login, admin, byHeader)).code, 200)
  assert.equal((await server.post(userInfo, {}, byHeader)).code, 401)
  assert.equal((await server.post(userInfo, {}, { headers: third })).code, 200, 'no other session')
})

test('a new password replaces the old one and ends every other session', async (t) => {
  const server = await startServer(t)
  const here = await server.signIn()
  const elsewhere = await server.signIn()
  const { status, code, msg } = await server.post(
    change,
    { password: admin.password, newPassword: 'fresh-secret' },
    { headers: here },
  )
  assert.deepEqual([status, code, msg], [200, '', '修改成功！'])
  assert.equal((await server.post(userInfo, {}, { headers: here })).code, 200)
  assert.equal((await server.post(userInfo, {}, { headers: elsewhere })).code, 401)
  assert.equal((await server.post(login, admin)).code, 401)
  assert.equal((await server.post(login, { ...admin, password: 'fresh-secret' })).code, 200)
})

test('an invalid password change names its field and changes nothing', async () => {
  const headers = await server.signIn()
  const wrong: [object, string, string][] = [
    [{}, 'password', '请输入旧密码'],
    [{ password: admin.password }, 'newPassword', '请输入新密码'],
    [{ password: admin.password, newPassword: '12345' }, 'newPassword', '新密码不能少于10位'],
    [{ password: admin.password, newPassword: 'x'.repeat(129) }, 'newPassword', '密码不能超过128位'],
    [{ password: 'not-the-old-one', newPassword: 'fresh-secret' }, 'password', '旧密码不正确'],
    [{ password: 'x'.repeat(129), newPassword: 'fresh-secret' }, 'password', '旧密码不正确'],
    [{ password: admin.password, newPassword: admin.password }, 'newPassword', '新密码不能和旧密码相同'],
    [{ password: admin.password, newPassword: 'Woaini1314' }, 'newPassword', '新密码太常见，容易被猜到，请换一个'],
    [{ password: admin.password, newPassword: '          ' }, 'newPassword', '新密码不能全是空格'],
    [{ password: admin.password, newPassword: 'the-Admin-2026' }, 'newPassword', '新密码不能包含账号名'],
  ]
  for (const [body, field, message] of wrong) {
    const { code, msg, data } = await server.post(change, body, { headers })
    assert.deepEqual([code, data.field, msg], [400, field, message])
  }
  assert.equal((await server.post(login, admin)).code, 200)
})

test('neither a password nor a token can be read in the folder or in the log', async (t) => {
  const server = await startProgram(t, { env: { ACCESS_LOG: 'json' } })
  const { data } = await server.post(login, admin)
  await server.stop()
  const { stdout, stderr } = server.output()
  const contents = (await stored(server.folder)).map(({ text }) => text)
  assert.ok(contents.some((text) => text.includes('scrypt$')))
  assert.match(stderr, /loginAuth/)
  for (const text of [...contents, stdout, stderr]) {
    assert.ok(!text.includes(data.token))
    assert.ok(!text.includes(admin.password))
  }
})

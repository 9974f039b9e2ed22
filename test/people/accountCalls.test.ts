import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { user } from '../accounts.ts'
import { admin, startServer } from '../server.ts'

const login = '/v1/indexLogin/loginAuth'
const userInfo = '/v1/indexLogin/userInfo'
const change = '/service-basics-item/sys/users/getAssignRole'

const server = await startServer({ after }, { env: { RATE_LIMIT: 'off' } })
const headers = await server.signIn()
const call = (path: string, body: object = {}, as = headers) =>
  server.post(`/v1/account/${path}`, body, { headers: as })
const rowOf = async (name: string) => (await call('list')).data.find((row: { name: string }) => row.name === name)
const own = (await server.post(userInfo, {}, { headers })).data.userId

test('an account is added, signs in with the password that is shown once, and is in the list with its last use', async () => {
  const { code, msg, data } = await call('save', { name: '  李工 ', role: 'editor' })
  assert.deepEqual([code, msg, Object.keys(data).sort()], [200, '添加成功！', ['password', 'userId']])
  assert.deepEqual(await rowOf('李工'), {
    userId: data.userId,
    name: '李工',
    role: 'editor',
    disabled: false,
    lastUse: '',
  })
  const signedIn = await server.signIn({ username: '李工', password: data.password })
  const me = await server.post(userInfo, {}, { headers: signedIn })
  assert.deepEqual([me.data.role, me.data.firstPassword], ['editor', true])
  assert.match((await rowOf('李工')).lastUse, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.doesNotMatch(JSON.stringify((await call('list')).data), /scrypt|password/)
  assert.equal(
    (await server.post(change, { password: data.password, newPassword: 'tajinanquan-2026' }, { headers: signedIn }))
      .status,
    200,
  )
  assert.equal('firstPassword' in (await server.post(userInfo, {}, { headers: signedIn })).data, false)
})

test('a name is 1 to 50 characters, taken once, and errors name the field', async () => {
  for (const [input, field, words] of [
    [{ role: 'editor' }, 'name', /请填写账号/],
    [{ name: ' ', role: 'editor' }, 'name', /请填写账号/],
    [{ name: '名'.repeat(51), role: 'editor' }, 'name', /50/],
    [{ name: '两\n行', role: 'editor' }, 'name', /换行/],
    [{ name: 'admin\u200b', role: 'editor' }, 'name', /看不见的字符/],
    [{ name: '\u202enimda', role: 'editor' }, 'name', /看不见的字符/],
    [{ name: 'ad\ud800min', role: 'editor' }, 'name', /看不见的字符/],
    [{ name: ' admin ', role: 'editor' }, 'name', /已有名为“admin”的账号/],
    [{ name: '王工' }, 'role', /请选择角色/],
    [{ name: '王工', role: 'owner' }, 'role', /请选择角色/],
  ] as const) {
    const { status, data, msg } = await call('save', input)
    assert.deepEqual([status, data.field], [400, field], JSON.stringify(input))
    assert.match(msg, words)
  }
})

test('a name that differs in width, case or Unicode form only is the same', async () => {
  const {
    data: { password },
  } = await call('save', { name: 'José.K', role: 'editor' })
  const others = ['josé.k', 'JOSÉ.K', 'Jose\u0301.K', 'Ｊｏｓé．Ｋ', 'JOSÉ.\u212A']
  for (const name of others) {
    const { status, data, msg } = await call('save', { name, role: 'editor' })
    assert.deepEqual([status, data, msg], [400, { field: 'name' }, '已有名为“José.K”的账号'], name)
    assert.equal((await server.post(login, { username: name, password })).status, 200, name)
  }
  const both = await Promise.all(['Straße', 'STRASSE'].map((name) => call('save', { name, role: 'service' })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
  const added = await user(server.folder, ['add', 'JOSÉ.K', '--password-stdin'], 'tajinanquan-2026')
  assert.equal(added.code, 1)
  assert.match(added.output, /^已有名为“José.K”的账号\n/)
  const { data } = await server.post('/v1/log/list', { action: 'signIn' }, { headers })
  assert.equal(data.data[0].user, 'José.K', 'the log knows it by its name')
})

test('a change of role takes effect with the next call', async () => {
  const {
    data: { userId, password },
  } = await call('save', { name: '周工', role: 'service' })
  const as = await server.signIn({ username: '周工', password })
  const statuses = async () =>
    Promise.all(
      ['/v1/agent/list', '/v1/media/list'].map(async (path) => (await server.post(path, {}, { headers: as })).status),
    )
  assert.deepEqual(await statuses(), [200, 403])
  assert.equal((await call('update', { userId, role: 'editor' })).status, 200)
  assert.deepEqual(await statuses(), [403, 200])
  assert.equal((await call('list', {}, as)).status, 403)
})

test('a disabled account is signed out and says so to whoever knows its password; enabled again, its password is the same', async () => {
  const {
    data: { userId, password },
  } = await call('save', { name: '吴工', role: 'editor' })
  const sign = (typed: string) => server.post(login, { username: '吴工', password: typed })
  const as = await server.signIn({ username: '吴工', password })
  assert.equal((await call('update', { userId, disabled: true })).status, 200)
  assert.equal((await server.post(userInfo, {}, { headers: as })).status, 401)
  assert.equal((await rowOf('吴工')).disabled, true)
  assert.notEqual((await rowOf('吴工')).lastUse, '', 'the last use is known after the session')
  const [right, wrong] = [await sign(password), await sign('not-the-password')]
  const nobody = await server.post(login, { ...admin, username: 'nobody' })
  assert.deepEqual([right.status, right.msg], [403, '这个账号已停用，请联系管理员'])
  assert.deepEqual([wrong.status, wrong.msg, wrong.data], [nobody.status, nobody.msg, nobody.data])
  assert.match((await user(server.folder, ['list'])).output, /^吴工\t内容编辑\t\S+\t停用$/m)
  assert.equal((await call('update', { userId, disabled: false })).status, 200)
  assert.equal((await sign(password)).status, 200)
  assert.equal((await server.post(userInfo, {}, { headers: as })).status, 401, 'an ended session stays ended')
})

test('a reset ends the sessions and the old password, and asks for another', async () => {
  const {
    data: { userId, password },
  } = await call('save', { name: '郑工', role: 'service' })
  const as = await server.signIn({ username: '郑工', password })
  await server.post(change, { password, newPassword: 'tajinanquan-2026' }, { headers: as })
  const { data } = await call('reset', { userId })
  assert.equal((await server.post(userInfo, {}, { headers: as })).status, 401)
  assert.equal((await server.post(login, { username: '郑工', password: 'tajinanquan-2026' })).status, 401)
  const again = await server.signIn({ username: '郑工', password: data.password })
  assert.equal((await server.post(userInfo, {}, { headers: again })).data.firstPassword, true)
})

test('nobody disables, demotes or resets their own account, and an unknown one is a 404', async () => {
  for (const changes of [{ disabled: true }, { role: 'editor' }, { role: 'service', disabled: false }]) {
    assert.equal((await call('update', { userId: own, ...changes })).status, 409)
  }
  assert.equal((await call('reset', { userId: own })).status, 409)
  assert.equal((await call('update', { userId: own, role: 'admin', disabled: false })).status, 200)
  const unknown = [await call('update', { userId: 'none', disabled: true }), await call('reset', { userId: 'none' })]
  assert.deepEqual(
    unknown.map(({ status }) => status),
    [404, 404],
  )
  assert.equal((await server.post(userInfo, {}, { headers })).status, 200)
})

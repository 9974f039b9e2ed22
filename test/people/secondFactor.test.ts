import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, resultOf, whatOf } from '../../client/admin/people/activityWords.ts'
import type { ActivityRow } from '../../contract/calls/activity.ts'
import { user } from '../accounts.ts'
import { editorWithCodes, serverWithCodes } from '../secondFactor.ts'
import { admin, startServer, type TestServer } from '../server.ts'
import { stored } from '../stored.ts'

const login = '/v1/indexLogin/loginAuth'
const userInfo = '/v1/indexLogin/userInfo'
const path = (name: string): string => `/v1/secondFactor/${name}`

const answer = async (server: TestServer, code?: string, body: object = admin) => {
  const { code: status, msg, data } = await server.post(login, { ...body, ...(code !== undefined && { code }) })
  return { status, msg, data }
}
const state = async (server: TestServer, headers: Record<string, string>) =>
  (await server.post(userInfo, {}, { headers })).data.secondFactor

test('it is switched on by a code of the app, which ends the other sessions', async (t) => {
  const { server, codeOf } = await serverWithCodes(t)
  const [headers, elsewhere] = [await server.signIn(), await server.signIn()]
  const { secret: earlier } = (await server.post(path('begin'), admin, { headers })).data
  const begun = await server.post(path('begin'), admin, { headers })
  const { secret, uri } = begun.data
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.match(
    uri,
    new RegExp(`^otpauth://totp/[^:/?]+:admin\\?secret=${secret}&issuer=[^&]+&algorithm=SHA1&digits=6&period=30$`),
  )
  assert.equal(begun.headers.get('cache-control'), 'no-store')
  assert.equal((await answer(server)).status, 200, 'it is not on yet')

  for (const code of ['000000', codeOf(earlier)]) {
    const wrong = await server.post(path('confirm'), { code }, { headers })
    assert.deepEqual([wrong.code, wrong.data.field], [400, 'code'])
  }
  const { data, headers: sent } = await server.post(path('confirm'), { code: codeOf(secret) }, { headers })
  assert.equal(sent.get('cache-control'), 'no-store')
  assert.equal(new Set(data.recoveryCodes).size, 10)
  for (const each of data.recoveryCodes) assert.match(each, /^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
  assert.equal((await server.post(userInfo, {}, { headers: elsewhere })).code, 401)
  assert.deepEqual(await state(server, headers), { on: true, required: false, recoveryCodes: 10 })
  assert.equal((await server.post(path('begin'), admin, { headers })).code, 409, 'a stolen session cannot replace it')
})

test('who sits down at an open computer sets none up without the password, and cannot guess it', async (t) => {
  const { server } = await serverWithCodes(t)
  const headers = await server.signIn()
  for (const body of [
    {},
    { password: '' },
    { password: 'wrong-one' },
    { password: 'x'.repeat(200) },
    { password: '另一个' },
  ]) {
    const { code, data } = await server.post(path('begin'), body, { headers })
    assert.deepEqual([code, data], [400, { field: 'password' }])
  }
  assert.deepEqual(
    await state(server, headers),
    { on: false, required: false, recoveryCodes: 0 },
    'and the session goes on',
  )
  for (let n = 0; n < 2; n++)
    assert.equal((await server.post(path('begin'), { password: 'wrong-one' }, { headers })).code, 400)
  assert.equal((await server.post(path('begin'), admin, { headers })).code, 429)
})

test('an administrator’s reset of the password ends the second factor, too', async (t) => {
  const { server, headers, userId, li } = await editorWithCodes(t)
  const reset = await server.post('/v1/account/reset', { userId }, { headers })
  assert.equal((await answer(server, undefined, { ...li, password: reset.data.password })).status, 200)
  const { data } = await server.post('/v1/log/list', { action: 'account' }, { headers })
  assert.deepEqual(data.data[0].fields, ['password', 'secondFactor'])
})

test('an administrator sees who has one, and ends it with the administrator’s own password', async (t) => {
  const { server, setUp, headers, userId, li, own } = await editorWithCodes(t)
  const end = (body: object, by: object = headers) =>
    server.post('/v1/account/secondFactorOff', body, { headers: { ...by } })
  const rows = async () =>
    (await server.post('/v1/account/list', {}, { headers })).data.map(
      ({ name, secondFactor }: { name: string; secondFactor?: boolean }) => [name, secondFactor],
    )
  assert.deepEqual(await rows(), [
    ['li.gong', true],
    ['admin', undefined],
  ])

  assert.equal((await end({ userId, password: li.password }, own)).code, 403, 'an editor')
  for (const wrong of [{ userId, password: li.password }, { userId, password: '' }, { userId }]) {
    const { code, data } = await end(wrong)
    assert.deepEqual([code, data], [400, { field: 'password' }])
  }
  assert.equal((await answer(server, undefined, li)).status, 401, 'it is still on')
  assert.equal((await end({ userId: 'nobody', password: admin.password })).code, 404)
  const [me] = (await server.post('/v1/account/list', {}, { headers })).data.filter(
    ({ name }: { name: string }) => name === 'admin',
  )
  assert.equal(
    (await end({ userId: me.userId, password: admin.password })).code,
    409,
    'one’s own is switched off in one’s account',
  )

  assert.deepEqual((await end({ userId, password: admin.password })).msg, '二次验证已关闭')
  assert.deepEqual(await rows(), [
    ['li.gong', undefined],
    ['admin', undefined],
  ])
  assert.equal(
    (await server.post(userInfo, {}, { headers: own })).code,
    401,
    'whoever has the phone may have a session, too',
  )
  assert.equal((await answer(server, undefined, li)).status, 200, 'the password alone is asked for')
  const again = await server.signIn(li)
  const { endedBy, ...others } = await state(server, again)
  assert.deepEqual([endedBy.name, others], ['admin', { on: false, required: false, recoveryCodes: 0 }])
  assert.equal((await end({ userId, password: admin.password })).code, 409, 'there is none any more')
  await server.post(path('begin'), { password: li.password }, { headers: again })
  assert.equal((await state(server, again)).endedBy.name, 'admin', 'it is not on yet')
  await setUp(again, li.password)
  assert.equal((await state(server, again)).endedBy, undefined)
  for (let n = 0; n < 4; n++) assert.equal((await end({ userId, password: 'wrong-one' })).code, 400)
  assert.equal((await end({ userId, password: admin.password })).code, 429, 'a stolen session cannot guess')
})

test('the activity log says which step it was', async (t) => {
  const { server, setUp, headers, userId } = await editorWithCodes(t)
  await server.post(path('begin'), { password: 'wrong-one' }, { headers })
  await server.post(path('begin'), admin, { headers })
  await server.post(path('confirm'), { code: '000000' }, { headers })
  await setUp(headers)
  for (const on of [true, false]) await server.post(path('require'), { on }, { headers })
  await server.post('/v1/account/secondFactorOff', { userId, password: admin.password }, { headers })
  await server.post(path('off'), admin, { headers })
  const { data } = await server.post('/v1/log/list', { action: 'secondFactor', limit: 50 }, { headers })
  const shown = data.data.map(
    (row: ActivityRow) => `${row.user} ${whatOf(row)}${fieldsOf(row)} ${row.title ?? ''} ${resultOf(row)}`,
  )
  assert.deepEqual(shown, [
    'admin 关闭二次验证  成功',
    'admin 关闭账号的二次验证 li.gong 成功',
    'admin 不再要求二次验证  成功',
    'admin 要求二次验证  成功',
    'admin 开启二次验证  成功',
    'admin 开始设置二次验证  成功',
    'admin 二次验证码不正确  没有成功',
    'admin 开始设置二次验证  成功',
    'admin 开始设置二次验证  没有成功',
    'li.gong 开启二次验证  成功',
    'li.gong 开始设置二次验证  成功',
  ])
  assert.equal(whatOf({ at: '', user: '', action: 'secondFactor', ok: true }), '二次验证', 'of an earlier release')
})

test('signing in asks for the code once the password is right, and a code is good once', async (t) => {
  const { server, codeOf, setUp } = await serverWithCodes(t)
  const { secret } = await setUp(await server.signIn())
  for (const code of [undefined, '']) {
    assert.deepEqual(await answer(server, code), {
      status: 401,
      msg: '请输入二次验证的验证码',
      data: { secondFactor: true },
    })
  }
  for (const wrong of [
    { ...admin, password: 'wrong-one' },
    { ...admin, username: 'nobody' },
  ]) {
    assert.deepEqual(await answer(server, codeOf(secret), wrong), { status: 401, msg: '账号或密码错误', data: null })
  }
  const { status, data } = await answer(server, '000000')
  assert.deepEqual([status, data], [401, { secondFactor: true, field: 'code' }])
  const spaced = codeOf(secret)
    .replace(/^.../, '$& ')
    .replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  assert.equal((await answer(server, spaced)).status, 200, 'as a Chinese keyboard writes it')
  assert.equal((await answer(server, codeOf(secret))).status, 401, 'the same again')
  assert.equal((await answer(server, codeOf(secret, -1))).status, 401, 'an older one')
  const answers = await Promise.all([answer(server, codeOf(secret, 1)), answer(server, codeOf(secret, 1))])
  assert.deepEqual(answers.map((each) => each.status).sort(), [200, 401], 'two at once')
})

test('a recovery code signs in once, however it is typed', async (t) => {
  const { server, codeOf, setUp } = await serverWithCodes(t)
  const headers = await server.signIn()
  const { recoveryCodes, secret } = await setUp(headers)
  const [first, second] = recoveryCodes
  assert.equal((await answer(server, first)).status, 200)
  assert.equal((await answer(server, first)).status, 401)
  assert.equal((await answer(server, ` ${second.toUpperCase().replace('-', ' ')} `)).status, 200)
  assert.equal((await state(server, headers)).recoveryCodes, 8)

  const again = await server.post(path('confirm'), { code: codeOf(secret) }, { headers })
  assert.equal(again.data.recoveryCodes.length, 10)
  assert.equal(
    (await server.post(path('confirm'), { code: again.data.recoveryCodes[0] }, { headers })).code,
    400,
    'no proof of the app',
  )
  assert.equal((await answer(server, recoveryCodes[2])).status, 401, 'new ones void the old')
  assert.equal((await answer(server, again.data.recoveryCodes[0])).status, 200)
  assert.equal((await server.post(userInfo, {}, { headers })).code, 200, 'and no session is ended')
})

test('wrong codes lock like wrong passwords, missing ones do not', async (t) => {
  const { server, codeOf, setUp } = await serverWithCodes(t)
  const { secret } = await setUp(await server.signIn())
  for (let n = 0; n < 8; n++) assert.equal((await answer(server)).status, 401)
  for (let n = 0; n < 5; n++) {
    assert.equal((await answer(server, '000000')).status, 401)
    if (n < 4) assert.equal((await answer(server)).status, 401, 'the right password alone resets nothing')
  }
  assert.equal((await answer(server, codeOf(secret))).status, 429)
  assert.equal((await answer(server)).status, 429)
})

test('codes and passwords cannot be guessed with a stolen session', async (t) => {
  const { server, codeOf, setUp } = await serverWithCodes(t)
  const headers = await server.signIn()
  const { secret } = await setUp(headers)
  const tries = await Promise.all(
    Array.from({ length: 3 }, () => server.post(path('confirm'), { code: '000000' }, { headers })),
  )
  assert.deepEqual(
    tries.map(({ code }) => code),
    [400, 400, 400],
  )
  for (let n = 0; n < 2; n++) {
    const { code, data, msg } = await server.post(path('off'), { password: 'wrong-one' }, { headers })
    assert.deepEqual([code, data.field, msg], [400, 'password', '密码不正确'])
  }
  assert.equal((await server.post(path('off'), admin, { headers })).code, 429)
  assert.equal((await server.post(path('confirm'), { code: codeOf(secret) }, { headers })).code, 429)
})

test('it is switched off by the password, or by the operator', async (t) => {
  const { server, setUp } = await serverWithCodes(t)
  const headers = await server.signIn()
  await setUp(headers)
  assert.equal((await server.post(path('off'), admin, { headers })).code, 200)
  assert.deepEqual(await state(server, headers), { on: false, required: false, recoveryCodes: 0 })
  assert.equal((await answer(server)).status, 200)

  await setUp(headers)
  const off = await user(server.folder, ['second-factor', 'off', 'admin'])
  assert.equal(off.code, 0)
  assert.match(off.output, /^已关闭账号“admin”的二次验证，现在只用密码就能登录\n/)
  assert.equal((await answer(server)).status, 200)
  await setUp(headers)
  await server.stop()
  assert.equal((await user(server.folder, ['second-factor', 'off', 'admin'])).code, 0, 'while the server is stopped')
  assert.equal((await user(server.folder, ['second-factor', 'off', 'nobody'])).code, 1)
  assert.match((await user(server.folder, ['second-factor', 'on', 'admin'])).output, /用法/)
  assert.equal((await answer(await startServer(t, { folder: server.folder }))).status, 200)
})

test('where it is required, who has none may only set it up', async (t) => {
  const { server, setUp } = await serverWithCodes(t)
  const headers = await server.signIn()
  const li = { username: 'li.gong', password: 'first-secret' }
  await user(server.folder, ['add', 'li.gong', '--password-stdin'], li.password)
  const early = await server.signIn(li)
  const refused = await server.post(path('require'), { on: true }, { headers })
  assert.deepEqual([refused.code, refused.msg], [409, '请先为自己的账号开启二次验证'])
  await setUp(headers)
  assert.equal((await server.post(path('require'), { on: true }, { headers: early })).code, 403)
  assert.equal((await server.post(path('require'), { on: true }, { headers })).code, 200)
  for (const body of [{}, { on: null }, { on: 'false' }, { on: 0 }]) {
    const { code, data } = await server.post(path('require'), body, { headers })
    assert.deepEqual([code, data], [400, { field: 'on' }], JSON.stringify(body))
  }
  assert.equal((await state(server, headers)).required, true)

  for (const own of [early, await server.signIn(li)]) {
    const { code, msg } = await server.post('/v1/news/saveNews', { coverName: '新闻' }, { headers: own })
    assert.deepEqual([code, msg], [403, '请先在“我的账号”里开启二次验证'])
    assert.deepEqual((await server.post('/v1/dashboard/summary', {}, { headers: own })).data, {})
    const me = await server.post(userInfo, {}, { headers: own })
    assert.deepEqual([me.data.auth, me.data.secondFactor], ['', { on: false, required: true, recoveryCodes: 0 }])
  }
  assert.equal((await server.post(login, li)).data.auth, '')
  await setUp(early, li.password)
  assert.notEqual((await server.post('/v1/news/saveNews', {}, { headers: early })).code, 403)
  assert.notEqual((await server.post(userInfo, {}, { headers: early })).data.auth, '')

  assert.equal((await server.post(path('require'), { on: false }, { headers })).code, 200)
  assert.equal((await state(server, headers)).required, false)
})

test('neither a recovery code nor a code is in the folder, and none is in the log', async (t) => {
  const { server, setUp } = await serverWithCodes(t, { ACCESS_LOG: 'json' })
  const headers = await server.signIn()
  const { secret, recoveryCodes } = await setUp(headers)
  await answer(server, '000000')
  const lists = await server.post('/v1/account/list', {}, { headers })
  await server.stop()
  const { stdout, stderr } = server.output()
  const contents = (await stored(server.folder)).map(({ text }) => text)
  for (const text of [...contents, stdout, stderr, JSON.stringify(lists.data)]) {
    assert.ok(!text.includes(secret))
    for (const each of recoveryCodes) assert.ok(!text.includes(each) && !text.includes(each.replace('-', '')))
  }
})

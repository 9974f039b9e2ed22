import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { user } from './accounts.ts'
import { newFolder, startServer } from './server.ts'

for (const running of [true, false]) {
  test(`accounts are added, listed, given a password and removed while the server is ${running ? 'running' : 'stopped'}`, async (t) => {
    const first = await startServer(t)
    const { folder } = first
    if (!running) await first.stop()
    const server = async () => (running ? first : startServer(t, { folder }))
    const signIn = async (password: string) => {
      const now = await server()
      const { code, data } = await now.post('/v1/indexLogin/loginAuth', { username: 'li.gong', password })
      if (!running) await now.stop()
      return { code, data }
    }

    const added = await user(folder, ['add', 'li.gong', '--auth', 'sysNameLogo:update', '--password-stdin'], 'first-secret\n')
    assert.deepEqual([added.code, added.said], [0, '已添加账号“li.gong”\n'])
    const { code, data } = await signIn('first-secret')
    assert.deepEqual([code, data.auth], [200, 'sysNameLogo:update'])

    const twice = await user(folder, ['add', 'li.gong'])
    assert.equal(twice.code, 1)
    assert.match(twice.said, /已有名为“li\.gong”的账号/)
    assert.match((await user(folder, ['list'])).said, /^admin\t/m)

    const changed = await user(folder, ['password', 'li.gong'])
    const [, made = ''] = /密码：(\S+)/.exec(changed.said) ?? []
    assert.equal(changed.code, 0)
    assert.equal((await signIn('first-secret')).code, 401)
    assert.equal((await signIn(made)).code, 200)

    assert.equal((await user(folder, ['remove', 'li.gong'])).code, 0)
    assert.equal((await signIn(made)).code, 401)
    assert.equal((await user(folder, ['remove', 'li.gong'])).code, 1)
    assert.deepEqual(await readdir(join(folder, 'data', 'orders')).catch(() => []), [], 'no order is left lying')
  })
}

test('a password change by the keeper ends the sessions of that account', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  assert.equal((await user(server.folder, ['password', 'admin', '--password-stdin'], 'by-the-keeper')).code, 0)
  assert.equal((await server.post('/v1/indexLogin/userInfo', {}, { headers })).code, 401)
})

test('an account without the permission may do everything but rename the system', async (t) => {
  const server = await startServer(t)
  await user(server.folder, ['add', 'editor', '--password-stdin'], 'desk-and-chair')
  const headers = await server.signIn({ username: 'editor', password: 'desk-and-chair' })
  assert.equal((await server.post('/v1/news/saveNews', {}, { headers })).code, 200)
  const put = await fetch(`${server.url}/service-basics-item/item/item`, {
    method: 'PUT',
    body: JSON.stringify({ sysName: '名', logo: '/a.png' }),
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  assert.equal(put.status, 403)
})

test('misuse is told and changes nothing', async (t) => {
  const folder = await newFolder(t)
  const misuses: [string[], string, RegExp][] = [
    [[], '', /用法/],
    [['add'], '', /用法/],
    [['add', 'a', 'b'], '', /用法/],
    [['fly', 'a'], '', /用法/],
    [['add', ' a'], '', /账号为1到50个字符/],
    [['add', 'a', '--auth', 'everything'], '', /没有“everything”这项权限/],
    [['add', 'a', '--password-stdin'], '12345\n', /密码不能少于6位/],
    [['add', 'a', '--password-stdin'], '', /请输入新密码/],
    [['add', 'a', '--password-stdin'], 'WoAiNi1314\n', /新密码太常见/],
    [['password', 'li.gong', '--password-stdin'], 'Li.Gong-2026\n', /新密码不能包含账号名/],
    [['add', 'a', '--password-stdin'], '        \n', /新密码不能全是空格/],
    [['add', 'a', '--force'], '', /force/],
  ]
  for (const [args, typed, words] of misuses) {
    const { code, said } = await user(folder, args, typed)
    assert.equal(code, 1, args.join(' '))
    assert.match(said, words)
    assert.doesNotMatch(said, /at .*mjs/)
  }
  assert.deepEqual(await readdir(folder), [])
})

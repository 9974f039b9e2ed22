import assert from 'node:assert/strict'
import { test } from 'node:test'
import { user } from '../accounts.ts'
import { type Answer, admin, startServer, type TestServer } from '../server.ts'
import { behindProxy, deviceCookieOf, login, sent, signIn, wrong } from './devices.ts'

/** Five failures, each from a different network. */
async function shutToStrangers(server: TestServer, username = admin.username): Promise<void> {
  for (let n = 0; n < 5; n++) assert.equal((await signIn(server, { ...wrong, username }, `198.51.${n}.7`)).code, 401)
  assert.equal((await signIn(server, { ...admin, username }, '192.0.2.1')).code, 429)
}

test('a known browser can sign in while unknown devices are locked out', async (t) => {
  const server = await startServer(t, { env: behindProxy })
  const browser = sent(await signIn(server, admin, '192.0.2.1'))
  const otherBrowser = sent(await signIn(server, admin, '192.0.2.2'))
  await shutToStrangers(server)
  assert.equal((await signIn(server, admin, '192.0.2.1', browser)).code, 200)
  assert.equal(
    (await signIn(server, admin, '198.51.0.7', browser)).code,
    200,
    'also from a network with failures of unknown devices',
  )
  assert.equal(
    (await signIn(server, admin, '192.0.2.1')).code,
    429,
    'and does not unlock the account for unknown devices',
  )

  for (let n = 0; n < 5; n++) assert.equal((await signIn(server, wrong, '192.0.2.1', browser)).code, 401)
  assert.equal((await signIn(server, admin, '192.0.2.1', browser)).code, 429, 'a stolen cookie is no way to guess on')
  assert.equal((await signIn(server, admin, '192.0.2.1', otherBrowser)).code, 200, 'and locks no other device')
})

test('a device cookie lasts a year, is sent to the login only, and keeps its device id', async (t) => {
  const server = await startServer(t, { env: { ...behindProxy, SITE_URL: 'https://www.example.com' } })
  const first = await signIn(server, admin, '192.0.2.1')
  assert.match(
    deviceCookieOf(first),
    new RegExp(
      `^item_device_${first.data.userId}=[\\w-]{22}\\.[\\w-]{43}; HttpOnly; Path=${login}; SameSite=Lax; Secure; Max-Age=31536000$`,
    ),
  )
  assert.equal(sent(await signIn(server, admin, '192.0.2.1', sent(first))), sent(first))
  assert.notEqual(sent(await signIn(server, admin, '192.0.2.1')), sent(first))
  const out = await server.post('/item/user/logout', {}, { headers: { Cookie: `item_token=${first.data.token}` } })
  assert.ok(
    out.headers.getSetCookie().every((cookie) => !cookie.startsWith('item_device_')),
    'signing out leaves it',
  )
})

test('a forged device cookie, or one of another account, counts as unknown', async (t) => {
  const server = await startServer(t, { env: behindProxy })
  assert.equal((await user(server.folder, ['add', 'li.gong', '--password-stdin'], 'first-secret')).code, 0)
  const first = await signIn(server, admin, '192.0.2.1')
  const [name, value = ''] = sent(first).split('=')
  const other = sent(await signIn(server, { username: 'li.gong', password: 'first-secret' }, '192.0.2.2')).split('=')[1]
  await shutToStrangers(server)
  const [id = '', mac = ''] = value.split('.')
  const forged = [
    other,
    '',
    id,
    `${id}.`,
    `${id}.${mac.slice(1)}`,
    `${id}.${'A'.repeat(43)}`,
    `${'A'.repeat(22)}.${mac}`,
    `${value}.`,
    `.${mac}`,
  ]
  for (const each of forged) assert.equal((await signIn(server, admin, '192.0.2.1', `${name}=${each}`)).code, 429, each)
  assert.equal((await signIn(server, admin, '192.0.2.1', `${name}=${value}`)).code, 200)
})

test('devices created concurrently or before a restart are known', async (t) => {
  const first = await startServer(t, { env: behindProxy })
  const browsers = (await Promise.all(Array.from({ length: 4 }, () => signIn(first, admin, '192.0.2.1')))).map(sent)
  await first.stop()
  const server = await startServer(t, { env: behindProxy, folder: first.folder })
  await shutToStrangers(server)
  for (const browser of browsers) assert.equal((await signIn(server, admin, '192.0.2.1', browser)).code, 200)
})

test('a device that changes the password stays known, others do not', async (t) => {
  const server = await startServer(t, { env: behindProxy })
  const here = await signIn(server, admin, '192.0.2.1')
  const elsewhere = sent(await signIn(server, admin, '192.0.2.2'))
  const fresh = { ...admin, password: 'fresh-secret' }
  const changed = await server.post(
    '/service-basics-item/sys/users/getAssignRole',
    { password: admin.password, newPassword: fresh.password },
    { headers: { Cookie: `item_token=${here.data.token}` } },
  )
  assert.equal(changed.status, 200)
  await shutToStrangers(server)
  assert.equal((await signIn(server, fresh, '192.0.2.1', sent(changed))).code, 200)
  assert.equal((await signIn(server, fresh, '192.0.2.1', elsewhere)).code, 429)
  assert.equal((await signIn(server, fresh, '192.0.2.1', sent(here))).code, 429)
})

test('a password set by the operator allows a sign-in from any device while others go on guessing', async (t) => {
  const server = await startServer(t, { env: behindProxy })
  const old = sent(await signIn(server, admin, '192.0.2.1'))
  await shutToStrangers(server)
  assert.equal((await user(server.folder, ['password', 'admin', '--password-stdin'], 'by-the-operator')).code, 0)
  for (let n = 0; n < 8; n++) assert.equal((await signIn(server, wrong, `203.0.${n}.7`)).code, 401)
  const again = await signIn(server, { ...admin, password: 'by-the-operator' }, '192.0.2.1', old)
  assert.equal(again.code, 200)
  assert.notEqual(sent(again), old, 'the old device cookie was void')
  for (let n = 0; n < 5; n++) assert.equal((await signIn(server, wrong, `203.0.${n}.7`)).code, 401)
  assert.equal((await signIn(server, wrong, '203.0.113.7')).code, 429, 'from then on unknown devices are counted')
})

test('a household with many addresses has no more attempts than one address', async (t) => {
  const server = await startServer(t, { env: behindProxy })
  const tryOnce = (n: number): Promise<Answer> =>
    signIn(server, { ...wrong, username: `who${n}` }, `2001:db8:1:1::${n.toString(16)}`)
  for (let n = 0; n < 20; n++) assert.equal((await tryOnce(n)).code, 401)
  assert.equal((await tryOnce(20)).code, 429)
})

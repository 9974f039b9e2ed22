import assert from 'node:assert/strict'
import { test } from 'node:test'
import { user } from '../accounts.ts'
import { settableClock } from '../clock.ts'
import { startServer, type TestServer } from '../server.ts'

const printed = { ADMIN_PASSWORD: '' }
const linkIn = (text: string): URL | undefined => {
  const [, address] = /^begin (\S+)$/m.exec(text) ?? []
  return address === undefined ? undefined : new URL(address)
}
const linkOf = (server: TestServer): URL => linkIn(server.output().stderr) ?? assert.fail('no link was printed')
const open = (server: TestServer, { pathname, search }: URL, more: RequestInit = {}): Promise<Response> =>
  fetch(server.url + pathname + search, { redirect: 'manual', ...more })
const press = (server: TestServer, link: URL, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}/begin`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ key: link.searchParams.get('key') ?? '' }),
  })
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

test('the first start prints a link, which is opened by robots without harm, and whose button signs in once', async (t) => {
  const server = await startServer(t, { env: { ...printed, ACCESS_LOG: 'json' } })
  const link = linkOf(server)
  assert.deepEqual([link.origin, link.pathname], [server.url.replace('127.0.0.1', 'localhost'), '/begin'])
  assert.match(link.searchParams.get('key') ?? '', /^[\w-]{43}$/)
  assert.equal(server.output().stdout, `ready ${server.url}\n`)

  for (const method of ['HEAD', 'GET', 'GET']) {
    const page = await open(server, link, { method })
    assert.equal(page.status, 200)
    const headers = ['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => page.headers.get(name))
    assert.deepEqual(headers, ['no-store', 'noindex', 'strict-origin'])
    const html = await page.text()
    if (method === 'GET')
      assert.match(html, /<form method="post" action="\/begin">[^]*<button type="submit"[^>]*>开始</)
  }
  const elsewhere = await press(server, link, { Origin: 'https://evil.example' })
  assert.equal(elsewhere.status, 403)

  const pressed = await press(server, link, { Origin: server.url })
  assert.deepEqual([pressed.status, pressed.headers.get('location')], [303, '/begin'])
  const cookie = cookiesOf(pressed)
  const info = await server.post('/v1/indexLogin/userInfo', {}, { headers: { Cookie: cookie } })
  assert.deepEqual(
    [info.data.name, info.data.firstPassword, typeof info.data.byLink.session],
    ['admin', true, 'string'],
  )
  const screen = await fetch(`${server.url}/begin`, { headers: { Cookie: cookie } })
  assert.match(await screen.text(), /<div id="root"/)
  const back = await open(server, link, { headers: { Cookie: cookie } })
  assert.deepEqual([back.status, back.headers.get('location')], [303, '/begin'], 'who goes back to it goes on')

  for (const again of [await press(server, link), await open(server, link)]) {
    assert.equal(again.status, 403)
    const html = await again.text()
    assert.match(html, /这个链接已经用过、已经过期，或者不完整/)
    assert.match(html, /zhuzhan user link/)
  }
  const chosen = { newPassword: 'of-ones-own-2026' }
  const { data: log } = await server.post('/v1/log/list', {}, { headers: { Cookie: cookie } })
  assert.deepEqual([log.data[0].user, log.data[0].action, log.data[0].ok], ['admin', 'signIn', true])
  assert.equal((await server.post('/v1/account/choosePassword', chosen, { headers: { Cookie: cookie } })).code, 200)
  await server.signIn({ username: 'admin', password: chosen.newPassword })
  await server.stop()
  assert.ok(
    !server
      .output()
      .stderr.split('\n')
      .some((line) => line.includes('"path"') && line.includes('key=')),
  )
})

test('without a key the page says where it is, and shows nothing else', async (t) => {
  const server = await startServer(t, { env: printed })
  for (const path of ['/begin', '/begin?key=', '/begin?key=abc', '/begin?key=%00%ff']) {
    const page = await fetch(server.url + path)
    assert.equal(page.status, 403, path)
    const html = await page.text()
    assert.match(html, /第一次启动时打印的链接/)
    assert.match(html, /npm run user -- link/)
    assert.doesNotMatch(html, /admin”/)
  }
  assert.equal((await fetch(`${server.url}/begin`, { method: 'PUT' })).status, 405)
  const long = await fetch(`${server.url}/begin`, {
    method: 'POST',
    body: new URLSearchParams({ key: 'x'.repeat(2000) }),
  })
  assert.equal(long.status, 413)
})

test('with ADMIN_PASSWORD no link is printed, and none for an account that is there', async (t) => {
  const given = await startServer(t)
  assert.equal(linkIn(given.output().stderr), undefined)
  const first = await startServer(t, { env: { ADMIN_PASSWORD: 'given-by-the-operator' } })
  assert.equal(linkIn(first.output().stderr + first.output().stdout), undefined)
  const printing = await startServer(t, { env: printed })
  await printing.stop()
  const second = await startServer(t, { folder: printing.folder, env: printed })
  assert.equal(linkIn(second.output().stderr), undefined)
})

test('a link is good after a restart, and not after an hour', async (t) => {
  const clock = settableClock()
  const first = await startServer(t, { env: { ...printed }, now: clock.now })
  const link = linkOf(first)
  await first.stop()
  clock.advance(59 * 60_000)
  const second = await startServer(t, { folder: first.folder, env: { ...printed }, now: clock.now })
  assert.equal((await open(second, link)).status, 200)
  clock.advance(61 * 60_000)
  assert.equal((await open(second, link)).status, 403)
  assert.equal((await press(second, link)).status, 403)
})

for (const running of [true, false]) {
  test(`the operator gives an administrator another link while the server is ${running ? 'running' : 'stopped'}`, async (t) => {
    const first = await startServer(t)
    const { folder } = first
    if (!running) await first.stop()
    const env = { SITE_URL: 'https://www.example.com' }
    const { code, output } = await user(folder, ['link'], '', { env })
    assert.equal(code, 0, output)
    assert.match(output, /^账号“admin”有了一个新的链接，之前的不能再用$/m)
    const link = linkIn(output)
    assert.equal(link?.origin, 'https://www.example.com')
    await user(folder, ['add', 'li.gong'])
    const refused = await user(folder, ['link', 'li.gong'])
    assert.deepEqual([refused.code, linkIn(refused.output)], [1, undefined])
    assert.match(refused.output, /“li.gong”不是管理员/)
    assert.match((await user(folder, ['link', 'nobody'])).output, /没有名为“nobody”的账号/)
    const server = running ? first : await startServer(t, { folder })
    assert.equal((await press(server, link ?? assert.fail())).status, 303)
  })
}

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { connectTo, type HttpReply, parseReply, portOf } from '../edge/edge.ts'
import { admin, startServer, type TestServer } from '../server.ts'

const hosts = [
  'evil.example',
  'evil.example:81',
  'user:secret@evil.example',
  'evil.example/path',
  'evil example',
  'evil.example"><script>',
  'evil.example, www.example.com',
  `${'e'.repeat(8_000)}.evil.example`,
  'evil.example\\',
  '[::1]',
  '',
  '//evil.example',
  'www.example.com.evil.example',
  'EVIL.EXAMPLE',
]
const targets = (path: string): string[] => [
  path,
  `http://evil.example${path}`,
  `http://user:secret@evil.example:81${path}`,
]

async function ask(
  t: TestContext,
  server: TestServer,
  host: string,
  request: string,
  body = '',
): Promise<HttpReply & { came: string }> {
  const connection = await connectTo(t, portOf(server))
  const [first, ...more] = request.split('\n')
  connection.send(
    [
      `${first} HTTP/1.1`,
      `Host: ${host}`,
      'User-Agent: Mozilla/5.0 (X11)',
      'Connection: close',
      ...more,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  const came = await connection.closed()
  return { ...parseReply(came), came }
}

for (const SITE_URL of ['https://www.example.com', '']) {
  test(`no response repeats the requested host${SITE_URL ? '' : ', also without SITE_URL'}`, async (t) => {
    const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off', ...(SITE_URL && { SITE_URL }) } })
    const own = SITE_URL || server.url.replace('127.0.0.1', 'localhost')
    const login = JSON.stringify(admin)
    const json = 'Content-Type: application/json'
    for (const host of hosts) {
      const fine = async (what: string, status: number, body = ''): Promise<HttpReply> => {
        const { came, ...answer } = await ask(t, server, host, what, body)
        assert.equal(answer.status, status, `${host.slice(0, 40)}: ${what}`)
        assert.doesNotMatch(came, /evil|secret@/i, `${host.slice(0, 40)}: ${what}`)
        return answer
      }
      for (const home of targets('/')) {
        const { text } = await fine(`GET ${home}`, 200)
        assert.ok(
          text.includes(`<link rel="canonical" href="${own}/">`) &&
            text.includes(`<meta property="og:url" content="${own}/">`),
          home,
        )
      }
      assert.ok((await fine('GET /sitemap.xml', 200)).text.includes(`<loc>${own}/dljm</loc>`))
      assert.ok((await fine('GET /robots.txt', 200)).text.includes(`Sitemap: ${own}/sitemap.xml`))
      assert.ok((await fine('GET /rss.xml', 200)).text.includes(`<link>${own}/xwdt</link>`))
      assert.match((await fine('GET /healthz', 200)).text, /"status":"ok"/)
      for (const target of targets('/nothing-here')) await fine(`GET ${target}`, 404)
      for (const target of targets('/Product/'))
        assert.equal((await fine(`GET ${target}`, 301)).headers.location, '/product')
      for (const target of targets('/dashboard')) {
        assert.equal((await fine(`GET ${target}`, 302)).headers.location, '/login?redirect=%2Fdashboard')
      }
      assert.equal((await fine('GET /mobile', 302)).headers.location, '/')
      await fine(`POST /v1/news/list\n${json}`, 200, '{}')
      if (host !== hosts[0]) continue
      const { setCookie } = await fine(`POST /v1/indexLogin/loginAuth\n${json}`, 200, login)
      assert.ok(
        setCookie.length > 0 &&
          setCookie.every((cookie) => !/domain/i.test(cookie) && /; Secure/.test(cookie) === (SITE_URL !== '')),
      )
    }
  })
}

test('the requested host counts as our own for its own pages only; other origins stay foreign', async (t) => {
  const server = await startServer(t, { env: { SITE_URL: 'https://www.example.com' } })
  const send = async (host: string, origin: string): Promise<number> =>
    (await ask(t, server, host, `POST /item/user/logout\nOrigin: ${origin}\nContent-Type: application/json`, '{}'))
      .status
  assert.equal(await send('inside:8080', 'http://inside:8080'), 200)
  assert.equal(await send('evil.example', 'https://www.example.com'), 200)
  for (const [host, origin] of [
    ['www.example.com', 'https://evil.example'],
    ['user@evil.example', 'http://evil.example'],
    ['evil.example/', 'http://evil.example'],
    ['', 'null'],
  ] as const) {
    assert.equal(await send(host, origin), 403, `${host} ${origin}`)
  }
})

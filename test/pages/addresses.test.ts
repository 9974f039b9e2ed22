import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { routes } from '../../client/site/routes.ts'
import { adminPaths, knownPath } from '../../server/site/addressBook.ts'
import { connectTo, type HttpReply, parseReply, portOf } from '../edge/edge.ts'
import { startServer } from '../server.ts'

const desktop = 'Mozilla/5.0 (X11; Linux x86_64)'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 14_0 like Mac OS X)'

const server = await startServer({ after }, { env: { SEED: 'on' } })
/** Sends the request line unchanged; every HTTP client would normalize it. */
async function get(
  t: TestContext,
  target: string | Buffer,
  { agent = desktop, method = 'GET', host = 'x' } = {},
): Promise<HttpReply> {
  const connection = await connectTo(t, portOf(server))
  connection.send(
    Buffer.concat([
      Buffer.from(`${method} `),
      Buffer.from(target),
      Buffer.from(` HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${agent}\r\nConnection: close\r\n\r\n`),
    ]),
  )
  return parseReply(await connection.closed())
}

test('another spelling of an address redirects to the page with its query, in one step', async (t) => {
  const table: [asked: string, meant: string][] = [
    ['/product/', '/product'],
    ['/product//', '/product'],
    ['/Product', '/product'],
    ['/PRODUCT/?page=1&a=/b//C', '/product?page=1&a=/b//C'],
    ['//product', '/product'],
    ['///product///?x', '/product?x'],
    ['/index.html', '/'],
    ['/index.php', '/'],
    ['/INDEX.HTML?a=b', '/?a=b'],
    ['//index.html', '/'],
    ['//', '/'],
    ['//?a=b', '/?a=b'],
    ['/productdet?productId=zhgd-tower-crane', '/productDet?productId=zhgd-tower-crane'],
    ['/XWDTDET/?newId=20250514-dealer-conference', '/xwdtDet?newId=20250514-dealer-conference'],
    ['/cpdeatail?title=%E5%A1%94', '/cpDeatail?title=%E5%A1%94'],
    ['/mobile/?title=%E5%A1%94', '/mobile?title=%E5%A1%94'],
    ['/%70roduct', '/product'],
    ['/%78%77%64%74', '/xwdt'],
    ['/Login', '/login'],
    ['/login/?redirect=%2Fdashboard', '/login?redirect=%2Fdashboard'],
    ['/adminproduct', '/AdminProduct'],
    ['/ADMIN/', '/admin'],
    ['/rss.xml/', '/rss.xml'],
    ['/RSS.xml', '/rss.xml'],
    ['//sitemap.xml', '/sitemap.xml'],
    ['/Robots.txt', '/robots.txt'],
    ['http://evil.example/product/?a=b', '/product?a=b'],
    ['http://evil.example//product', '/product'],
    ['http://evil.example//evil.example/..//product', ''],
  ]
  for (const [asked, meant] of table) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await get(t, asked, { method, host: 'evil.example' })
      assert.deepEqual(
        [status, headers.location, method === 'HEAD' ? '' : text],
        meant ? [301, meant, ''] : [404, undefined, method === 'HEAD' ? '' : text],
        `${method} ${asked}`,
      )
      if (meant) assert.equal(headers['cache-control'], 'public, max-age=86400')
    }
  }
  // Each target is a page and redirects no further.
  for (const [, meant] of table) {
    if (!meant || meant.startsWith('/Admin') || meant.startsWith('/admin')) continue
    const { status } = await get(t, meant)
    assert.ok(status === 200 || (status === 302 && /^\/(mobile|cpDeatail)/.test(meant)), `${meant} ${status}`)
  }
})

test('a phone is redirected twice: to the correct spelling, then to the phone page, which keeps the campaign', async (t) => {
  for (const [asked, meant, twin] of [
    ['/Product/', '/product', '/zhuyingyewu'],
    ['/index.html', '/', '/mobile'],
    [
      '/PRODUCTDET?productId=zhgd-tower-crane',
      '/productDet?productId=zhgd-tower-crane',
      '/cpDeatail?productId=zhgd-tower-crane',
    ],
    [
      '/Product/?locationId=cpxt&utm_source=%E6%98%A5',
      '/product?locationId=cpxt&utm_source=%E6%98%A5',
      '/zhuyingyewu?locationId=cpxt&utm_source=%E6%98%A5',
    ],
    [
      '/productdet?utm_medium=cpc&productId=zhgd-tower-crane',
      '/productDet?utm_medium=cpc&productId=zhgd-tower-crane',
      '/cpDeatail?productId=zhgd-tower-crane&utm_medium=cpc',
    ],
  ] as const) {
    const first = await get(t, asked, { agent: phone })
    assert.deepEqual([first.status, first.headers.location], [301, meant])
    const second = await get(t, meant, { agent: phone })
    assert.deepEqual([second.status, second.headers.location], [302, twin])
    assert.match(second.headers.vary ?? '', /User-Agent/)
    assert.equal((await get(t, twin, { agent: phone })).status, 200)
  }
})

test('no request redirects to another site', async (t) => {
  const hostile: (string | Buffer)[] = [
    '//evil.example',
    '///evil.example/',
    '//evil.example/product',
    '//evil.example//product',
    '//evil.example/%2e%2e/product',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '/%2f%2fevil.example',
    '/%2F/evil.example',
    '/%5cevil.example',
    '/%5c%5cevil.example/product',
    '/product%2f',
    '/%2fproduct',
    '/product%5c',
    '/product\\',
    '/product%00',
    '/product%0d%0aLocation:%20//evil.example',
    '/product%20',
    '/product;a',
    '/product/.',
    '/product/..',
    '/./product',
    '/product/%2e',
    '/https://evil.example/product',
    '/@evil.example',
    '/.evil.example',
    '/%e2%80%8bproduct',
    '/product%',
    '/product%2',
    '/%2570roduct',
    '/login//evil.example',
    '/ındex.html',
    Buffer.from('/\xff\xfe', 'latin1'),
    `/${'/'.repeat(9_000)}product`,
    `/product${'/'.repeat(9_000)}`,
    `/${'%70'.repeat(3_000)}`,
    'http://evil.example',
    'http://evil.example/nothing/',
    'ftp://evil.example/product',
    '*',
  ]
  for (const asked of hostile) {
    const { status, headers } = await get(t, asked, { host: 'evil.example' })
    const shown = String(asked).slice(0, 60)
    if (status === 301 || status === 302)
      assert.ok(
        /^\/(?![/\\])/.test(headers.location ?? '') && !headers.location?.includes('evil'),
        `${shown} ${headers.location}`,
      )
    else assert.ok([200, 400, 404].includes(status), `${shown} ${status}`)
  }
})

test('a query is passed on unchanged, without bytes that a header must not contain', async (t) => {
  for (const query of ['?a=%0d%0aSet-Cookie:%20x=y', '?next=//evil.example\\', '?a=%E5%A1%94%zz', '?']) {
    const { status, headers, setCookie } = await get(t, `/xwdt/${query}`)
    assert.deepEqual([status, headers.location, setCookie], [301, `/xwdt${query}`, []])
  }
  for (const byte of [0x00, 0x01, 0x09, 0x0b, 0x0c, 0x0d, 0x20, 0x7f, 0xa0, 0xff]) {
    const { status } = await get(t, Buffer.concat([Buffer.from('/xwdt/?a='), Buffer.from([byte]), Buffer.from('b')]))
    assert.equal(status, 400, byte.toString(16))
  }
})

test('POST requests are not redirected, and files and calls have one spelling', async (t) => {
  for (const path of ['/dljm/', '/Dljm', '//dljm', '/Product', '/index.html']) {
    assert.equal((await get(t, path, { method: 'POST' })).status, 405, path)
  }
  for (const path of [
    '/Healthz',
    '/healthz/',
    '/media/MARK.svg',
    '/media/mark.svg/',
    '//media/mark.svg',
    '/V1/news/list',
    '/favicon.ico/',
    '/404',
  ]) {
    assert.equal((await get(t, path)).status, 404, path)
  }
  assert.equal((await get(t, '/v1/news/list/')).status, 404)
})

test('every known path maps to itself, and no two differ only in case', () => {
  const paths = [...routes.map(({ path }) => path).filter((path) => !path.endsWith('*')), ...adminPaths]
  for (const path of paths) {
    for (const asked of [path, path.toUpperCase(), `${path}/`, `/${path}`]) assert.equal(knownPath(asked), path, asked)
  }
  assert.equal(new Set(paths.map((path) => path.toLowerCase())).size, paths.length)
})

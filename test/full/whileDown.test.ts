import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { routes } from '../../client/site/routes.ts'
import { agentOf } from '../../server/pages/userAgents.ts'
import { encodingFor } from '../../server/pages/encodings.ts'
import { eventually } from '../eventually.ts'
import { freePort, programPath } from '../programs.ts'
import { askProxy, type Proxy, type ProxyAnswer, sampleFile, startNginx } from '../proxies.ts'
import { sendLarge } from '../media/sendLarge.ts'
import { zip } from '../media/documents.ts'
import { pngOf } from '../media/pictures.ts'
import { mediaId } from '../../server/media/library.ts'
import { newFolder, startProgram } from '../server.ts'
import { fill, smallDisk } from '../smallDisk.ts'

const missing = ['nginx', 'openssl'].filter((name) => programPath(name) === undefined)
const skip = missing.length > 0 && !process.env.CI ? `not installed: ${missing.join(', ')}` : false

const agents = {
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile MicroMessenger/8.0',
}
type Device = keyof typeof agents

/** nginx in front of a server that can be ended and started again at its port. */
async function startBoth(
  t: { after(end: () => unknown): void },
  { secondPort, disk, env }: { secondPort?: number; disk?: string; env?: Record<string, string> } = {},
) {
  const port = await freePort()
  const proxyFolder = disk ?? newFolder(t)
  const proxy = await startNginx({
    folder: proxyFolder,
    serverPort: port,
    ...(secondPort !== undefined && { secondPort }),
    onStart: (child) => t.after(() => child.kill()),
  })
  const siteUrl = `https://127.0.0.1:${proxy.httpsPort}`
  const folder = newFolder(t)
  const start = () =>
    startProgram(t, {
      folder,
      env: { PORT: String(port), SEED: 'on', SITE_URL: siteUrl, TRUST_PROXY: '1', ACCESS_LOG: 'json', ...env },
    })
  return { proxy, cache: join(proxyFolder, 'cache'), siteUrl, start, server: await start() }
}

const ask = (proxy: Proxy, path: string, device: Device, headers: Record<string, string> = {}): Promise<ProxyAnswer> =>
  askProxy(proxy, path, {
    headers: { 'User-Agent': agents[device], 'Accept-Encoding': 'gzip, deflate, br, zstd', ...headers },
  })

/** The page that a browser ends at. */
async function open(proxy: Proxy, path: string, device: Device): Promise<ProxyAnswer> {
  const answer = await ask(proxy, path, device)
  return answer.status === 302 ? ask(proxy, String(answer.headers.location), device) : answer
}

async function pathsOf(proxy: Proxy): Promise<string[]> {
  const sitemap = (await askProxy(proxy, '/sitemap.xml')).body.toString()
  return [...sitemap.matchAll(/<loc>https:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  )
}

const filesIn = (html: string): string[] => html.match(/\/(?:assets|media)\/[^\s"',)]+/g) ?? []

describe('pages while no server answers', { skip }, () => {
  test('all pages of both devices answer with their files, and what cannot be answered gets the static page', async (t) => {
    const { proxy, server } = await startBoth(t)
    const paths = await pathsOf(proxy)
    assert.ok(paths.length > 20)
    const living = new Map<string, ProxyAnswer>()
    for (const device of ['desktop', 'phone'] as const) {
      for (const path of ['/', ...paths]) living.set(`${device} ${path}`, await open(proxy, path, device))
    }
    assert.notDeepEqual(living.get('phone /')?.body, living.get('desktop /')?.body)
    const files = filesIn(await (await fetch(server.url)).text())
    assert.ok(files.length > 5)
    for (const file of files) await ask(proxy, file, 'desktop')
    const token = (await server.signIn())['Authorization-item'] ?? ''
    await server.stop('SIGKILL')

    for (const [which, { status, body, headers }] of living) {
      const [device, path = ''] = which.split(' ')
      const dead = await open(proxy, path, device === 'phone' ? 'phone' : 'desktop')
      assert.deepEqual([status, dead.status], [200, 200], which)
      assert.ok(dead.body.equals(body), which)
      for (const name of ['content-security-policy', 'cache-control', 'etag', 'content-encoding']) {
        assert.equal(dead.headers[name], headers[name], `${which}: ${name}`)
      }
    }
    for (const file of files) assert.equal((await ask(proxy, file, 'desktop')).status, 200, file)

    const refused = readFileSync(sampleFile('502.html'))
    const staff = [
      { Cookie: 'item_in=1' },
      { Cookie: 'a=b; item_token=x' },
      { 'Authorization-item': token },
      { Authorization: token },
    ]
    for (const headers of staff)
      assert.ok((await ask(proxy, '/', 'desktop', headers)).body.equals(refused), JSON.stringify(headers))
    const post = await askProxy(proxy, '/v1/news/list', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    })
    assert.deepEqual([post.status, post.body.equals(refused)], [502, true])
    assert.equal((await ask(proxy, '/never-asked', 'desktop')).status, 502)
  })

  test('what advertisements add to an address changes nothing, and HEAD and the icon are answered', async (t) => {
    const { proxy, siteUrl, cache, server } = await startBoth(t)
    const sizes = (): number => readdirSync(cache, { recursive: true }).length
    const product = /\/productDet\?productId=[^<]+/.exec((await askProxy(proxy, '/sitemap.xml')).body.toString())?.[0]
    assert.ok(product)
    const [home, detail] = [await open(proxy, '/', 'desktop'), await open(proxy, product, 'desktop')]
    for (const path of [product, '/xwdt?page=2']) await ask(proxy, path, 'phone')
    for (const path of [
      '/',
      '/mobile',
      '/favicon.ico',
      '/look.css',
      '/zizhi',
      '/product',
      '/zhuyingyewu',
      '/media/qr.png',
    ]) {
      await ask(proxy, path, 'desktop')
      await ask(proxy, path, 'phone')
    }
    const before = sizes()
    for (let n = 0; n < 40; n++) {
      const made = `x=${n}`
      for (const path of ['/', '/product', '/favicon.ico', '/look.css', '/zizhi', '/sitemap.xml'])
        await ask(proxy, `${path}?${made}`, n % 2 === 0 ? 'desktop' : 'phone')
      await ask(proxy, `/media/qr.png?${made}`, 'desktop')
      await ask(proxy, `/product?locationId=made-up-${n}`, 'desktop')
      await ask(proxy, `/?page=${n}&%70age=3`, 'desktop')
    }
    assert.ok(sizes() - before <= 10, `${sizes() - before} files of made-up addresses`)
    const campaign = await ask(proxy, '/?utm_source=baidu', 'phone')
    assert.match(String(campaign.headers.location), /utm_source=baidu/)
    await server.stop('SIGKILL')

    for (const added of ['bd_vid=1', 'utm_source=baidu&utm_medium=cpc', 'from=timeline', 'gclid=a-b_c', '%70age=3']) {
      const shown = await ask(proxy, `/?${added}`, 'desktop')
      assert.deepEqual([shown.status, shown.body.equals(home.body)], [200, true], added)
      const other = await ask(proxy, `${product}&${added}`, 'desktop')
      assert.deepEqual([other.status, other.body.equals(detail.body)], [200, true], added)
      const phone = await ask(proxy, `/?${added}`, 'phone')
      assert.deepEqual([phone.status, new URL(String(phone.headers.location), siteUrl).search], [302, ''], added)
    }
    assert.equal((await ask(proxy, '/?bd_vid=1', 'desktop', { Cookie: 'item_in=1' })).status, 502)
    const head = await askProxy(proxy, '/', { method: 'HEAD', headers: { 'User-Agent': agents.desktop } })
    assert.deepEqual([head.status, head.body.length], [200, 0])
    assert.equal((await ask(proxy, '/favicon.ico', 'desktop')).status, 302)
    const form = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
    assert.equal((await askProxy(proxy, '/dljm?bd_vid=1', { ...form, body: Buffer.from('agentName=a') })).status, 502)
  })

  test('the link that signs in is not in the log', async (t) => {
    const { proxy } = await startBoth(t)
    await askProxy(proxy, '/begin?key=of-a-link', { headers: { 'User-Agent': agents.desktop } })
    await askProxy(proxy, '/begin', { headers: { 'User-Agent': agents.desktop } })
    assert.doesNotMatch(readFileSync(proxy.accessLog, 'utf8'), /of-a-link/)
    assert.match(readFileSync(proxy.accessLog, 'utf8'), /"GET \/begin HTTP/)
  })

  test('a picture that staff have deleted is not shown again', async (t) => {
    const { proxy, server } = await startBoth(t)
    const headers = await server.signIn()
    const form = new FormData()
    form.append('type', 'news')
    form.append('file', new Blob([new Uint8Array(pngOf(2_000))]), 'a.png')
    const sent = await fetch(`${server.url}/v1/file/upload`, { method: 'POST', headers, body: form })
    const { data: address } = (await sent.json()) as { data: string }
    assert.equal((await ask(proxy, address, 'desktop')).status, 200)
    const deleted = await server.post('/v1/media/delete', { mediaIds: [mediaId(address)] }, { headers })
    assert.equal(deleted.code, 200, deleted.msg)
    // It is asked for once a second.
    await eventually(async () => (await ask(proxy, address, 'desktop')).status === 404, 'it is gone')
    await server.stop('SIGKILL')
    assert.equal((await ask(proxy, address, 'desktop')).status, 404)
  })

  test('a save shows at once, what is deleted is gone, and each visit is counted', async (t) => {
    const { proxy, server, start } = await startBoth(t)
    const {
      data: { newId },
    } = await server.post('/v1/news/saveNews', { newTitle: '一号消息' }, { headers: await server.signIn() })
    const path = `/xwdtDet?newId=${newId}`
    const page = async (headers: Record<string, string> = {}): Promise<[status: number, title: string]> => {
      const { status, body } = await ask(proxy, path, 'desktop', { 'Accept-Encoding': '', ...headers })
      return [status, /一号消息|二号消息/.exec(body.toString())?.[0] ?? '']
    }
    assert.deepEqual(await page(), [200, '一号消息'])
    await server.stop('SIGKILL')
    assert.deepEqual(await page(), [200, '一号消息'])

    const again = await start()
    const headers = await again.signIn()
    const saved = await again.post('/v1/news/updateNews', { newId, newTitle: '二号消息' }, { headers })
    assert.equal(saved.code, 200, saved.msg)
    for (let n = 0; n < 3; n++) assert.deepEqual(await page(), [200, '二号消息'])
    const {
      headers: { etag },
    } = await ask(proxy, path, 'desktop', { 'Accept-Encoding': '' })
    assert.deepEqual(await page({ 'If-None-Match': String(etag) }), [304, ''])
    const {
      data: { pages },
    } = await again.post('/v1/visits/summary', {}, { headers })
    assert.deepEqual(
      pages.map(({ count }: { count: number }) => count),
      [5],
    )

    assert.equal((await again.post('/v1/news/deleteNews', { newId }, { headers })).code, 200)
    assert.deepEqual(await page(), [404, ''])
    await again.stop('SIGKILL')
    assert.deepEqual(await page(), [404, ''])
  })

  test('of two servers one takes requests and answers none: the other answers, and without it what is stored', async (t) => {
    const silent = createServer().listen(0, '127.0.0.1')
    const taken = new Set<Socket>()
    silent.on('connection', (socket) => {
      taken.add(socket)
      socket.on('error', () => {})
    })
    t.after(() => {
      for (const socket of taken) socket.destroy()
      silent.close()
    })
    await once(silent, 'listening')
    const { proxy, server } = await startBoth(t, { secondPort: (silent.address() as AddressInfo).port })
    const page = async (): Promise<string> => {
      const { status, body } = await ask(proxy, '/gywm', 'desktop')
      assert.equal(status, 200)
      return body.toString('base64')
    }
    // They take turns.
    const first = await page()
    assert.equal(await page(), first)
    assert.ok(taken.size > 0)
    await server.stop('SIGKILL')
    const before = taken.size
    assert.equal(await page(), first)
    assert.ok(taken.size > before, 'it was asked again')
  })

  test('on a full disk every page answers, stored before or not, and an upload is refused in words', async (t) => {
    const small = smallDisk(t, 96)
    if (!small) return
    t.after(small.unmount)
    const env = { UPLOADS_DIR: join(small.folder, 'uploads'), DISK_RESERVE: '32' }
    const { proxy, server } = await startBoth(t, { disk: small.folder, env })
    const headers = await server.signIn()
    const { data: saved } = await server.post('/v1/news/saveNews', { newTitle: '要下线的' }, { headers })
    const paths = ['/', ...(await pathsOf(proxy))]
    const gone = `/xwdtDet?newId=${saved.newId}`
    const archive = zip({ 'a.txt': 'x'.repeat(12_000_000) })
    const { data: document } = await sendLarge(server, headers).send(archive, '资料.zip')
    // Stored of computers alone.
    for (const path of paths) await open(proxy, path, 'desktop')
    const filling = join(small.folder, 'filling')
    fill(filling)
    const stored = async (path: string) => (await fetch(`${server.url}${path}`)).headers.get('x-accel-expires')
    await eventually(async () => (await stored('/')) === '0', 'no page asks to be stored')

    assert.equal((await server.post('/v1/news/deleteNews', { newId: saved.newId }, { headers })).code, 200)
    const html = await (await fetch(server.url)).text()
    for (const device of ['desktop', 'phone'] as const) {
      for (const path of paths)
        assert.equal((await open(proxy, path, device)).status, path === gone ? 404 : 200, `${device} ${path}`)
      for (const file of filesIn(html)) assert.equal((await ask(proxy, file, device)).status, 200, file)
    }
    assert.equal((await ask(proxy, gone, 'desktop', { 'Accept-Encoding': 'br' })).status, 404)
    const slow = await askProxy(proxy, document.address, { pauseMs: 1_000 })
    assert.deepEqual([slow.status, slow.body.length], [200, archive.length])
    for (const size of [200, 200_000]) {
      const { status, json } = await askProxy(proxy, '/v1/file/upload', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=b' },
        body: Buffer.alloc(size),
      })
      assert.deepEqual([status, json().code], [507, 507], `${size} bytes`)
      assert.match(json().msg, /存储空间/)
    }

    rmSync(filling)
    await eventually(async () => (await stored('/')) === '@1', 'pages are stored again')
    assert.equal(await stored(filesIn(html)[0] ?? ''), null)
  })

  test('nothing of one person is stored or shown to another', async (t) => {
    const { proxy, cache, server } = await startBoth(t)
    const stored = (): string =>
      readdirSync(cache, { recursive: true, encoding: 'utf8' })
        .map((name) => join(cache, name))
        .filter((path) => statSync(path).isFile())
        .map((path) => readFileSync(path, 'latin1'))
        .join('\n')
    const clean = (await ask(proxy, '/dljm', 'desktop', { 'Accept-Encoding': '' })).body
    const form = {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': agents.desktop },
    }
    const typed = await askProxy(proxy, '/dljm', { ...form, body: Buffer.from('agentName=typed-by-one&phone=1') })
    assert.match(typed.body.toString(), /typed-by-one/)
    assert.ok((await ask(proxy, '/dljm', 'desktop', { 'Accept-Encoding': '' })).body.equals(clean))

    const headers = await server.signIn()
    const { data } = await server.post(
      '/v1/draft/save',
      { kind: 'news', fields: { newTitle: 'only-a-draft' } },
      { headers },
    )
    const { data: link } = await server.post('/v1/draft/link', { kind: 'news', id: data.id }, { headers })
    const preview = await ask(proxy, new URL(link.url).pathname + new URL(link.url).search, 'desktop', {
      'Accept-Encoding': '',
    })
    assert.match(preview.body.toString(), /only-a-draft/)
    for (const staff of [{ Cookie: 'item_in=1' }, headers])
      assert.equal((await ask(proxy, '/gywm', 'desktop', staff)).status, 200)
    const found = stored()
    assert.match(found, /KEY: desktop {2}\/dljm/)
    assert.doesNotMatch(found, /typed-by-one|only-a-draft|gywm\n|Set-Cookie/i)
  })
})

test('the sample tells devices and encodings apart as the server does', () => {
  const sample = readFileSync(sampleFile('nginx.conf'), 'utf8')
  const patternOf = (value: string): RegExp => {
    const [, flag, pattern = ''] = new RegExp(`^ {4}"~(\\*?)(.+)" ${value};$`, 'm').exec(sample) ?? []
    return new RegExp(pattern, flag === '*' ? 'i' : '')
  }
  const [phone, br, gzip] = ['phone', 'br', 'gzip'].map(patternOf)
  const words = [
    'Android',
    'android',
    'iPhone',
    'iPad',
    'iPod',
    'SymbianOS',
    'Symbian',
    'Windows Phone',
    'Windows NT',
    'Macintosh',
    'HarmonyOS',
    'OpenHarmony',
    'X11; Linux',
    'Mobile',
    'Tablet',
    'x'.repeat(2_000),
    '',
    ' ',
    ';',
    'MicroMessenger',
  ]
  for (const first of words) {
    for (const second of words) {
      const agent = `Mozilla/5.0 (${first}${second}; ${first})`
      assert.equal(phone?.test(agent), agentOf(agent).phone, agent)
    }
  }
  const coding = ['br', 'gzip', 'BR', 'deflate', 'zstd', 'identity', '*', 'xbr', 'br2', '']
  const weight = ['', ';q=0', '; q=0.0', ';q=0.5', ' ;q=1', ';q=0.001']
  const parts = coding.flatMap((name) => weight.map((each) => name + each))
  for (const first of parts) {
    for (const second of parts) {
      for (const header of [`${first},${second}`, `${first} , ${second}`]) {
        const older = gzip?.test(header) ? 'gzip' : ''
        const sent = br?.test(header) ? 'br' : older
        assert.equal(encodingFor(sent), encodingFor(header), header)
      }
    }
  }
})

test('the sample has the parameters of the pages that are stored, in their order', () => {
  const sample = readFileSync(sampleFile('nginx.conf'), 'utf8')
  const known = [...sample.matchAll(/^map \$arg_(\w+) /gm)].map(([, name = '']) => name)
  for (const { query = [], uncacheable, id } of routes) {
    const names = uncacheable ? [id ?? []].flat() : query
    assert.deepEqual(
      known.filter((name) => names.includes(name)),
      names,
    )
  }
})

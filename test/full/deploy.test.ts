import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../eventually.ts'
import { programPath } from '../programs.ts'
import { askProxy, type Proxy, type ProxyAnswer, sampleFile, siteName, startCaddy, startNginx } from '../proxies.ts'
import { admin, newFolder, startServer, type TestServer } from '../server.ts'
import { pngOf } from '../media/pictures.ts'

/** Without the programs these tests are skipped, which `npm run test:full` reports; under CI that is a failure. */
const skipWithout = (...programs: string[]): string | false => {
  const missing = programs.filter((name) => programPath(name) === undefined)
  return missing.length > 0 && !process.env.CI ? `not installed: ${missing.join(', ')}` : false
}

const megabyte = 1024 * 1024
const login = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(JSON.stringify(admin)),
}

for (const [name, program, start] of [
  ['nginx', 'nginx', startNginx],
  ['Caddy', 'caddy', startCaddy],
] as const) {
  describe(`the sample for ${name}`, { skip: skipWithout(program, 'openssl') }, () => {
    const ends: (() => unknown)[] = []
    let server: TestServer
    let proxy: Proxy
    let token: Record<string, string>

    before(async () => {
      const t = { after: (end: () => unknown): void => void ends.unshift(end) }
      // Not the address that is asked for: whether that counts as our own depends on the scheme that the proxy passes on.
      server = await startServer(t, { env: { TRUST_PROXY: '1', SITE_URL: 'https://zhuzhan.example', SEED: 'on' } })
      const onStart = (child: { kill(): unknown }): void => t.after(() => child.kill())
      proxy = await start({ folder: newFolder(t), serverPort: Number(new URL(server.url).port), onStart })
      const { data } = (await askProxy(proxy, '/v1/indexLogin/loginAuth', login)).json()
      token = { 'Authorization-item': `Bearer ${data.token}` }
    })
    after(async () => {
      for (const end of ends) await end()
    })

    const upload = async (bytes: number, chunked = false): Promise<ProxyAnswer> => {
      const form = new FormData()
      form.append('type', 'product')
      form.append('file', new Blob([new Uint8Array(pngOf(bytes))]), 'a.png')
      const encoded = new Response(form)
      const headers = { ...token, 'Content-Type': encoded.headers.get('content-type') ?? '' }
      return askProxy(proxy, '/v1/file/upload', {
        method: 'POST',
        headers,
        body: new Uint8Array(await encoded.arrayBuffer()),
        chunked,
      })
    }

    test('http is sent to https with path and query', async () => {
      const { status, headers } = await askProxy(proxy, '/xwdt?page=2', { plain: true })
      assert.ok(status === 301 || status === 308, String(status))
      assert.equal(headers.location, `https://${siteName}/xwdt?page=2`)
    })

    test('the name without www is sent to the one with it', async () => {
      const { status, headers } = await askProxy(proxy, '/xwdt?page=2', { headers: { Host: 'example.com' } })
      assert.deepEqual([status, headers.location], [301, `https://${siteName}/xwdt?page=2`])
    })

    test('browsers get the page over HTTP/2', async (t) => {
      const session = connectHttp2(`https://127.0.0.1:${proxy.httpsPort}`, {
        servername: siteName,
        rejectUnauthorized: false,
      })
      t.after(() => session.destroy())
      const stream = session.request({ ':path': '/', ':authority': siteName })
      const status = await new Promise((resolve, reject) => {
        stream.once('response', (headers) => resolve(headers[':status']))
        session.once('error', reject)
      })
      assert.equal(status, 200)
    })

    test('pages pass through as the server compressed them, with its security headers once', async () => {
      for (const coding of ['br', 'gzip']) {
        const headers = { 'Accept-Encoding': coding }
        const passed = await askProxy(proxy, '/', { headers })
        const direct = await askProxy({ httpPort: Number(new URL(server.url).port), httpsPort: 0 }, '/', {
          headers,
          plain: true,
        })
        assert.equal(passed.headers['content-encoding'], coding)
        assert.ok(passed.body.equals(direct.body), coding)
        for (const header of [
          'strict-transport-security',
          'content-security-policy',
          'x-content-type-options',
          'vary',
          'etag',
        ]) {
          assert.equal(passed.headers[header], direct.headers[header], header)
        }
        assert.match(String(passed.headers['strict-transport-security']), /^max-age=31536000$/)
      }
    })

    test('an unchanged page is a 304, and a part of a file a 206', async () => {
      const { headers } = await askProxy(proxy, '/media/touch-icon.png')
      assert.ok(headers.etag)
      assert.equal(
        (await askProxy(proxy, '/media/touch-icon.png', { headers: { 'If-None-Match': String(headers.etag) } })).status,
        304,
      )
      const part = await askProxy(proxy, '/media/touch-icon.png', { headers: { Range: 'bytes=1-3' } })
      assert.deepEqual(
        [part.status, part.body.toString(), part.headers['content-range']?.slice(0, 10)],
        [206, 'PNG', 'bytes 1-3/'],
      )
      assert.equal(
        (await askProxy(proxy, '/media/touch-icon.png', { headers: { Range: 'bytes=99999999-' } })).status,
        416,
      )
    })

    test('a login sets Secure cookies, and the scheme comes from the proxy whatever the client claims', async () => {
      const headers = { ...login.headers, Origin: `https://${siteName}`, 'X-Forwarded-Proto': 'http' }
      const { status, headers: answered } = await askProxy(proxy, '/v1/indexLogin/loginAuth', { ...login, headers })
      assert.equal(status, 200)
      const cookies = answered['set-cookie'] ?? []
      assert.ok(cookies.length >= 2)
      for (const cookie of cookies) assert.match(cookie, /; Secure/)
      const foreign = { ...login.headers, Origin: `http://${siteName}`, 'X-Forwarded-Proto': 'http' }
      assert.equal((await askProxy(proxy, '/v1/indexLogin/loginAuth', { ...login, headers: foreign })).status, 403)
    })

    test('the largest picture passes, and a byte more is a 413 with a message', async () => {
      const stored = await upload(2 * megabyte - 1)
      assert.equal(stored.status, 200, stored.body.toString())
      const served = await askProxy(proxy, stored.json().data)
      assert.ok(served.body.equals(pngOf(2 * megabyte - 1)))
      const refused = await upload(2 * megabyte)
      assert.deepEqual([refused.status, refused.json().code], [413, 413])
      assert.match(refused.json().msg, /2MB/)
    })

    test('a call that is too large gets the server’s own 413, with and without a length', async () => {
      const headers = { ...token, 'Content-Type': 'application/json' }
      for (const bytes of [2 * megabyte + 1, 3 * megabyte]) {
        for (const chunked of [false, true]) {
          const body = Buffer.alloc(bytes, ' ')
          const refused = await askProxy(proxy, '/v1/news/saveNews', { method: 'POST', headers, body, chunked })
          assert.deepEqual(
            [refused.status, refused.headers['content-type'], refused.json().code],
            [413, 'application/json; charset=utf-8', 413],
            `${bytes} ${chunked}`,
          )
          assert.match(refused.json().msg, /2MB/)
          assert.match(String(refused.headers['strict-transport-security']), /max-age/)
        }
      }
    })

    test('a visitor is known by the real address, whatever the visitor claims', async () => {
      const apply = async (n: number, from: string): Promise<number> => {
        const body = Buffer.from(
          JSON.stringify({ agentName: '张三', agentInfo: `公司${n}`, phone: `1380000${String(n).padStart(4, '0')}` }),
        )
        const claimed = `203.0.113.${n}`
        const headers = {
          'Content-Type': 'application/json',
          'X-Forwarded-For': claimed,
          'X-Real-IP': claimed,
          Forwarded: `for=${claimed}`,
        }
        return (await askProxy(proxy, '/v1/agent/saveAgent', { method: 'POST', headers, body, from })).status
      }
      // Two addresses of loopback, in different networks, are two visitors.
      const [first, second] = ['127.0.1.1', '127.0.2.1']
      for (let n = 1; n <= 5; n++) assert.equal(await apply(n, first), 200)
      assert.equal(await apply(6, first), 429)
      assert.equal(await apply(7, second), 200)
    })

    test('the proxy’s log has the visitor’s address, and no token', async () => {
      const from = '127.0.3.1'
      await askProxy(proxy, '/v1/agent/list', { ...login, headers: { ...login.headers, ...token }, from })
      await eventually(() => readFileSync(proxy.accessLog, 'utf8').includes(from), 'the request is in the log')
      const secret = token['Authorization-item']?.replace('Bearer ', '') ?? ''
      assert.ok(secret.length > 20 && !readFileSync(proxy.accessLog, 'utf8').includes(secret))
    })

    // nginx keeps none: it does not send a form again that a restart has cut off.
    test('connections to the server are used again, and dropped before the server drops them', {
      skip: name === 'nginx' && 'nginx keeps none',
    }, async () => {
      const [, idle] = /keepalive(?:_timeout)? (\d+)s/.exec(readFileSync(sampleFile('Caddyfile'), 'utf8')) ?? []
      const [, limit] =
        /keepAliveMs: (\d+)_000/.exec(
          readFileSync(new URL('../../server/edge/httpServer.ts', import.meta.url), 'utf8'),
        ) ?? []
      assert.ok(Number(idle) <= Number(limit) - 5, `${idle} s against ${limit} s`)
      assert.equal((await askProxy(proxy, '/healthz')).status, 200)
      const kept = connectionsTo(server.url)
      for (let n = 0; n < 5; n++) assert.equal((await askProxy(proxy, '/healthz')).status, 200)
      assert.ok(kept.length > 0)
      assert.deepEqual(connectionsTo(server.url), kept)
    })

    test('a body above every limit of the server’s is stopped by the proxy, in JSON too', async (t) => {
      // In place of the server, which would have refused it long before.
      const patient = createServer((req, res) => void req.resume().on('end', () => res.end('all of it')))
      await new Promise<void>((resolve) => void patient.listen(0, '127.0.0.1', resolve))
      t.after(() => patient.close().closeAllConnections())
      const { port } = patient.address() as AddressInfo // a TCP server's address is never a string
      const other = await start({
        folder: newFolder(t),
        serverPort: port,
        onStart: (child) => t.after(() => child.kill()),
      })
      const post = (headers: Record<string, string>, body?: Buffer): Promise<ProxyAnswer> =>
        askProxy(other, '/v1/news/saveNews', { method: 'POST', headers, ...(body && { body, chunked: true }) })
      assert.equal((await post({}, Buffer.alloc(23 * megabyte))).body.toString(), 'all of it')
      // Of the announced body nothing is sent.
      for (const refused of [
        await post({ 'Content-Length': String(24 * megabyte + 1) }),
        await post({}, Buffer.alloc(24 * megabyte + 1)),
      ]) {
        assert.deepEqual(
          [refused.status, refused.headers['content-type'], refused.json().code],
          [413, 'application/json; charset=utf-8', 413],
        )
        assert.equal(refused.headers['strict-transport-security'], 'max-age=31536000')
      }
    })
  })
}

describe('the sample for nginx', { skip: skipWithout('nginx', 'openssl') }, () => {
  const portOf = ({ url }: TestServer): number => Number(new URL(url).port)

  test('while no server answers, visitors get a page of our own, and nobody learns the version of nginx', async (t) => {
    const server = await startServer(t)
    const proxy = await startNginx({
      folder: newFolder(t),
      serverPort: portOf(server),
      onStart: (child) => t.after(() => child.kill()),
    })
    await server.stop()
    const { status, headers, body } = await askProxy(proxy, '/xwdt')
    assert.deepEqual([status, headers.server, headers['cache-control']], [502, 'nginx', 'no-store'])
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['strict-transport-security'], 'max-age=31536000')
    assert.ok(body.equals(readFileSync(sampleFile('502.html'))))
    assert.equal((await askProxy(proxy, '/502.html', { plain: true })).headers.server, 'nginx')
    assert.equal((await askProxy(proxy, '/', { plain: true })).status, 301)
  })

  test('TLS 1.2 is spoken with the ciphers of the list alone', async (t) => {
    const server = await startServer(t)
    const proxy = await startNginx({
      folder: newFolder(t),
      serverPort: portOf(server),
      onStart: (child) => t.after(() => child.kill()),
    })
    const speak = (ciphers: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const options = {
          port: proxy.httpsPort,
          maxVersion: 'TLSv1.2',
          ciphers,
          servername: siteName,
          rejectUnauthorized: false,
        } as const
        const socket = connectTls(options, () => {
          resolve(socket.getCipher().name)
          socket.destroy()
        }).once('error', reject)
      })
    for (const cipher of ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-CHACHA20-POLY1305'])
      assert.equal(await speak(cipher), cipher)
    for (const cipher of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA'])
      await assert.rejects(speak(cipher), cipher)
  })

  test('two servers are restarted one after the other, and no request fails', async (t) => {
    const folders = [newFolder(t), newFolder(t)]
    const servers = await Promise.all(folders.map((folder) => startServer(t, { folder })))
    const [one, two] = servers.map(portOf)
    const proxy = await startNginx({
      folder: newFolder(t),
      serverPort: one ?? 0,
      secondPort: two ?? 0,
      onStart: (child) => t.after(() => child.kill()),
    })
    const statuses: number[] = []
    let running = true
    const ask = async (path: string, method: string): Promise<void> => {
      while (running) statuses.push((await askProxy(proxy, path, { method })).status)
    }
    const asking = Promise.all([
      ask('/', 'GET'),
      ask('/xwdt', 'GET'),
      ask('/v1/news/list', 'POST'),
      ask('/v1/product/list', 'POST'),
    ])
    for (const [index, folder] of folders.entries()) {
      const before = statuses.length
      await eventually(() => statuses.length > before + 50, 'both are asked')
      await servers[index]?.stop()
      await eventually(() => statuses.length > before + 100, 'the other one is asked')
      servers[index] = await startServer(t, { folder, env: { PORT: String([one, two][index]) } })
    }
    running = false
    await asking
    t.diagnostic(`${statuses.length} requests`)
    assert.deepEqual(
      statuses.filter((status) => status !== 200),
      [],
    )
  })
})

/** Clients' ports of the open connections to the server, as the kernel lists them. */
function connectionsTo(url: string): string[] {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  const established = new RegExp(`^ *\\d+: \\S+:${port} \\S+:(\\S+) 01 `, 'gm')
  return [...readFileSync('/proc/net/tcp', 'utf8').matchAll(established)].map(([, client = '']) => client).sort()
}

const systemdAnalyze = (...args: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test('systemd finds no fault in the units', { skip: skipWithout('systemd-analyze') }, () => {
  const units = ['zhuzhan.service', 'zhuzhan.socket'].map(sampleFile)
  assert.deepEqual(systemdAnalyze('verify', '--man=no', ...units), { status: 0, output: '' })
})

test('the unit exposes at most 2.0 by systemd’s own measure', { skip: skipWithout('systemd-analyze') }, () => {
  const options = ['--offline=true', '--threshold=20', '--no-pager']
  const { status, output } = systemdAnalyze('security', ...options, sampleFile('zhuzhan.service'))
  assert.equal(status, 0, output)
  assert.match(output, /Overall exposure level for \S+: [01]\.\d OK/)
})

test('the unit allows what the lock on the data and V8 need', () => {
  const unit = readFileSync(sampleFile('zhuzhan.service'), 'utf8')
  assert.doesNotMatch(unit, /^(?:ProtectProc|ProcSubset|MemoryDenyWriteExecute)=/m)
})

test('the filter for fail2ban finds the address of a wrong password, and nothing that a path can forge', async (t) => {
  const [, pattern = ''] = /^failregex = (.+)$/m.exec(readFileSync(sampleFile('fail2ban-filter.conf'), 'utf8')) ?? []
  const filter = new RegExp(pattern.replace('<HOST>', '([0-9a-f.:]+)'))
  const server = await startServer(t, { env: { ACCESS_LOG: 'json', LOG_ADDRESS: 'on', TRUST_PROXY: '1' } })
  const forged = encodeURI(
    '/v1/indexLogin/x","path":"/v1/indexLogin/loginAuth","status":401,"address":"192.0.2.1"',
  ).replaceAll('%22', '"')
  const headers = { 'X-Forwarded-For': '203.0.113.9' }
  await server.post('/v1/indexLogin/loginAuth', { ...admin, password: 'wrong-one' }, { headers })
  await askProxy({ httpPort: Number(new URL(server.url).port), httpsPort: 0 }, forged, { headers, plain: true })
  await server.post('/v1/indexLogin/loginAuth', admin, { headers })
  await server.stop()
  const found = server
    .output()
    .stderr.split('\n')
    .filter((line) => line.includes('loginAuth'))
    .map((line) => filter.exec(line)?.[1])
  assert.deepEqual(found, ['203.0.113.9', undefined, undefined])
})

test('the server starts with the sample of its settings, secure cookies and all', async (t) => {
  const settings = readFileSync(sampleFile('zhuzhan.env'), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z_]+=/.test(line))
  const sample = Object.fromEntries(settings.map((line) => line.split(/=(.*)/).slice(0, 2)))
  assert.equal(sample.DATA_DIR, '/var/lib/zhuzhan/data')
  assert.ok(
    sample.UPLOADS_DIR.startsWith('/var/lib/zhuzhan/') && sample.BACKUP_DIR.startsWith('/var/lib/zhuzhan/'),
    'where the unit may write',
  )
  const folder = newFolder(t)
  const here = {
    DATA_DIR: join(folder, 'data'),
    UPLOADS_DIR: join(folder, 'uploads'),
    BACKUP_DIR: join(folder, 'backups'),
  }
  const server = await startServer(t, { env: { ...sample, ...here } })
  assert.match((await fetch(`${server.url}/healthz`)).headers.get('strict-transport-security') ?? '', /max-age/)
  assert.match((await server.post('/v1/indexLogin/loginAuth', admin)).headers.get('set-cookie') ?? '', /; Secure/)
})

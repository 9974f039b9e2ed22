import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort, programPath } from '../programs.ts'
import { askProxy, siteName, startPanelNginx } from '../proxies.ts'
import { eventually } from '../eventually.ts'
import { copyRelease, newFolder, startServer } from '../server.ts'

const skip = programPath('nginx') === undefined && !process.env.CI ? 'not installed: nginx' : false

const pageOf = (panel: string): string =>
  readFileSync(fileURLToPath(new URL(`../../docs/${panel}.zh-CN.md`, import.meta.url)), 'utf8')

/** A server as each panel writes it: its own location for everything, its own headers, and where the form is included. */
const panels = {
  baota: (form: string, port: number, server: number) => `server {
    listen 127.0.0.1:${port};
    server_name ${siteName};
    ${form}
    location ~* (\\.user\\.ini|\\.env.*|LICENSE|README\\.md|package(-lock)?\\.json|\\.log|\\.sql)$ { return 404; }
    location /.well-known/ { return 403; }
    location / {
      proxy_pass http://127.0.0.1:${server};
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header Connection "upgrade";
      proxy_http_version 1.1;
    }
  }`,
  '1panel': (form: string, port: number, server: number) => `server {
    listen 127.0.0.1:${port};
    server_name ${siteName};
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header Connection "upgrade";
    proxy_http_version 1.1;
    location ^~ /.well-known/acme-challenge { return 403; }
    location / { proxy_pass http://127.0.0.1:${server}; }
    ${form}
  }`,
}

describe('nginx of a panel', { skip }, () => {
  for (const [panel, serverBlock] of Object.entries(panels)) {
    test(`${panel}: a living server answers, pages and pictures are shown without one, and nobody can write an address`, async (t) => {
      const serverPort = await freePort()
      const proxy = await startPanelNginx(
        { folder: newFolder(t), serverPort, onStart: (child) => t.after(() => child.kill()) },
        pageOf(panel),
        (form, port) => serverBlock(form, port, serverPort),
      )
      const env = { PORT: String(serverPort), SEED: 'on', TRUST_PROXY: '1', ACCESS_LOG: 'json', LOG_ADDRESS: 'on' }
      const server = await startServer(t, { env })
      const ask = (path: string, more = {}) => askProxy(proxy, path, { plain: true, ...more })

      const home = await ask('/', { headers: { 'X-Forwarded-For': '203.0.113.9' } })
      assert.equal(home.status, 200)
      const [asset = ''] = /\/assets\/[\w.-]+\.css/.exec(home.body.toString()) ?? []
      assert.equal((await ask(asset)).status, 200)
      const list = await ask('/v1/product/list', { method: 'POST', headers: { 'Content-Type': 'application/json' } })
      assert.equal(list.json().code, 200)
      assert.equal((await ask('/.well-known/acme-challenge/token')).status, 403, 'the panel proves the domain itself')

      await server.stop()
      assert.match(server.output().stderr, /"address":"127\.0\.0\.1"/)
      assert.doesNotMatch(server.output().stderr, /203\.0\.113\.9/)
      assert.deepEqual((await ask('/')).body, home.body)
      assert.equal((await ask(asset)).status, 200)
      for (const path of ['/gywm', '/v1/product/list']) {
        const answer = await ask(path)
        assert.equal(answer.status, 502)
        assert.match(answer.body.toString(), /<!doctype html>/i)
      }
    })
  }
})

test('the script of the page starts what is not running, and replaces what is by the next once it has ended', async (t) => {
  const folder = newFolder(t)
  const port = await freePort()
  const program = await copyRelease(join(folder, 'release'))
  for (const name of ['pids', 'scripts', 'site']) mkdirSync(join(folder, name))
  const pidFile = join(folder, 'pids', 'zhuzhan.pid')
  // As the panel writes it.
  writeFileSync(
    join(folder, 'scripts', 'zhuzhan.sh'),
    `export PORT=${port}
export SEED=off
cd ${join(folder, 'site')}
nohup ${process.execPath} ${program} &>> ${join(folder, 'log')} &
echo $! > ${pidFile}
`,
  )
  const [, script = ''] = /```sh\n(#!\/bin\/sh\n[^]*?)```/.exec(pageOf('baota')) ?? []
  const restart = join(folder, 'restart.sh')
  const own = script.replaceAll('/www/server/nodejs/vhost', folder).replace('runuser -u www -- ', '')
  assert.notEqual(own, script)
  writeFileSync(restart, own)
  const pid = (): number => Number(readFileSync(pidFile, 'utf8'))
  const run = async (): Promise<number> => {
    assert.equal(spawnSync('sh', [restart]).status, 0)
    const started = pid()
    t.after(() => spawnSync('kill', ['-9', String(started)]))
    await eventually(
      async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok === true,
      'the server answers',
    )
    return started
  }
  const first = await run()
  // A request in progress, for which the server waits when it is stopped.
  const slow = connect(port, '127.0.0.1').on('error', () => {})
  t.after(() => slow.destroy())
  slow.write(
    'POST /v1/product/list HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await once(slow, 'connect')
  const second = await run()
  assert.notEqual(second, first)
  process.kill(second, 'SIGKILL')
  assert.notEqual(await run(), second)
  assert.doesNotMatch(readFileSync(join(folder, 'log'), 'utf8'), /cannot start/)
  // A number that the system has given to another program since is left alone.
  const stranger = process.pid
  process.kill(pid(), 'SIGKILL')
  writeFileSync(pidFile, String(stranger))
  assert.notEqual(await run(), stranger)
})

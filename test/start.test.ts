import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { BadSetting, readConfig } from '../server/config.ts'
import { note } from './counts.ts'
import { eventually, patienceMs } from './eventually.ts'
import { admin, copyRelease, newFolder, program, programEnv, startProgram, startServer } from './server.ts'

/** Runs the built server to its end, for starts that must fail. */
function failedStart(
  folder: string,
  env: Record<string, string>,
): { status: number | null; stdout: string; stderr: string } {
  note('server programs')
  return spawnSync(process.execPath, [program], {
    cwd: folder,
    env: {
      ...programEnv,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      UPLOADS_DIR: join(folder, 'uploads'),
      ...env,
    },
    encoding: 'utf8',
    timeout: patienceMs(),
  })
}

test('a bad setting stops the start with one clear line that names it', async (t) => {
  const bad: [name: string, ...values: string[]][] = [
    ['PORT', '80a'],
    ['SITE_URL', 'example.com'],
    ['TRUST_PROXY', 'yes', '10.0.0.1,example.com'],
    ['ADMIN_PASSWORD', '12345'],
    ['RATE_LIMIT', 'no'],
    ['APPLICATIONS_PER_HOUR', '0'],
    ['DISK_RESERVE', '-1'],
    ['SEED', 'maybe'],
    ['ACCESS_LOG', 'loud'],
    ['LOG_ADDRESS', 'maybe'],
    ['ASSETS_URL', 'cdn.example', 'https://cdn.example/files', 'http://cdn.example', 'http://127.0.0.1.example'],
  ]
  for (const [name, ...values] of bad)
    for (const value of values)
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) => error instanceof BadSetting && new RegExp(`^${name} .+$`).test(error.message),
        `${name} ${value}`,
      )
  const folder = newFolder(t)
  const { status, stdout, stderr } = failedStart(folder, { ADMIN_PASSWORD: '12345' })
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, /^cannot start: ADMIN_PASSWORD .+\n$/)
  assert.ok(!stderr.includes('12345'))
  assert.deepEqual(await readdir(folder), [], 'nothing was written')
})

test('npm start ends its server', async (t) => {
  const folder = newFolder(t)
  const env = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads') }
  const npm = spawn('npm', ['start'], { cwd: new URL('..', import.meta.url), env, stdio: ['ignore', 'pipe', 'ignore'] })
  t.after(() => npm.kill('SIGKILL'))
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  await eventually(() => output.includes('ready http'), 'it runs')
  npm.kill('SIGTERM')
  await eventually(async () => (await readdir(join(folder, 'data', 'lock'))).length === 0, 'the data is released')
})

test('the ready line is the only one on stdout, and has the real port', async (t) => {
  const server = await startProgram(t, { env: { ACCESS_LOG: 'json' } })
  await server.post('/v1/product/list')
  assert.equal(await server.stop('SIGINT'), 0)
  const { stdout, stderr } = server.output()
  assert.match(stdout, /^ready http:\/\/127\.0\.0\.1:[1-9]\d*\n$/)
  const line = JSON.parse(stderr.trim().split('\n').at(-1) ?? '')
  assert.deepEqual([line.method, line.path, line.status], ['POST', '/v1/product/list', 200])
  assert.deepEqual(Object.keys(line).sort(), ['bytes', 'method', 'ms', 'path', 'status', 'time'])
})

test('without ADMIN_PASSWORD a random one is generated and shown once', async (t) => {
  const first = await startServer(t, { env: { ADMIN_PASSWORD: '', ADMIN_USER: 'keeper' } })
  const [, password = '', address] =
    /^已创建账号 keeper，密码只显示这一次：(\S+)\n登录地址：(\S+)$/m.exec(first.output().stderr) ?? []
  assert.equal(address, `${first.url.replace('127.0.0.1', 'localhost')}/login`)
  await first.signIn({ username: 'keeper', password })
  await first.stop()
  const second = await startServer(t, { folder: first.folder, env: { ADMIN_PASSWORD: '', ADMIN_USER: 'keeper' } })
  assert.doesNotMatch(second.output().stderr, /只显示这一次/)
  await second.signIn({ username: 'keeper', password })
})

test('an ADMIN_PASSWORD that is easy to guess works, with a warning at the start that creates the account', async (t) => {
  const env = { ADMIN_PASSWORD: 'admin888' }
  const first = await startServer(t, { env })
  await first.signIn({ username: 'admin', password: env.ADMIN_PASSWORD })
  await first.stop()
  assert.match(first.output().stderr, /the password of \\?"admin\\?" is easy to guess/)
  assert.doesNotMatch(first.output().stderr, /admin888/)
  const second = await startServer(t, { folder: first.folder, env })
  await second.stop()
  assert.doesNotMatch(second.output().stderr, /easy to guess/)
})

test('an account is created again when none is left', async (t) => {
  const first = await startServer(t)
  await first.stop()
  await rm(join(first.folder, 'data', 'user'), { recursive: true })
  const second = await startServer(t, { folder: first.folder, env: { ADMIN_PASSWORD: 'another-secret' } })
  await second.signIn({ ...admin, password: 'another-secret' })
})

test('a second server on the same data refuses to start, and says so in one line', async (t) => {
  const first = await startServer(t)
  const { status, stdout, stderr } = failedStart(first.folder, {})
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, /^cannot start: another server .+\n$/)
  assert.equal((await fetch(`${first.url}/healthz`)).status, 200)
})

test('an empty DATA_DIR beside uploads or archives is refused in one line, and nothing is written', async (t) => {
  for (const [name, file] of [
    ['UPLOADS_DIR', 'uploads/news/a.png'],
    ['BACKUP_DIR', 'backups/zhuzhan-20260101-033000.tar.gz'],
  ] as const) {
    const folder = newFolder(t)
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await writeFile(join(folder, file), '')
    const before = await readdir(folder, { recursive: true })
    const { status, stdout, stderr } = failedStart(folder, { BACKUP_DIR: join(folder, 'backups') })
    assert.deepEqual([status, stdout], [1, ''])
    const place = join(folder, name === 'UPLOADS_DIR' ? 'uploads' : 'backups')
    const beside = `there is no site in DATA_DIR (${join(folder, 'data')}), but ${name} (${place}) has files of one`
    assert.ok(stderr.startsWith(`cannot start: ${beside}: `))
    assert.match(stderr, /: mount .+ restore .+ new site, .+\n$/)
    assert.deepEqual(await readdir(folder, { recursive: true }), before)
  }
})

test('a port in use is reported in one clear line, and no account is made', async (t) => {
  const first = await startProgram(t)
  const folder = newFolder(t)
  const { status, stderr } = failedStart(folder, { PORT: new URL(first.url).port, SEED: 'off' })
  assert.equal(status, 1)
  const port = new URL(first.url).port
  const holder = existsSync('/proc/net/tcp') ? `process ${first.process.pid} \\(.+\\)` : 'another process'
  assert.match(stderr, new RegExp(`^cannot start: PORT ${port} is in use by ${holder}; set PORT to a free one\n$`))
  assert.deepEqual(await readdir(join(folder, 'data', 'user')), [])
  await startProgram(t, { folder }).then((server) => server.signIn())
})

test('who asks while the server starts waits for its answer', async (t) => {
  const first = await startServer(t)
  const port = new URL(first.url).port
  await first.stop()
  let ready = false
  const second = startServer(t, { env: { PORT: port } }).finally(() => (ready = true))
  const url = `http://127.0.0.1:${port}/v1/indexLogin/loginAuth`
  const signIn = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(admin) }
  let answer: Response | undefined
  await eventually(
    async () => (answer = await fetch(url, signIn).catch(() => undefined)) !== undefined || ready,
    'the port is open',
  )
  await second
  assert.equal(answer?.status, 200, 'the account is there')
})

test('names that are nearly a setting get a warning', async (t) => {
  const wrong = { PROT: 'PORT', DATADIR: 'DATA_DIR', SITE_ULR: 'SITE_URL', ADMIN_PASSWD: 'ADMIN_PASSWORD' }
  const others = ['HOSTNAME', 'HOME', 'USER', 'HOSTS_FILE', 'UPLOADS', 'POSTGRES_HOST', 'NODE_ENV', 'XDG_DATA_DIRS']
  const env = Object.fromEntries([...Object.keys(wrong), ...others].map((name) => [name, 'secret-value']))
  const server = await startServer(t, { env })
  const lines = server.output().stderr.trim().split('\n')
  assert.deepEqual(
    lines,
    Object.entries(wrong).map(([name, meant]) => `warn 没有 ${name} 这项设置，要的是 ${meant} 吗？`),
  )
})

test('invalid records are quarantined with a log line, and the rest is served', async (t) => {
  const first = await startServer(t)
  const headers = await first.signIn()
  await first.post('/v1/news/saveNews', { newTitle: '完好' }, { headers })
  await first.stop()
  const news = join(first.folder, 'data', 'news')
  const junk = {
    torn: '{"id": "torn", "newTi',
    nothing: 'null',
    list: '[]',
    shape: '{"id":"shape","createdAt":"yesterday"}',
  }
  for (const [name, text] of Object.entries(junk)) await writeFile(join(news, `${name}.json`), text)
  await writeFile(join(news, '.tmp-left'), 'half')

  const second = await startServer(t, { folder: first.folder })
  const { data } = await second.post('/v1/news/list')
  assert.deepEqual(
    data.data.map((row: { newTitle: string }) => row.newTitle),
    ['完好'],
  )
  assert.equal((await readdir(news)).length, 1)
  const aside = await readdir(join(first.folder, 'data', 'quarantine'))
  assert.equal(aside.length, Object.keys(junk).length)
  for (const name of Object.keys(junk)) {
    assert.equal(
      second
        .output()
        .stderr.split('\n')
        .filter((line) => line.includes(`${name}.json`)).length,
      1,
      name,
    )
  }
})

test('every program says what it is and how it is used, and touches nothing', async (t) => {
  const folder = newFolder(t)
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  for (const name of ['server', 'zhuzhan', 'user', 'backup', 'restore', 'move', 'scrub']) {
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(program, '..', `${name}.mjs`), ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...programEnv, PORT: 'none' },
        timeout: patienceMs(),
      })
      assert.deepEqual([status, stderr], [0, ''], name)
      return stdout
    }
    if (['server', 'zhuzhan'].includes(name)) assert.equal(run('--version'), `zhuzhan ${version}\n`)
    const usage =
      { server: 'node dist/server\\.mjs', zhuzhan: '[^]+ zhuzhan user add [^]+ zhuzhan move' }[name] ??
      `zhuzhan ${name}`
    assert.match(run('--help'), new RegExp(`^用法：\n(?: +)?${usage}\\b`))
  }
  assert.deepEqual(await readdir(folder), [])
})

test('the version is in the health check for staff and for what runs on the machine, and for nobody behind a proxy', async (t) => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const server = await startServer(t, { env: { TRUST_PROXY: '1' } })
  const health = async (headers: Record<string, string>) =>
    (await (await fetch(`${server.url}/healthz`, { headers })).json()) as { version?: string; opened?: object }
  const seen = async (headers: Record<string, string>): Promise<unknown> => (await health(headers)).version
  assert.equal(await seen({}), version)
  assert.notEqual((await health({})).opened, undefined)
  for (const header of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'])
    assert.equal(await seen({ [header]: '127.0.0.1' }), undefined)
  const proxied = { 'X-Forwarded-For': '203.0.113.9' }
  assert.equal(await seen({ ...proxied, 'Authorization-item': 'Bearer x' }), undefined)
  const signedIn = { ...proxied, ...(await server.signIn()) }
  assert.equal(await seen(signedIn), version)
  assert.equal((await health(signedIn)).opened, undefined, 'how many records there are is not for every account')
})

test('a missing data folder makes the health check fail with 503', async (t) => {
  const server = await startServer(t)
  const well = await fetch(`${server.url}/healthz`)
  assert.equal(well.status, 200)
  assert.equal((await well.json()).status, 'ok')
  await rm(join(server.folder, 'data'), { recursive: true })
  // The answer is kept for a second.
  await eventually(async () => (await fetch(`${server.url}/healthz`)).status === 503, 'the health check fails')
  const ill = await fetch(`${server.url}/healthz`)
  assert.equal(ill.status, 503)
  assert.notEqual((await ill.json()).status, 'ok')
  assert.equal((await server.post('/v1/product/list')).code, 200, 'reads go on')
})

test('a server that stops while it cannot save says so, and writes its access log to the end', async (t) => {
  const server = await startProgram(t, { env: { ACCESS_LOG: 'plain' } })
  const headers = await server.signIn()
  assert.equal((await server.post('/v1/indexLogin/userInfo', {}, { headers })).code, 200)
  await rm(join(server.folder, 'data'), { recursive: true })
  await eventually(() => server.output().stderr.includes('userInfo 200'), 'the lines so far are written')
  await (await fetch(`${server.url}/privacy`)).text()
  assert.equal(await server.stop(), 1)
  for (const line of ['the stop was not clean', 'GET /privacy 200'])
    await eventually(() => server.output().stderr.includes(line), line)
})

test('the built server needs neither node_modules nor the sources', async (t) => {
  const folder = newFolder(t)
  const child = spawn(process.execPath, [await copyRelease(join(folder, 'app'))], {
    cwd: folder,
    env: { ...programEnv, PORT: '0', ADMIN_PASSWORD: admin.password, ACCESS_LOG: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let log = ''
  child.stderr.on('data', (text) => (log += String(text)))
  const ready = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text))))
  const url = ready.replace('ready ', '').trim()
  const answer = await (await fetch(`${url}/v1/news/list`, { method: 'POST' })).json()
  assert.equal(answer.data.count, 24)
  assert.ok((await readdir(join(folder, 'data'))).includes('news'), 'the data is where the server was started')
  child.kill('SIGTERM')
  await once(child, 'close')
  assert.doesNotMatch(log, /news\/list/, 'the access log is off')
})

test('a server whose dist/ is replaced continues to save and convert', async (t) => {
  const home = newFolder(t)
  const copy = { folder: home, program: await copyRelease(home) }
  // The second start has nothing to write, so that no thread runs yet.
  await (await startProgram(t, copy)).stop()
  const server = await startProgram(t, copy)
  await rm(join(home, 'dist'), { recursive: true })
  const headers = await server.signIn()
  assert.equal(
    (await server.post('/v1/news/saveNews', { newTitle: '升级期间', newInfo: '长'.repeat(20_000) }, { headers })).code,
    200,
  )
  assert.equal((await server.post('/v1/richtext/markdown', { text: '# 题' }, { headers })).code, 200)
  assert.equal((await fetch(server.url)).status, 200)
})

test('pages stay complete when an upgrade replaces the shipped files under a running server', async (t) => {
  const home = newFolder(t)
  const server = await startProgram(t, {
    folder: home,
    program: await copyRelease(home),
    env: { SEED: 'on', DATA_DIR: join(home, 'store') },
  })
  const news = await server.post('/v1/news/list')
  await rm(join(home, 'dist'), { recursive: true })
  await rm(join(home, 'data', 'seed'), { recursive: true })

  const shown = new Set(['/favicon.ico'])
  for (const path of [
    '/',
    '/mobile',
    '/product',
    '/zhuyingyewu',
    '/xwdt',
    `/xwdtDet?newId=${news.data.data[0].newId}`,
    '/gywm',
    '/dljm',
    '/login',
    '/sitemap.xml',
  ]) {
    const page = await fetch(server.url + path, {
      headers: /^\/(mobile|zhu)/.test(path) ? { 'User-Agent': 'iPhone Mobile' } : {},
    })
    assert.equal(page.status, 200, path)
    for (const [file] of (await page.text()).matchAll(/\/(?:media|assets)\/[\w./-]+/g)) shown.add(file)
  }
  assert.ok(shown.size > 80, `only ${shown.size} files were seen`)
  const missing: string[] = []
  for (const file of shown) {
    const { status } = await fetch(server.url + file)
    if (status !== 200) missing.push(`${file} ${status}`)
  }
  assert.deepEqual(missing, [])
})

test('the access log includes the address if configured, as sent by the trusted proxy', async (t) => {
  const env = { ACCESS_LOG: 'json', LOG_ADDRESS: 'on', TRUST_PROXY: '127.0.0.0/8' }
  const server = await startProgram(t, { env })
  const headers = { 'X-Forwarded-For': '9.9.9.9, 203.0.113.7' }
  await server.post('/v1/product/list', {}, { headers })
  await fetch(server.url, { headers })
  await server.stop()
  const lines = server.output().stderr.trim().split('\n')
  const asked = lines.map((line) => JSON.parse(line)).filter(({ path }) => path)
  assert.deepEqual(
    asked.map(({ address }) => address),
    ['203.0.113.7', '203.0.113.7'],
  )
})

test('the site goes on when the reader of its log has exited', async (t) => {
  const server = await startProgram(t, { env: { ACCESS_LOG: 'json' } })
  const headers = await server.signIn()
  server.process.stderr?.destroy()
  server.process.stdout?.destroy()
  // A folder that is gone makes a save fail, which is logged.
  await rm(join(server.folder, 'data', 'news'), { recursive: true, force: true })
  await writeFile(join(server.folder, 'data', 'news'), 'no folder')
  for (let n = 0; n < 5; n++)
    assert.equal((await server.post('/v1/news/saveNews', { newTitle: `第${n}次` }, { headers })).status, 500)
  // More lines than are collected before they are written.
  for (let n = 0; n < 300; n++) assert.equal((await fetch(server.url)).status, 200)
  assert.equal(await server.stop(), 0)
})

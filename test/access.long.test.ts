import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { eventually } from './eventually.ts'
import { copyRelease, newFolder, startServer } from './server.ts'

const uid = 65534
/** Skipped unless files have owners and we are root, who can create files for other users. */
const skip = process.geteuid?.() !== 0 && 'only root can run it as another user'

/** A server's home owned by another user, after a first start. */
async function home(
  t: TestContext,
): Promise<{ folder: string; name: string; start: typeof startServer; failedStart(env?: object): string; give(path: string): void }> {
  const folder = newFolder(t)
  const copy = await copyRelease(join(folder, 'app'))
  const give = (path: string): void => void spawnSync('chown', ['-R', `${uid}:${uid}`, path])
  give(folder)
  const start: typeof startServer = (t, more) => startServer(t, { folder, program: copy, uid, ...more })
  await (await start(t)).stop()
  const failedStart = (env: object = {}): string => {
    const settings = {
      PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads'), SEED: 'off',
      ACCESS_LOG: 'off', ...env,
    }
    const { status, stdout, stderr } =
      spawnSync(process.execPath, [copy], { uid, gid: uid, cwd: folder, env: settings, encoding: 'utf8', timeout: 20_000 })
    assert.deepEqual([status, stdout], [1, ''], stderr)
    assert.match(stderr, /^cannot start: .+\n$/)
    return stderr.slice('cannot start: '.length, -1)
  }
  const name = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' }).stdout.trim()
  return { folder, name, start, failedStart, give }
}

test('a start that cannot access a file or folder of root names it, its owner and the command that fixes it, and the command works', {
  skip,
}, async (t) => {
  const { folder, name, start, failedStart, give } = await home(t)
  const [data, uploads] = [join(folder, 'data'), join(folder, 'uploads')]
  for (const kind of ['orders', 'quarantine']) await mkdir(join(data, kind), { recursive: true })
  const [account = ''] = await readdir(join(data, 'user'))
  const unreadable = [join(data, 'user', account), join(data, 'meta', 'format.json')]
  await writeFile(join(data, 'agreement.md'), '协议')
  unreadable.push(join(data, 'agreement.md'))
  give(folder)
  const unusable = ['news', 'orders', 'quarantine', 'lock', 'meta'].map((kind) => join(data, kind))
  unusable.push(data, uploads, join(uploads, 'news'), join(uploads, '.incoming'))

  for (const [paths, mode, modeWithAnother] of [[unreadable, 0o600, 0o600], [unusable, 0o700, 0o755]] as const) {
    for (const path of paths) {
      const ours = path.startsWith(uploads) ? uploads : data
      const command = `sudo chown -R ${name}: ${ours}`
      await chown(path, 0, 0)
      for (const each of new Set([mode, modeWithAnother])) {
        await chmod(path, each)
        const output = failedStart()
        assert.equal(output, `no access to ${path}: it belongs to root and this server runs as ${name}; to fix it run: ${command}`)
      }
      assert.equal(spawnSync('sh', ['-c', command.replace('sudo ', '')]).status, 0)
    }
  }
  await (await start(t)).stop()
})

test('a start that cannot enter its own folder, or one above it, says so with the command for that', { skip }, async (t) => {
  const { folder, name, failedStart, start } = await home(t)
  const data = join(folder, 'data')
  await chmod(join(data, 'news'), 0o500)
  assert.equal(failedStart().split('; to fix it run: ')[1], `chmod -R u+rwX ${data}`)
  await chmod(join(data, 'news'), 0o700)

  const above = join(folder, 'srv')
  await mkdir(above, { mode: 0o755 })
  const made = `sudo mkdir -p ${above}/data && sudo chown ${name}: ${above}/data`
  const missing = failedStart({ DATA_DIR: join(above, 'data') })
  assert.equal(missing, `no access to ${above}: it belongs to root and this server runs as ${name}; to fix it run: ${made}`)
  await rename(data, join(above, 'data'))
  await chmod(above, 0o700)
  assert.ok(failedStart({ DATA_DIR: join(above, 'data') }).endsWith(`to fix it run: sudo chmod a+x ${above}`))
  await chmod(above, 0o711)
  await (await start(t, { env: { DATA_DIR: join(above, 'data') } })).stop()
})

test('a running server that loses write access to a folder warns staff, and /healthz is 503 until it has access again', {
  skip,
}, async (t) => {
  const { folder, start, give } = await home(t)
  const server = await start(t)
  const headers = await server.signIn()
  // The answer is kept for a second.
  const health = (status: number): Promise<void> =>
    eventually(async () => (await fetch(`${server.url}/healthz`)).status === status, `/healthz is ${status}`)
  const save = () => server.post('/v1/news/saveNews', { newTitle: '标题' }, { headers })
  const news = join(folder, 'data', 'news')
  await chown(news, 0, 0)
  await chmod(news, 0o755)
  await health(503)
  const refused = await save()
  assert.equal(refused.code, 500)
  assert.match(refused.msg, /^数据目录不可写/)
  assert.equal((await server.post('/v1/news/list')).data.count, 0)
  give(news)
  await health(200)
  assert.equal((await save()).code, 200)
  await rm(news, { recursive: true })
})

test('a server that root starts in folders of another user is refused in words, and leaves nothing there', { skip }, async (t) => {
  const { folder, name } = await home(t)
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads'), SEED: 'off' }
  const { status, stdout, stderr } =
    spawnSync(process.execPath, [join(folder, 'app', 'dist', 'server.mjs')], { cwd: folder, env, encoding: 'utf8', timeout: 20_000 })
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, new RegExp(`^cannot start: ${folder}/data 属于用户 ${name}，请以该用户运行：\n  sudo -u ${name} env DATA_DIR=`))
  const files = await readdir(folder, { recursive: true })
  const owners = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).uid))
  assert.deepEqual(files.filter((_file, i) => owners[i] !== uid), [])
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { eventually, patienceMs } from '../eventually.ts'
import { copyRelease, newFolder, startProgram } from '../server.ts'

const uid = 65534
/** Skipped unless files have owners and we are root, who can create files for other users. */
const skip = process.geteuid?.() !== 0 && 'only root can run it as another user'

/** A server's home owned by another user, after a first start. */
async function home(t: TestContext): Promise<{
  folder: string
  name: string
  start: typeof startProgram
  failedStart(env?: object): string
  give(path: string): void
}> {
  const folder = newFolder(t)
  const copy = await copyRelease(join(folder, 'app'))
  const give = (path: string): void => void spawnSync('chown', ['-R', `${uid}:${uid}`, path])
  give(folder)
  const start: typeof startProgram = (t, more) => startProgram(t, { folder, program: copy, uid, ...more })
  await (await start(t)).stop()
  const failedStart = (env: object = {}): string => {
    const settings = {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      UPLOADS_DIR: join(folder, 'uploads'),
      SEED: 'off',
      ACCESS_LOG: 'off',
      ...env,
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [copy], {
      uid,
      gid: uid,
      cwd: folder,
      env: settings,
      encoding: 'utf8',
      timeout: patienceMs(),
    })
    assert.deepEqual([status, stdout], [1, ''], stderr)
    assert.match(stderr, /^cannot start: .+\n$/)
    return stderr.slice('cannot start: '.length, -1)
  }
  const name = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' }).stdout.trim()
  return { folder, name, start, failedStart, give }
}

test('a start that cannot access a file or folder of root names it, its owner and its own user', {
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

  for (const [paths, mode, modeWithAnother] of [
    [unreadable, 0o600, 0o600],
    [unusable, 0o700, 0o755],
  ] as const) {
    for (const path of paths) {
      await chown(path, 0, 0)
      for (const each of new Set([mode, modeWithAnother])) {
        await chmod(path, each)
        assert.equal(
          failedStart(),
          `no access to ${path}: it belongs to root with mode ${each.toString(8)}, and this server runs as ${name}`,
        )
      }
      give(path)
    }
  }
  await (await start(t)).stop()
})

test('a start that cannot enter its own folder, or one above it, says which and with what mode', {
  skip,
}, async (t) => {
  const { folder, name, failedStart, start } = await home(t)
  const data = join(folder, 'data')
  await chmod(join(data, 'news'), 0o500)
  const user = `this server runs as ${name}`
  assert.equal(failedStart(), `no access to ${join(data, 'news')}: it belongs to ${name} with mode 500, and ${user}`)
  await chmod(join(data, 'news'), 0o700)

  const above = join(folder, 'srv')
  await mkdir(above, { mode: 0o755 })
  const missing = failedStart({ DATA_DIR: join(above, 'data') })
  assert.equal(missing, `no access to ${above}: it belongs to root with mode 755, and ${user}`)
  await rename(data, join(above, 'data'))
  await chmod(above, 0o700)
  assert.equal(
    failedStart({ DATA_DIR: join(above, 'data') }),
    `no access to ${above}: it belongs to root with mode 700, and ${user}`,
  )
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

test('a server that root starts in folders of another user becomes that user, and leaves nothing of root there', {
  skip,
}, async (t) => {
  const { folder, start } = await home(t)
  const server = await start(t, { uid: 0 })
  assert.match(
    await readFile(`/proc/${server.process.pid}/status`, 'utf8'),
    new RegExp(`^Uid:(\\t${uid}){4}\nGid:(\\t${uid}){4}$`, 'm'),
  )
  const headers = await server.signIn()
  assert.equal((await server.post('/v1/news/saveNews', { newTitle: '标题' }, { headers })).code, 200)
  await server.stop()
  const files = await readdir(folder, { recursive: true })
  const owners = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).uid))
  assert.deepEqual(
    files.filter((_file, i) => owners[i] !== uid),
    [],
  )
})

test('a server that root may not start as the owner of its folders is refused in one line, and leaves nothing there', {
  skip,
}, async (t) => {
  const { folder, name } = await home(t)
  const before = (await readdir(folder, { recursive: true })).sort()
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    UPLOADS_DIR: join(folder, 'uploads'),
    SEED: 'off',
  }
  const words = ['--bounding-set', '-setuid,-setgid', process.execPath, join(folder, 'app', 'dist', 'server.mjs')]
  const { status, stdout, stderr } = spawnSync('setpriv', words, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: patienceMs(),
  })
  assert.deepEqual([status, stdout], [1, ''])
  assert.equal(
    stderr,
    `cannot start: ${folder}/data 属于用户 ${name}，root在这里不能换成该用户（EPERM），请以该用户的身份运行\n`,
  )
  assert.deepEqual((await readdir(folder, { recursive: true })).sort(), before)
})

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eventually, patienceMs } from '../eventually.ts'
import { postgresTest } from '../postgres/cluster.ts'
import { until } from '../postgres/until.ts'
import { type Answer, copyRelease, newFolder, startProgram, type TestProgram } from '../server.ts'

/** An unpacked release; `patch` makes it another version. */
async function unpack(home: string, name: string, patch: (text: string) => string = (text) => text): Promise<void> {
  const folder = join(home, name)
  await copyRelease(folder)
  for (const file of ['serve.mjs', 'zhuzhan.mjs']) {
    const path = join(folder, 'dist', file)
    const text = (await readFile(path, 'utf8')).replace(/^#!.*/, '')
    await writeFile(path, `process.stderr.write('this is ${name}\\n');\n${patch(text)}`)
  }
}

/** The link is replaced atomically. */
async function switchTo(home: string, name: string): Promise<void> {
  await symlink(name, join(home, 'next'))
  await rename(join(home, 'next'), join(home, 'current'))
}

const format2 = (text: string): string => {
  const patched = text.replace(/\bdataFormat = 1\b/, 'dataFormat = 2')
  assert.notEqual(patched, text)
  return patched
}

/** Errors of connections that no server accepted: refused by the kernel, or reset when the port closes. */
const unaccepted = new Set<unknown>(['ECONNREFUSED', 'ECONNRESET'])

/** Sends each request on its own connection, and retries it if no server accepted it. Anything but a complete 200 is a failure. */
function startLoad(url: string, headers: Record<string, string>) {
  const acknowledged = new Map<string, string>()
  const seen = { answers: 0, refused: 0, failures: [] as string[] }
  let running = true

  const once = (path: string, body?: object): Promise<string> =>
    new Promise((resolve, reject) => {
      const req = request(
        url + path,
        {
          agent: false,
          method: body ? 'POST' : 'GET',
          headers: { ...headers, 'Content-Type': 'application/json' },
        },
        (res) => {
          let text = ''
          res.setEncoding('utf8').on('data', (chunk) => (text += chunk))
          res.on('end', () =>
            res.statusCode === 200 ? resolve(text) : reject(new Error(`${res.statusCode}: ${text}`)),
          )
          res.on('error', (cause) => reject(new Error('the answer was cut short', { cause })))
        },
      )
      req.on('error', reject)
      req.end(body && JSON.stringify(body))
    })

  const ask = async (path: string, body?: object): Promise<string | undefined> => {
    for (;;) {
      try {
        const text = await once(path, body)
        seen.answers++
        return text
      } catch (error) {
        if (!unaccepted.has((error as NodeJS.ErrnoException).code))
          return void seen.failures.push(`${path}: ${String(error)}`)
        seen.refused++
        // Not at once: the port is closed while the servers change.
        await delay(20)
      }
    }
  }

  const read = async (path: string): Promise<void> => {
    while (running) await ask(path)
  }
  const save = async (who: number): Promise<void> => {
    for (let n = 0; running; n++) {
      const newTitle = `${who} ${n}`
      const text = await ask('/v1/news/saveNews', { newTitle })
      if (text !== undefined) acknowledged.set(JSON.parse(text).data.newId, newTitle)
    }
  }
  const working = Promise.all([...['/', '/xwdt', '/media/qr.png', '/sitemap.xml'].map(read), ...[1, 2, 3, 4].map(save)])
  const stop = async () => {
    running = false
    await working
    return { acknowledged, ...seen }
  }
  return { seen, stop }
}

test('an upgrade and the return to the older version, under load, lose nothing and fail no request', async (t) => {
  const home = newFolder(t)
  await unpack(home, 'release-1')
  await unpack(home, 'release-2')
  await switchTo(home, 'release-1')
  const current = { folder: home, program: join(home, 'current', 'dist', 'server.mjs') }
  let server: TestProgram = await startProgram(t, current)
  const port = new URL(server.url).port
  const load = startLoad(server.url, await server.signIn())

  for (const release of ['release-2', 'release-1']) {
    const { answers } = load.seen
    await eventually(() => load.seen.answers >= answers + 500, '500 more are answered')
    assert.equal(await server.stop(), 0)
    await switchTo(home, release)
    server = await startProgram(t, { ...current, env: { PORT: port } })
    assert.equal(server.output().stderr, `this is ${release}\n`)
  }
  const { answers: before } = load.seen
  await eventually(() => load.seen.answers >= before + 100, 'the last one answers, too')
  const { acknowledged, answers, refused, failures } = await load.stop()
  t.diagnostic(`${answers} answers, ${acknowledged.size} saves, ${refused} connections not accepted`)
  assert.deepEqual(failures, [])
  assert.ok(acknowledged.size > 50)
  await server.stop()

  const news = join(home, 'data', 'news')
  for (const [id, newTitle] of acknowledged)
    assert.equal(JSON.parse(await readFile(join(news, `${id}.json`), 'utf8')).newTitle, newTitle)
  assert.equal((await readdir(news)).length, acknowledged.size, 'what was sent again had not been saved')
})

test('an older version refuses a folder of a newer format in one line, with all its tools, and changes nothing', async (t) => {
  const home = newFolder(t)
  await unpack(home, 'release-1')
  await unpack(home, 'release-2', format2)
  const start = (release: string) =>
    startProgram(t, { folder: home, program: join(home, release, 'dist', 'server.mjs') })
  await (await start('release-1')).stop()
  await (await start('release-2')).stop()
  const before = await readdir(join(home, 'data'), { recursive: true })

  const run = (file: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(home, 'release-1', 'dist', file), ...args], {
      cwd: home,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PORT: '0' },
      timeout: patienceMs(),
    })
  const refusal =
    'the data folder has format 2, and this version knows formats up to 1: start the newer version again, or restore a backup made before the upgrade\n'
  const started = run('server.mjs')
  assert.deepEqual(
    [started.status, started.stdout, started.stderr],
    [1, '', `this is release-1\ncannot start: ${refusal}`],
  )
  const listed = run('user.mjs', 'list')
  assert.deepEqual([listed.status, listed.stdout, listed.stderr], [1, '', `this is release-1\n${refusal}`])
  assert.deepEqual(await readdir(join(home, 'data'), { recursive: true }), before)
  await (await start('release-2')).stop()
})

/** 0.5.0, whose records are the oldest that are read. */
const before = '95f9c3e8'
const root = fileURLToPath(new URL('../..', import.meta.url))
const hasBefore = spawnSync('git', ['-C', root, 'cat-file', '-e', `${before}^{commit}`]).status === 0

const olderHome = newFolder({ after })
/** Builds it once; resolves to the path of its server. */
let built: Promise<string> | undefined
const olderServer = (): Promise<string> =>
  (built ??= (async () => {
    execFileSync('tar', ['-x', '-C', olderHome], {
      input: execFileSync('git', ['-C', root, 'archive', before], { maxBuffer: 2 ** 30 }),
    })
    // It would replace packages that the linked folder has beyond its own.
    await copyFile(join(root, 'package-lock.json'), join(olderHome, 'package-lock.json'))
    await symlink(join(root, 'node_modules'), join(olderHome, 'node_modules'))
    execFileSync(process.execPath, ['build.mjs'], { cwd: olderHome, stdio: 'ignore' })
    return join(olderHome, 'dist', 'server.mjs')
  })())
const withBefore = { skip: !hasBefore && `${before} is not in the history of this copy` }

type Post = (path: string, body?: object) => Promise<Answer>
async function staffOf(server: TestProgram): Promise<Post> {
  const headers = await server.signIn()
  return (path, body = {}) => server.post(`/v1/${path}`, body, { headers })
}

/** Content of every sort; `li` is an editor. */
async function fill(post: Post) {
  const { newId } = (await post('news/saveNews', { newTitle: '新闻', newInfo: '<p>正文</p>' })).data
  await post('news/updateNews', {
    newId,
    newIntro: '改过',
    pinned: true,
    createDate: '2026-01-02 03:04:05',
    unpublishAt: '2099-01-01 00:00:00',
  })
  const { productId } = (await post('product/saveProduct', { coverName: '产品', locationId: 'zhgd' })).data
  // 0.5.0 knows the first.
  for (const path of ['record/move', 'act/order']) await post(path, { kind: 'product', id: productId, after: '' })
  const { privacy } = (await post('site/detail')).data
  await post('site/update', { slogan: '口号', privacy: { ...privacy, body: '<p>隐私</p>' } })
  await post('draft/save', { kind: 'news', id: newId, fields: { newTitle: '不可示人' } })
  const { id } = (
    await post('draft/save', { kind: 'news', fields: { newTitle: '不可示人' }, publishAt: '2099-01-01 00:00' })
  ).data
  const deleted = (await post('news/saveNews', { newTitle: '删掉的' })).data
  await post('news/deleteNews', deleted)
  const { password } = (await post('account/save', { name: 'li', role: 'editor' })).data
  return { newId, draftId: id, deleted, li: { username: 'li', password } }
}

/** Files of records, without those that change with every start or sign-in. */
async function recordFiles(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const name of await readdir(join(folder, 'data'), { recursive: true })) {
    if (!name.endsWith('.json') || /^(session|newDevice|visit|lock|meta)\//.test(name)) continue
    files.set(name, await readFile(join(folder, 'data', name), 'utf8'))
  }
  return files
}

const visible = ['product/list', 'news/list', 'carousel/list', 'product/selectAllList', 'carousel/selectAllList']
const seenIn = async (server: TestProgram): Promise<unknown[]> =>
  Promise.all(visible.map(async (path) => (await server.post(`/v1/${path}`, { limit: 9999 })).data))
/** 0.5.0 had the robots in the order of the pages. */
const withRobotsReversed = (seen: readonly unknown[]): unknown[] =>
  seen.map((each) => {
    const { cpxtList, ...others } = each as { cpxtList?: unknown[] }
    return cpxtList ? { ...others, cpxtList: [...cpxtList].reverse() } : each
  })
const siteOf = async (server: TestProgram): Promise<Record<string, unknown>> =>
  (await server.post('/v1/site/detail')).data

/** The value without what the older one had no name for, at any depth. */
function knownBefore(value: unknown, before: unknown): unknown {
  if (typeof value !== 'object' || value === null || typeof before !== 'object' || before === null) return value
  if (Array.isArray(value)) return value.map((item, index) => knownBefore(item, Reflect.get(before, index)))
  return Object.fromEntries(
    Object.keys(before).map((name) => [name, knownBefore(Reflect.get(value, name), Reflect.get(before, name))]),
  )
}

test('a store of 0.5.0 opens unchanged, and its accounts sign in', withBefore, async (t) => {
  const folder = newFolder(t)
  const old = await startProgram(t, { folder, program: await olderServer(), env: { SEED: 'on' } })
  const { newId, draftId, deleted, li } = await fill(await staffOf(old))
  const seen = await seenIn(old)
  const site = await siteOf(old)
  await old.stop()
  const files = await recordFiles(folder)
  assert.match(
    [...files].find(([name, text]) => name.startsWith('user/') && text.includes('"li"'))?.[1] ?? '',
    /\$\$/,
    'its hash is closed',
  )

  const server = await startProgram(t, { folder, env: { SEED: 'on' } })
  assert.deepEqual(await seenIn(server), withRobotsReversed(seen))
  const siteNow = await siteOf(server)
  assert.deepEqual(knownBefore(siteNow, site), site, 'fields may be new')
  await server.signIn(li)
  const post = await staffOf(server)
  assert.equal((await post('history/list', { kind: 'site', id: 'site' })).code, 200)
  assert.equal((await post('draft/detail', { kind: 'news', id: draftId })).data.publishAt, '2099-01-01 00:00:00')
  await server.stop()
  assert.equal(server.output().stderr, '')
  const left = await recordFiles(folder)
  left.delete('offsite/machine.json')
  assert.deepEqual(left, files, 'but for the mark of the machine')

  const again = await startProgram(t, { folder, env: { SEED: 'on' } })
  const later = await staffOf(again)
  assert.equal((await later('draft/publish', { kind: 'news', id: newId })).code, 200)
  assert.equal((await later('act/restore', { kind: 'news', ids: [deleted.newId] })).code, 200)
  assert.equal((await again.post('/v1/news/detailNews', { newId })).data.newTitle, '不可示人')
})

test(
  'what this version has written opens in 0.5.0, and the next upgrade finds what both have done',
  withBefore,
  async (t) => {
    const folder = newFolder(t)
    const first = await startProgram(t, { folder, env: { SEED: 'on' } })
    const { newId, draftId, deleted, li } = await fill(await staffOf(first))
    await first.stop()
    const files = await recordFiles(folder)

    const old = await startProgram(t, { folder, program: await olderServer(), env: { SEED: 'on' } })
    const oldPost = await staffOf(old)
    await old.signIn(li)
    const { data } = (await old.post('/v1/news/list', { limit: 9999 })).data
    assert.deepEqual(
      data.filter((row: { newTitle: string }) => /不可示人|删掉的/.test(row.newTitle)),
      [],
    )
    assert.equal((await old.post('/v1/news/detailNews', { newId })).data.createDate, '2026-01-02 03:04:05')
    assert.equal((await oldPost('draft/detail', { kind: 'news', id: draftId })).data.publishAt, '2099-01-01 00:00:00')
    for (const path of ['/', '/xwdt', '/sitemap.xml', '/rss.xml']) {
      assert.doesNotMatch(await (await fetch(old.url + path)).text(), new RegExp(`不可示人|删掉的|${draftId}`))
    }
    assert.equal((await oldPost('news/updateNews', { newId, newTitle: '旧版改的' })).code, 200)
    await old.stop()
    // It knows no outcome below zero: docs/running.md says how such a case comes back. It complains of nothing else.
    const unknownCases = ['huanghejiangong', 'qdfangwu']
    const complaints = old.output().stderr.split('\n').filter(Boolean)
    assert.equal(complaints.length, unknownCases.length + 1)
    for (const [index, id] of unknownCases.entries())
      assert.match(complaints[index] ?? '', new RegExp(`^error case/${id}\\.json is not served`))
    assert.match(complaints.at(-1) ?? '', /^warn 有2条记录已损坏/)
    const quarantine = join(folder, 'data', 'quarantine')
    for (const name of await readdir(quarantine))
      await rename(join(quarantine, name), join(folder, 'data', 'case', `${name.split('.')[1]}.json`))
    const left = await recordFiles(folder)
    // It closes hashes.
    const changed = [...files.keys()].filter((name) => !name.startsWith('user/') && files.get(name) !== left.get(name))
    assert.deepEqual(changed, [`news/${newId}.json`])

    const again = await startProgram(t, { folder, env: { SEED: 'on' } })
    const newPost = await staffOf(again)
    await again.signIn(li)
    for (const id of unknownCases) assert.equal((await fetch(`${again.url}/${id}`)).status, 200)
    const detail = (await newPost('news/detailNews', { newId })).data
    assert.deepEqual([detail.newTitle, detail.pinned, detail.unpublishAt], ['旧版改的', true, '2099-01-01 00:00:00'])
    const publish = await newPost('draft/publish', { kind: 'news', id: newId })
    const clashes = publish.data.clashes.map(({ field }: { field: string }) => field)
    assert.deepEqual([publish.code, clashes], [409, ['newTitle']], 'nothing is overwritten')
    assert.equal((await newPost('draft/detail', { kind: 'news', id: draftId })).data.publishAt, '2099-01-01 00:00:00')
    assert.equal((await newPost('act/restore', { kind: 'news', ids: [deleted.newId] })).code, 200)
    assert.equal((await again.post('/v1/news/detailNews', deleted)).data.newTitle, '删掉的')
  },
)

postgresTest('servers of both versions work on one database, in whichever order they start', async (t, cluster) => {
  if (!hasBefore) return t.skip(withBefore.skip || '')
  const env = { DATABASE_URL: await cluster.newDatabase(), RATE_LIMIT: 'off' }
  const startOld = async (): Promise<TestProgram> => startProgram(t, { program: await olderServer(), env })
  const first = await startOld()
  const headers = await first.signIn()
  const { newId } = (await first.post('/v1/news/saveNews', { newTitle: '旧' }, { headers })).data
  const server = await startProgram(t, { env })
  const post: Post = (path, body = {}) => server.post(`/v1/${path}`, { kind: 'news', ...body }, { headers })
  // It starts beside the newer one, makes the functions that it knows, and an older one goes on leading.
  const old = await startOld()
  const oldPost: Post = (path, body) => old.post(`/v1/${path}`, body, { headers })
  assert.equal((await post('news/detailNews', { newId })).data.newTitle, '旧')

  for (let round = 0; round < 25; round++) {
    await post('draft/save', { id: newId, fields: { newIntro: `草稿${round}` } })
    const [published, updated] = await Promise.all([
      post('draft/publish', { id: newId }),
      oldPost('news/updateNews', { newId, newTitle: `旧版${round}` }),
    ])
    assert.equal(updated.code, 200)
    assert.equal(published.code, 200)
    for (const each of [post, oldPost]) {
      await until(async () => {
        const { newTitle, newIntro } = (await each('news/detailNews', { newId })).data
        return newTitle === `旧版${round}` && newIntro === `草稿${round}`
      })
    }
  }
  const { id } = (await post('draft/save', { fields: { newTitle: '不可示人' } })).data
  await post('news/deleteNews', { newId })
  await until(async () => (await oldPost('news/detailNews', { newId })).code === 404)
  assert.equal((await oldPost('news/detailNews', { newId: id })).code, 404)
  assert.doesNotMatch(await (await fetch(`${old.url}/xwdt`)).text(), /不可示人/)
  await post('act/restore', { ids: [newId] })
  await until(async () => (await oldPost('news/detailNews', { newId })).code === 200)
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from './eventually.ts'
import { copyRelease, newFolder, startServer, type TestServer } from './server.ts'

/** An unpacked release; `patch` makes it another version. */
async function unpack(home: string, name: string, patch: (text: string) => string = (text) => text): Promise<void> {
  const folder = join(home, name)
  await copyRelease(folder)
  for (const file of ['server.mjs', 'user.mjs']) {
    const path = join(folder, 'dist', file)
    const text = await readFile(path, 'utf8')
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
      const req = request(url + path, {
        agent: false, method: body ? 'POST' : 'GET', headers: { ...headers, 'Content-Type': 'application/json' },
      }, (res) => {
        let text = ''
        res.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        res.on('end', () => (res.statusCode === 200 ? resolve(text) : reject(new Error(`${res.statusCode}: ${text}`))))
        res.on('error', (cause) => reject(new Error('the answer was cut short', { cause })))
      })
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
        if (!unaccepted.has((error as NodeJS.ErrnoException).code)) return void seen.failures.push(`${path}: ${String(error)}`)
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
  let server: TestServer = await startServer(t, current)
  const port = new URL(server.url).port
  const load = startLoad(server.url, await server.signIn())

  for (const release of ['release-2', 'release-1']) {
    const { answers } = load.seen
    await eventually(() => load.seen.answers >= answers + 500, '500 more are answered')
    assert.equal(await server.stop(), 0)
    await switchTo(home, release)
    server = await startServer(t, { ...current, env: { PORT: port } })
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
  for (const [id, newTitle] of acknowledged) assert.equal(JSON.parse(await readFile(join(news, `${id}.json`), 'utf8')).newTitle, newTitle)
  assert.equal((await readdir(news)).length, acknowledged.size, 'what was sent again had not been saved')
})

test('an older version refuses a folder of a newer format in one line, with all its tools, and changes nothing', async (t) => {
  const home = newFolder(t)
  await unpack(home, 'release-1')
  await unpack(home, 'release-2', format2)
  const start = (release: string) => startServer(t, { folder: home, program: join(home, release, 'dist', 'server.mjs') })
  await (await start('release-1')).stop()
  await (await start('release-2')).stop()
  const before = await readdir(join(home, 'data'), { recursive: true })

  const run = (file: string, ...args: string[]) =>
    spawnSync(process.execPath, [
      join(home, 'release-1', 'dist', file), ...args,
    ], { cwd: home, encoding: 'utf8', env: { PATH: process.env.PATH, PORT: '0' }, timeout: 20_000 })
  const refusal =
    'the data folder has format 2, and this version knows formats up to 1: start the newer version again, or restore a backup made before the upgrade\n'
  const started = run('server.mjs')
  assert.deepEqual([started.status, started.stdout, started.stderr], [1, '', `this is release-1\ncannot start: ${refusal}`])
  const listed = run('user.mjs', 'list')
  assert.deepEqual([listed.status, listed.stdout, listed.stderr], [1, '', `this is release-1\n${refusal}`])
  assert.deepEqual(await readdir(join(home, 'data'), { recursive: true }), before)
  await (await start('release-2')).stop()
})

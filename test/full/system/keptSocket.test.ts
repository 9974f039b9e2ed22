import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../../eventually.ts'
import { type KeptServer, startKeptServer } from '../../keptServer.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { programPath } from '../../programs.ts'
import { askProxy, type Proxy, type ProxyAnswer, startNginx } from '../../proxies.ts'
import { admin, newFolder } from '../../server.ts'
import { pngOf } from '../../media/pictures.ts'

const requestsPerSecond = 30
const json = { 'Content-Type': 'application/json' }
type Ask = (
  path: string,
  request?: { method: string; headers: Record<string, string>; body: Buffer },
) => Promise<ProxyAnswer>

/** Sends pages, saves and uploads. What a kill has cut is sent again with the same request id, as the back office does. */
function startLoad(ask: Ask, token: Record<string, string>) {
  const seen = { answers: 0, cut: 0, failures: [] as string[] }
  const saved = new Set<string>()
  const uploaded = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  let paused = false
  let sent = 0

  const send: Ask = async (...request) => {
    for (let tries = 1; ; tries++) {
      const answer = await ask(...request).catch(() => undefined)
      if (answer?.status === 200 || tries === 5) {
        seen.answers++
        if (answer?.status !== 200) seen.failures.push(`${request[0]}: ${answer?.status ?? 'no answer'}`)
        return answer ?? assert.fail(request[0])
      }
      seen.cut++
    }
  }
  const save = async (n: number): Promise<void> => {
    const body = Buffer.from(JSON.stringify({ newTitle: `第${n}条`, requestId: `save-${n}` }))
    saved.add(
      (await send('/v1/news/saveNews', { method: 'POST', headers: { ...token, ...json }, body })).json().data.newId,
    )
  }
  const upload = async (n: number): Promise<void> => {
    const form = new FormData()
    form.append('type', 'news')
    form.append('file', new Blob([new Uint8Array(pngOf(20_000 + n))]), 'a.png')
    const encoded = new Response(form)
    const headers = { ...token, 'Content-Type': encoded.headers.get('content-type') ?? '' }
    const body = Buffer.from(await encoded.arrayBuffer())
    uploaded.set((await send('/v1/file/upload', { method: 'POST', headers, body })).json().data, 20_000 + n)
  }
  const page = async (n: number): Promise<void> => void (await send(['/', '/xwdt', '/sitemap.xml'][n % 3] ?? '/'))
  const timer = setInterval(() => {
    // What a busy machine cannot answer in the seconds of a stop is cut by right.
    if (paused || underWay.size > 20) return
    const n = sent++
    const work = ([page, save, page, upload][n % 4] ?? page)(n)
      .catch((cause: unknown) => void seen.failures.push(String(cause)))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }, 1000 / requestsPerSecond)

  return {
    seen,
    saved,
    uploaded,
    /** Sends nothing until the work is done, which begins when everything is answered. */
    async betweenRequests(work: () => Promise<void>): Promise<void> {
      paused = true
      await eventually(() => underWay.size === 0, 'all is answered')
      const done = work()
      paused = false
      await done
    },
    end: () => clearInterval(timer),
    async allAnswered(): Promise<void> {
      clearInterval(timer)
      await eventually(() => underWay.size === 0, 'all is answered')
    },
  }
}

async function restartUnderLoad(t: TestContext, server: KeptServer, ask: Ask, isProxied = false): Promise<void> {
  const login = { method: 'POST', headers: json, body: Buffer.from(JSON.stringify(admin)) }
  const { data } = (await ask('/v1/indexLogin/loginAuth', login)).json()
  const load = startLoad(ask, { 'Authorization-item': `Bearer ${data.token}` })
  t.after(load.end)
  const meanwhile = async (): Promise<void> => {
    const before = load.seen.answers
    await delay(500)
    await eventually(() => load.seen.answers > before, 'requests are answered')
  }
  for (let n = 0; n < 4; n++) {
    await meanwhile()
    await server.restart('SIGTERM')
  }
  for (let n = 0; n < 3; n++) {
    await meanwhile()
    await load.betweenRequests(() => server.restart('SIGKILL'))
  }
  // nginx may send one on a connection that each of the four stops is just closing; the back office sends it again, too.
  assert.ok(
    load.seen.cut <= (isProxied ? 4 : 0),
    `${load.seen.cut} requests were cut by stops and by kills between requests`,
  )
  for (let n = 0; n < 3; n++) {
    await meanwhile()
    await server.restart('SIGKILL')
  }
  await meanwhile()
  await load.allAnswered()
  const { answers, cut, failures } = load.seen
  t.diagnostic(
    `${answers} answers, ${load.saved.size} saves, ${load.uploaded.size} uploads; ${cut} connections cut by kills, sent again`,
  )
  assert.deepEqual(failures, [])
  assert.equal(server.processes.length, 11)
  const list = await ask('/v1/news/list', {
    method: 'POST',
    headers: json,
    body: Buffer.from('{"page":1,"limit":9999}'),
  })
  const ids: string[] = list.json().data.data.map(({ newId }: { newId: string }) => newId)
  assert.deepEqual(new Set(ids), load.saved)
  assert.equal(ids.length, load.saved.size)
  for (const [path, bytes] of load.uploaded) assert.ok((await ask(path)).body.equals(pngOf(bytes)), path)
}

const directly =
  ({ port }: KeptServer): Ask =>
  (path, request) =>
    askProxy({ httpPort: port, httpsPort: 0 }, path, { ...request, plain: true })
const name = 'ten restarts and kills under load refuse no request and lose no save'

test(name, async (t) => {
  const server = await startKeptServer(t)
  await restartUnderLoad(t, server, directly(server))
})

postgresTest(`${name}, on PostgreSQL`, async (t, { newDatabase }) => {
  const server = await startKeptServer(t, { DATABASE_URL: await newDatabase() })
  await restartUnderLoad(t, server, directly(server))
})

test(`${name}, behind nginx`, {
  skip: programPath('nginx') === undefined && !process.env.CI && 'not installed: nginx',
}, async (t) => {
  const server = await startKeptServer(t)
  const onStart = (child: { kill(): unknown }): void => t.after(() => child.kill())
  const proxy: Proxy = await startNginx({ folder: newFolder(t), serverPort: server.port, onStart })
  await restartUnderLoad(t, server, (path, request) => askProxy(proxy, path, request), true)
})

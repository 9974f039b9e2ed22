import { readFileSync } from 'node:fs'
import { admin, startProgram } from './server.ts'
import { png } from './media/pictures.ts'
import { uploadPicture } from './media/uploadPicture.ts'

/**
 * Mixed load for a long time: `node --import tsx test/soak.ts [minutes]`, by default ten. No tier of the tests runs it. Prints
 * how often each thing was done, how long the slowest hundredth took, what failed, and the memory; ends with 1 when anything failed.
 */
const minutes = Number(process.argv[2] ?? 10)
const workers = 16

const cleanups: (() => unknown)[] = []
const scope = { after: (fn: () => unknown) => void cleanups.unshift(fn) }
let server = await startProgram(scope, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
const headers = await server.signIn()
const url = (path: string): string => server.url + path
const memory = (): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]) / 1024)

const pages = [
  '/',
  '/product',
  '/xwdt',
  '/gywm',
  '/dljm',
  '/map',
  '/login',
  '/sitemap.xml',
  '/rss.xml',
  '/media/qr.png',
  '/none',
]
const phonePages = ['/mobile', '/zhuyingyewu', '/dailijiameng', '/gongsijianjie']
const saved: string[] = []
const removed = new Set<string>()
let count = 0
const some = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

class Unexpected extends Error {}

async function get(path: string, agent: string): Promise<void> {
  const response = await fetch(url(path), { headers: { 'User-Agent': agent } })
  await response.arrayBuffer()
  if (response.status !== (path === '/none' ? 404 : 200)) throw new Unexpected(`${path}: ${response.status}`)
}

async function call(path: string, body: object, as: Record<string, string> = {}) {
  const { code, msg, data } = await server.post(path, body, { headers: as })
  if (code !== 200) throw new Unexpected(`${path}: ${code} ${msg}`)
  return data
}

async function save(): Promise<void> {
  const n = ++count
  const { newId } = await call(
    '/v1/news/saveNews',
    { newTitle: `新闻 ${n}`, newInfo: `<p>${'正文'.repeat(n % 3000)}</p>` },
    headers,
  )
  saved.push(newId)
}

async function remove(): Promise<void> {
  if (saved.length < 200) return save()
  const newId = saved.shift() ?? ''
  await call('/v1/news/deleteNews', { newId }, headers)
  removed.add(newId)
}

async function upload(): Promise<void> {
  const { code, msg, data } = await uploadPicture(
    server,
    headers,
    png(1 + (++count % 400), 1 + (Math.floor(count / 400) % 400)),
  )
  if (code !== 200) throw new Unexpected(`upload: ${code} ${msg}`)
  await get(data, '')
}

async function signInAndOut(): Promise<void> {
  const { token } = await call('/v1/indexLogin/loginAuth', admin)
  await call('/item/user/logout', {}, { Cookie: `item_token=${token}` })
}

/** Relative frequency. */
const work: Readonly<Record<string, readonly [share: number, act: () => Promise<unknown>]>> = {
  page: [30, () => get(some(pages) ?? '/', '')],
  'phone page': [15, () => get(some(phonePages) ?? '/', 'iPhone Mobile')],
  list: [15, () => call('/v1/news/list', { page: 1 + Math.floor(Math.random() * 20), limit: 10 })],
  search: [5, () => call('/v1/news/list', { newTitle: String(Math.floor(Math.random() * 1000)) })],
  save: [10, save],
  update: [
    8,
    () =>
      saved.length === 0
        ? save()
        : call('/v1/news/updateNews', { newId: saved.at(-1), newIntro: String(++count) }, headers),
  ],
  removal: [4, remove],
  upload: [4, upload],
  'sign-in': [2, signInAndOut],
  application: [
    5,
    () => call('/v1/agent/saveAgent', { agentName: '申请人', agentInfo: `公司 ${++count}`, phone: '13800000000' }),
  ],
  health: [2, () => get('/healthz', '')],
}
const draw = Object.entries(work).flatMap(([name, [share]]) => Array<string>(share).fill(name))

const times = new Map<string, number[]>(Object.keys(work).map((name) => [name, []]))
const failures: string[] = []
const end = Date.now() + minutes * 60_000

async function worker(): Promise<void> {
  while (Date.now() < end) {
    const name = some(draw) ?? 'page'
    const startedAt = performance.now()
    await work[name]?.[1]().catch((cause: unknown) => failures.push(`${name}: ${String(cause)}`))
    times.get(name)?.push(performance.now() - startedAt)
  }
}

const atStart = memory()
let most = atStart
const watching = setInterval(() => (most = Math.max(most, memory())), 1_000)
await Promise.all(Array.from({ length: workers }, worker))
clearInterval(watching)
const atEnd = memory()

// What was acknowledged is there after a restart.
const code = await server.stop()
if (code !== 0) failures.push(`the stop ended with ${code}`)
server = await startProgram(scope, { folder: server.folder, env: { SEED: 'on' } })
for (const newId of saved)
  await call('/v1/news/detailNews', { newId }).catch((cause: unknown) => failures.push(`lost: ${String(cause)}`))
for (const newId of removed)
  if ((await server.post('/v1/news/detailNews', { newId })).code !== 404) failures.push(`not removed: ${newId}`)

for (const [name, each] of times) {
  each.sort((a, b) => a - b)
  const part = (share: number): string => (each[Math.floor(each.length * share)] ?? NaN).toFixed(1)
  console.log(
    `${name.padEnd(12)} ${String(each.length).padStart(8)} times, median ${part(0.5)} ms, 99 % within ${part(0.99)} ms, all within ${(each.at(-1) ?? NaN).toFixed(1)} ms`,
  )
}
console.log(
  `memory ${atStart} MB at the start, ${most} MB at most, ${atEnd} MB at the end; ${saved.length} records kept and ${removed.size} removed`,
)
console.log(`${failures.length} failures in ${minutes} minutes`)
for (const failure of failures.slice(0, 20)) console.log(failure)
for (const cleanup of cleanups) await cleanup()
process.exit(failures.length > 0 ? 1 : 0)

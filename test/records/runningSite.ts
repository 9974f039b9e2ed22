import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type CallName, calls } from '../../contract/calls/calls.ts'
import type { OperationOptions, OperationRow, OperationWhat } from '../../contract/calls/operations.ts'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { createReplies } from '../../server/edge/reply.ts'
import { heal } from '../../server/records/heal.ts'
import { commitBatch } from '../../server/store/commit.ts'
import { currentSite } from '../../server/store/currentSite.ts'
import { openDisk } from '../../server/store/disk.ts'
import { storedTime } from '../../server/store/kind.ts'
import { starterContent } from '../../server/site/seed.ts'
import { openStore } from '../../server/store/store.ts'
import { createJobs, type Job } from '../../server/system/jobs.ts'
import { createFilms } from '../../server/media/films.ts'
import { createActs } from '../../server/acts/acts.ts'
import { createUploads } from '../../server/media/uploads.ts'
import { security } from '../edge/edge.ts'
import { type Answer, newFolder, onPostgres } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { PowerCut } from './powerCut.ts'

const shipped = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const starter = starterContent(shipped('data/seed/'))
export const start = Date.UTC(2026, 10, 22, 4)
export const minute = 60_000
/** Without the bytes of the assets, which every site would read. */
const assetsFolder = newFolder({ after })
const manifest: object = JSON.parse(readFileSync(shipped('dist/client/manifest.json'), 'utf8'))
writeFileSync(join(assetsFolder, 'manifest.json'), JSON.stringify({ ...manifest, files: [] }))
/** A test opens thousands of sites one after the other: what is closed must be forgotten. */
const running = new Set<() => void>()
after(() => running.forEach((stop) => stop()))
const late = '没有按时完成'

type Sent = Pick<Answer, 'code' | 'msg' | 'data'>
export type RunningSite = Awaited<ReturnType<typeof runSite>>

/** The whole server within the test, which can set its clock and cut its power. */
export async function runSite(
  t: TestContext,
  home: string,
  { fs }: Pick<PowerCut, 'fs'> = new PowerCut(Infinity),
  from = start,
) {
  const clock = { time: from }
  const now = (): number => clock.time++
  const [root, uploadsDir, log] = [join(home, 'data'), join(home, 'uploads'), (): void => {}]
  const ofSession = (ops: readonly { collection: string }[]): boolean =>
    ops.every(({ collection }) => collection === 'session')
  const disk = onPostgres
    ? newDisk(t, home)
    : openDisk(root, { log, commit: async (ops) => commitBatch(root, ops, ofSession(ops) ? undefined : fs) })
  const store = await openStore({ disk, now, log })
  const uploads = createUploads(uploadsDir)
  mkdirSync(uploadsDir, { recursive: true })
  const site = currentSite(store, starter.site, now)
  const origin = { url: '' }
  const facts = { leads: async () => true, now, log }
  const jobs: Job[] = []
  const add = (job: Job): (() => void) => {
    jobs.push(job)
    return () => {}
  }
  const app = createApp({
    config: readConfig({ DATA_DIR: root, UPLOADS_DIR: uploadsDir, RATE_LIMIT: 'off' }),
    store,
    site,
    starter,
    agreement: () => '',
    uploads,
    films: createFilms(uploadsDir, uploads),
    database: undefined,
    now,
    missedTime: () => undefined,
    log,
    security,
    jobs: { ...createJobs(facts), add },
    replies: createReplies(security, log),
    makeBackup: undefined,
    cdn: () => undefined,
    siteOrigin: () => origin.url,
    deviceOrigin: () => undefined,
    shipped: { assetsFolder, mediaFolder: uploadsDir },
  })
  await heal(store)
  const server = createServer(app.handle).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [user = await app.accounts.add('admin', '', 'admin')] = store.user.all()
  const { token } = await app.sessions.open(user, true)
  const agent = new Agent({ keepAlive: true })
  type Headers = Record<string, string>
  /** A third of what `fetch` costs. */
  const ask = (path: string, headers: Headers, body?: object) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const asked = request(origin.url + path, { agent, method: body ? 'POST' : 'GET', headers }, (res) => {
        let text = ''
        res
          .setEncoding('utf8')
          .on('data', (part) => (text += part))
          .once('end', () => resolve({ status: res.statusCode ?? 0, text }))
      }).once('error', reject)
      asked.end(body && JSON.stringify(body))
    })
  const stopServer = (): void => {
    agent.destroy()
    server.close()
    running.delete(stopServer)
  }
  running.add(stopServer)
  const send = async (name: CallName, body: object, headers: Headers = {}): Promise<Sent> =>
    JSON.parse((await ask(calls[name].path, { 'Content-Type': 'application/json', ...headers }, body)).text)
  const acts = createActs(app)
  return {
    store,
    clock,
    /** What a row of an operation does; refused, it changes nothing. */
    act: async (what: OperationWhat, row: OperationRow, options: OperationOptions = {}): Promise<void> =>
      void (await acts.run(what, row, { by: user.name, options, journal: async () => {} }).catch(() => {})),
    userId: user.id,
    staff: (name: CallName, body: object): Promise<Sent> =>
      send(name, body, { 'Authorization-item': `Bearer ${token}` }),
    visitor: (name: CallName, body: object): Promise<Sent> => send(name, body),
    /** '' for a page that is not there. */
    async page(path: string): Promise<string> {
      const { status, text } = await ask(path, { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' })
      return status === 200 ? text : ''
    },
    /** Runs the clock's work until nothing is due, or what is due has failed. */
    async passDue(): Promise<void> {
      const isWaiting = (): boolean =>
        app.schedule
          .coming()
          .some(({ time, problem = late }) => problem === late && Date.parse(storedTime(time)) <= clock.time)
      if (!isWaiting()) return
      const runner = createJobs(facts)
      jobs.forEach(runner.add)
      runner.start()
      while (isWaiting()) await delay(1)
      await runner.stop()
    },
    async close(): Promise<void> {
      stopServer()
      await store.close()
    },
  }
}

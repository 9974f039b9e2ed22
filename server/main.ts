import { fileURLToPath } from 'node:url'
import { newPassword } from '../contract/rules.ts'
import { answerHelp } from './commands/answerHelp.ts'
import { createApp } from './app.ts'
import type { Accounts } from './people/accounts.ts'
import { hashPassword, makePassword, weaknessOf } from './people/password.ts'
import { backupActions } from './backup/backupState.ts'
import { type DailyBackups, dailyBackups } from './backup/dailyBackups.ts'
import { refuseUnmounted } from './backup/refuseUnmounted.ts'
import { BadSetting, type Config, readConfig } from './config.ts'
import { accessProblem, requireOwner, WrongUser } from './system/fileOwner.ts'
import { openAccessLog } from './http/accessLog.ts'
import { clientAddress } from './http/request.ts'
import { securityHeaders } from './http/headers.ts'
import { type Handle, startHttpServer } from './http/httpServer.ts'
import { createReplies } from './http/reply.ts'
import { type Log, toStderr, warnOnce } from './system/log.ts'
import { recordFoundFiles } from './media/recordFoundFiles.ts'
import { sweepFilmUploads } from './media/sweepFilmUploads.ts'
import { thinHistories } from './content/history.ts'
import { eraseOld } from './content/forget.ts'
import { heal } from './content/heal.ts'
import { createTrash, type Trash } from './content/trash.ts'
import { serveCommands } from './people/accountCommands.ts'
import { clockGuard } from './store/clockGuard.ts'
import { currentAgreement, type CurrentSite, currentSite, lostSite } from './store/currentSite.ts'
import { type Engine, openEngine } from './store/engine.ts'
import { HalfMoved, NewerFormat } from './store/format.ts'
import { LockHeld } from './store/lock.ts'
import { moveCases } from './site/moveCases.ts'
import { seedStore, shippedSite, starterContent } from './site/seed.ts'
import { openStore, type Store } from './store/store.ts'
import { SaveFailure } from './store/writeQueue.ts'
import { createFilms, type Films } from './media/films.ts'
import { createUploads, type Uploads } from './media/uploads.ts'

/** Resolves a path relative to the program, wherever it is started from. */
const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const seedFolder = resolvePath('../data/seed/')
const isSource = import.meta.url.endsWith('.ts')
const shipped = { assetsFolder: resolvePath(isSource ? '../dist/client/' : './client/'), mediaFolder: resolvePath('../data/seed/media/') }
const minute = 60_000
const hour = 60 * minute

async function start(config: Config): Promise<void> {
  const log = toStderr(config.accessLog === 'json' ? 'json' : 'plain')
  for (const line of config.misspelled) log('warn', line)
  if (process.geteuid?.() === 0) requireOwner(config.databaseUrl === undefined ? config.dataDir : config.uploadsDir)
  if (config.databaseUrl === undefined) refuseUnmounted(config)
  const engine = await openEngine(config, log)
  try {
    await serve(config, engine, log)
  } catch (cause) {
    await engine.release()
    throw cause
  }
}

async function serve(config: Config, { disk, database, agreement, started, release }: Engine, log: Log): Promise<void> {
  const store = await openStore({ disk, now: Date.now, log })
  const trash = createTrash(store, Date.now)
  const historiesThinned = thinHistories(store, Date.now, log)
  const uploads = createUploads(config.uploadsDir, database?.uploads)
  await uploads.prepare()
  const films = createFilms(config.uploadsDir, uploads, database?.uploads.large)
  if (config.seed) await seedStore(store, seedFolder, disk, log)
  await moveCases(store, seedFolder, disk)

  const accessLog = config.accessLog === 'off' ? undefined : openAccessLog(config.accessLog)
  const shippedRecord = shippedSite(seedFolder)
  const site = currentSite(store, shippedRecord, await lostSite(store, shippedRecord))
  const security = securityHeaders({ https: config.siteUrl?.startsWith('https:') ?? false, tiles: site().map.tiles })
  const replies = createReplies(security, log)
  let port = config.port
  let backups: DailyBackups | undefined
  const app = createApp({
    config,
    store,
    site,
    starter: starterContent(seedFolder),
    agreement: currentAgreement(await agreement(), seedFolder, site),
    trash,
    uploads,
    films,
    database,
    now: Date.now,
    log,
    security,
    replies,
    makeBackup: config.backupDir === '' ? undefined : async () => (backups ? backups.make() : '服务器正在启动'),
    siteOrigin: () => config.siteUrl ?? `http://localhost:${port}`,
    shipped,
  })
  const { host } = config
  let isReady = (): void => {}
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  let handle: Handle = (req, res) => ready.then(() => app.handle(req, res))
  // Before an account is made: a server whose port is taken must not show a password. Who asks until the start is complete waits.
  const server = await startHttpServer({
    host,
    port,
    handle: (req, res) => handle(req, res),
    security,
    replies,
    log,
    served: accessLog?.add,
    addressOf: config.logAddress ? (req) => clientAddress(req, config.trusts) : undefined,
  })
  port = server.port
  if (app.accounts.list().length === 0) await createAdmin(config, app.accounts.add, log)
  await started()
  const parts: Parts = { config, store, disk, site, trash, database, uploads, films, app, log }
  await startRepeatedWork(parts)
  handle = app.handle
  isReady()
  const stopBackgroundWork = startBackgroundWork(parts)
  if (config.backupDir !== '') backups = dailyBackups({ config, store, now: Date.now, log })

  const stop = async (): Promise<void> => {
    await Promise.all([stopBackgroundWork(), backups?.stop(), server.stop()])
    // What cannot be saved, on a full disk for example, must not keep the rest from being closed.
    const saved = await Promise.allSettled([app.sessions.flush(), app.visits.flush()])
    await historiesThinned()
    await store.close()
    await release()
    await accessLog?.close()
    for (const result of saved) if (result.status === 'rejected') throw result.reason
  }
  stopOnSignals(stop, log)
  console.log(`ready http://${host.includes(':') ? `[${host}]` : host}:${port}`)
}

interface Parts {
  config: Config
  store: Store
  disk: Engine['disk']
  site: () => CurrentSite
  trash: Trash
  database: Engine['database']
  uploads: Uploads
  films: Films
  app: ReturnType<typeof createApp>
  log: Log
}

/** What is repeated while the server runs; the first sweep is part of the start. */
async function startRepeatedWork({ store, disk, site, trash, database, films, app, log }: Parts): Promise<void> {
  const mayErase = clockGuard(disk, Date.now, log)
  /** One that fails, on a full disk for example, keeps neither the others nor the start. */
  const eraser = (what: string, erase: (erases: boolean) => Promise<number>): ((erases: boolean) => Promise<void>) =>
    warnOnce(log, `${what} were not erased`, async (erases) => {
      const count = await erase(erases)
      if (count > 0) log('info', `erased ${what}: ${count}`)
    })
  const sweepUnfinished = eraser('unfinished uploads', (erases) => sweepFilmUploads(store, films, Date.now, erases))
  const erasers = [
    eraser('ended sessions', app.sessions.sweep),
    eraser('records of the trash', trash.sweep),
    eraser('old enquiries', () => eraseOld(store, site, Date.now())),
    eraser('days of the activity log', store.activity.sweep),
  ]
  const closeAccounts = warnOnce(log, 'accounts of another release were not closed', app.accounts.sweep)
  const sweep = warnOnce(log, 'nothing old was erased', async () => {
    const leads = !database || (await database.leads())
    const erases = leads && (await mayErase())
    await sweepUnfinished(erases)
    if (leads) await closeAccounts()
    if (erases) for (const erase of erasers) await erase(erases)
    if (leads) await database?.tidy()
  })
  await warnOnce(log, 'what a killed server has left was not put right; the next start tries again', () => heal(store))()
  await sweep()
  setInterval(sweep, hour).unref()
  setInterval(warnOnce(log, 'visits were not written', app.visits.flush), minute).unref()
  setInterval(() => void store.activity.flush(), minute).unref()
}

/** What runs beside requests. Returns a function that ends it. */
function startBackgroundWork({ config, store, database, uploads, app, log }: Parts): () => Promise<void> {
  let stopping = false
  store.media.watch('files', (record, before, byOtherServer) => {
    if (!byOtherServer || record || !before) return
    const { address } = before
    void warnOnce(log, `${address}, which was deleted on another server, is still in UPLOADS_DIR`, () => uploads.dropCopy(address))()
  })
  const leads = async (): Promise<boolean> => !database || database.leads()
  const recordFiles = () => recordFoundFiles(store, uploads, log, () => stopping)
  const filesRecorded = warnOnce(log, 'the uploads without a record were not all recorded; the next start tries again', recordFiles)()
  const lookForFaults = warnOnce(log, 'it is not known whether anything is lost', app.faults)
  void lookForFaults()
  setInterval(lookForFaults, hour).unref()
  const stopSchedule = app.schedule.start(leads)
  const stopOutbox = app.outbox.start(leads)
  const stopPush = app.push.start(leads)
  const actions = { ...backupActions(store, Date.now), check: app.checks, activity: store.activity }
  // With a database the commands write to it themselves.
  const stopCommands = database ? undefined : serveCommands(config.dataDir, app.accounts, actions, log)
  return async () => {
    stopping = true
    await Promise.all([stopSchedule(), stopOutbox(), stopPush(), stopCommands?.(), filesRecorded])
  }
}

function stopOnSignals(stop: () => Promise<void>, log: Log): void {
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping ??= stop().then(
        () => process.exit(0),
        (cause) => {
          log('error', 'the stop was not clean', cause)
          process.exit(1)
        },
      )
    })
  }
}

async function createAdmin({ adminUser, adminPassword }: Config, add: Accounts['add'], log: Log): Promise<void> {
  const password = adminPassword ?? makePassword(adminUser)
  await add(adminUser, await hashPassword(password), 'admin', { firstPassword: true })
  if (adminPassword === undefined) process.stderr.write(`account "${adminUser}" made; its password, shown only now: ${password}\n`)
  else if ((newPassword.validate(adminPassword) ?? weaknessOf(adminPassword, adminUser)) !== undefined) {
    log('warn', `the password of "${adminUser}" is easy to guess: change it at the first sign-in`)
  }
}

answerHelp('用法：\n  node dist/server.mjs      启动网站；设置都是环境变量，见docs/settings.md')
let config: Config | undefined
try {
  config = readConfig(process.env)
  await start(config)
} catch (failure) {
  process.stderr.write(`${startError(failure instanceof SaveFailure ? failure.cause : failure)}\n`)
  process.exit(1)
}

/** One line for a problem of the environment, the whole stack for a bug. */
function startError(cause: unknown): string {
  const problem = config && accessProblem(cause, [config.dataDir, config.uploadsDir])
  if (problem !== undefined) return `cannot start: ${problem}`
  const { code, message, stack } = cause as NodeJS.ErrnoException
  const isExpected = [BadSetting, WrongUser, LockHeld, NewerFormat, HalfMoved].some((kind) => cause instanceof kind) || code !== undefined
  return isExpected ? `cannot start: ${message}` : `${stack}`
}

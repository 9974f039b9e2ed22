import { fileURLToPath } from 'node:url'
import { loginScreen } from '../contract/adminPaths.ts'
import { newPassword } from '../contract/rules.ts'
import { version } from '../package.json'
import { answerHelp } from './commands/command.ts'
import { createApp } from './app.ts'
import type { Accounts } from './people/accounts.ts'
import { hashPassword, makePassword, weaknessOf } from './people/password.ts'
import { linkLines, makeLinkKey } from './people/signInLinks.ts'
import { backupActions } from './backup/backupState.ts'
import { type DailyBackups, dailyBackups } from './backup/dailyBackups.ts'
import { refuseUnmounted } from './backup/refuseUnmounted.ts'
import { type Config, readConfig } from './config.ts'
import { isInContainer } from './system/folders.ts'
import { accessProblem, becomeOwner } from './system/fileOwner.ts'
import { openAccessLog } from './http/accessLog.ts'
import { clientAddress, isOwnWalk } from './http/request.ts'
import { securityHeaders } from './http/headers.ts'
import { type Handle, startHttpServer } from './http/httpServer.ts'
import { createReplies } from './http/reply.ts'
import { deviceOrigin } from './network/deviceOrigin.ts'
import { heartbeat } from './network/heartbeat.ts'
import { ownMark } from './offsite/machines.ts'
import { offsiteCopies } from './offsite/offsiteCopies.ts'
import { offsiteMinutes } from './offsite/offsiteMinutes.ts'
import { createJobs } from './system/jobs.ts'
import { takeKeptSocket } from './system/keptSocket.ts'
import { type Log, toStderr, warnOnce } from './system/log.ts'
import { portHolder } from './system/portHolder.ts'
import { hashesIn, hashesOf } from './media/isIntact.ts'
import { recordFoundFiles } from './media/recordFoundFiles.ts'
import { sweepFilmUploads } from './media/filmCalls.ts'
import { thinHistories } from './content/history.ts'
import { eraseOld } from './leads/forget.ts'
import { createAlarms } from './checks/alarms.ts'
import { machineStatus } from './checks/machineStatus.ts'
import { createScrub, scrubbedWords } from './checks/scrub.ts'
import { bringBack } from './content/bringBack.ts'
import { heal } from './content/heal.ts'
import { serveCommands } from './commands/serverCommands.ts'
import type { ArchivedRecord } from './store/archivedRecord.ts'
import { type ClockGuard, clockGuard } from './store/clockGuard.ts'
import { currentAgreement, currentSite, lostSite } from './store/currentSite.ts'
import { openStorageEngine, type StorageEngine } from './store/storageEngine.ts'
import { seedStore, shippedSite, starterContent } from './site/seed.ts'
import { openStore } from './store/store.ts'
import { eraseAside } from './store/swapFolders.ts'
import { ownFolder } from './store/storeFolders.ts'
import { SaveFailure } from './store/writeQueue.ts'
import { createFilms } from './media/films.ts'
import { createUploads } from './media/uploads.ts'
import { ForOperator } from './system/systemErrors.ts'

/** Resolves a path relative to the program, wherever it is started from. */
const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const seedFolder = resolvePath('../data/seed/')
const isSource = import.meta.url.endsWith('.ts')
const shipped = {
  assetsFolder: resolvePath(isSource ? '../dist/client/' : './client/'),
  mediaFolder: resolvePath('../data/seed/media/'),
}
const minute = 60_000
const hour = 60 * minute

async function start(config: Config, keptSocket: number | undefined): Promise<void> {
  const log = toStderr(config.accessLog === 'json' ? 'json' : 'plain')
  for (const line of config.misspelled) log('warn', line)
  // Any other user owns what the server makes; folders that show other owners, as of a network disk, may be usable all the same.
  if (process.geteuid?.() === 0) becomeOwner(ownFolder(config))
  if (config.databaseUrl === undefined) refuseUnmounted(config)
  const engine = await openStorageEngine(config, log)
  try {
    await serve(config, engine, log, keptSocket)
  } catch (cause) {
    await engine.release()
    throw cause
  }
}

async function serve(config: Config, engine: StorageEngine, log: Log, keptSocket: number | undefined): Promise<void> {
  const { disk, database, agreement, started, release } = engine
  const store = await openStore({ disk, now: Date.now, log })
  const historiesThinned = thinHistories(store, Date.now, log)
  const uploads = createUploads(config.uploadsDir, database?.uploads)
  await uploads.prepare()
  const films = createFilms(config.uploadsDir, uploads, database?.uploads.large)
  if (config.seed) await seedStore(store, seedFolder, disk, log)
  const accessLog = config.accessLog === 'off' ? undefined : openAccessLog(config.accessLog)
  const shippedRecord = shippedSite(seedFolder)
  const site = currentSite(store, shippedRecord, Date.now, await lostSite(store, shippedRecord))
  const security = securityHeaders({ https: config.siteUrl?.startsWith('https:') ?? false, tiles: site().map.tiles })
  const replies = createReplies(security, log)
  const leads = async (): Promise<boolean> => !database || database.leads()
  const jobs = createJobs({ leads, now: Date.now, log })
  let port = config.port
  let backups: DailyBackups | undefined
  const guard = clockGuard(disk, Date.now, log)
  const app = createApp({
    config,
    store,
    site,
    uploads,
    films,
    database,
    jobs,
    now: Date.now,
    missedTime: guard.missedTime,
    log,
    security,
    replies,
    shipped,
    starter: starterContent(seedFolder),
    agreement: currentAgreement(await agreement(), seedFolder, site),
    makeBackup: config.backupDir === '' ? undefined : async () => (backups ? backups.make() : '服务器正在启动'),
    siteOrigin: () => config.siteUrl ?? `http://localhost:${port}`,
    deviceOrigin: () => deviceOrigin({ ...config, port, isContained: isInContainer() }),
  })
  let isReady = (): void => {}
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  let handle: Handle = (req, res) => ready.then(() => app.handle(req, res))
  // Before an account is made: a server whose port is taken must not show a password. Who asks until the start is complete waits.
  const server = await startHttpServer({
    host: config.host,
    descriptor: keptSocket,
    port,
    security,
    replies,
    log,
    handle: (req, res) => handle(req, res),
    served: accessLog?.add,
    isUnlogged: (req) => isOwnWalk(req, config.trusts),
    addressOf: config.logAddress ? (req) => clientAddress(req, config.trusts) : undefined,
  })
  const { host } = server
  port = server.port
  if (app.accounts.list().length === 0) {
    await createAdmin(config, app.accounts, log, config.siteUrl ?? `http://localhost:${port}`)
  }
  await started()
  await warnOnce(log, 'what a killed server has left was not put right; the next start tries again', () =>
    heal(store),
  )()
  const sweep = jobs.every(hour, 'nothing old was erased', sweepOf(app, guard))
  await sweep()
  handle = app.handle
  isReady()
  dropDeletedFiles(app)
  let stopping = false
  const isStopped = (): boolean => stopping
  const { findMissing } = addJobs(app, isStopped)
  if (config.backupDir !== '') backups = dailyBackups({ config, store, jobs, now: Date.now, log })
  if (config.offsite) {
    const { offsite: settings, dataDir, uploadsDir } = config
    // The first archive has it already.
    await ownMark(store, Date.now())
    offsiteCopies({ settings, keep: config.backupKeep, store, jobs, now: Date.now, log })
    // It looks at files for what a killed server has not sent.
    if (!database) offsiteMinutes({ settings, dataDir, uploadsDir, store, jobs, now: Date.now, log })
  }
  jobs.start()
  const recordFiles = async (): Promise<void> => {
    await recordFoundFiles(store, uploads, log, isStopped)
    if (!database) await findMissing(uploads.list)
  }
  const filesRecorded = warnOnce(
    log,
    'uploads and their records were not all compared; the next start tries again',
    recordFiles,
  )()

  const stop = async (): Promise<void> => {
    stopping = true
    await Promise.all([jobs.stop(), filesRecorded, backups?.stop(), server.stop()])
    // What cannot be saved, on a full disk for example, must not keep the rest from being closed.
    const saved = await Promise.allSettled([app.sessions.flush(), app.visits.flush(), app.redirects.flush()])
    await historiesThinned()
    await store.close()
    await release()
    await accessLog?.close()
    for (const result of saved) if (result.status === 'rejected') throw result.reason
  }
  stopOnSignals(stop, log)
  console.log(`ready http://${host.includes(':') ? `[${host}]` : host}:${port}`)
}

type App = ReturnType<typeof createApp>

/** Erases what is old. One that fails, on a full disk for example, does not keep the others from it. */
function sweepOf({ config, store, site, trash, films, database, sessions, operations, log }: App, guard: ClockGuard) {
  const eraser = (what: string, erase: (erases: boolean) => Promise<number>): ((erases: boolean) => Promise<void>) =>
    warnOnce(log, `${what} were not erased`, async (erases) => {
      const count = await erase(erases)
      if (count > 0) log('info', `erased ${what}: ${count}`)
    })
  const sweepUnfinished = eraser('unfinished uploads', (erases) => sweepFilmUploads(store, films, Date.now, erases))
  const erasers = [
    eraser('ended sessions', sessions.sweep),
    eraser('records of the trash', trash.sweep),
    eraser('operations that can be undone no more', operations.sweep),
    eraser('old enquiries', () => eraseOld(store, site, Date.now())),
    eraser('days of the activity log', store.activity.sweep),
    eraser('folders that a restore has moved aside', () =>
      eraseAside([config.dataDir, config.uploadsDir], Date.now() - 30 * 24 * hour),
    ),
  ]
  return async (): Promise<void> => {
    const leads = !database || (await database.leads())
    const erases = await guard.mayErase(leads)
    await sweepUnfinished(erases)
    if (erases) for (const erase of erasers) await erase(erases)
    if (leads) await database?.tidy()
  }
}

function addJobs(app: App, isStopped: () => boolean) {
  const { config, store, database, accounts, jobs, log } = app
  jobs.every(minute, 'visits were not written', app.visits.flush)
  jobs.every(hour, 'the use of old addresses was not written', app.redirects.flush)
  jobs.every(minute, 'refusals were not counted in the activity log', store.activity.flush)
  jobs.every(hour, 'it is not known whether anything is lost', app.faults)
  jobs.add(createAlarms({ store, faults: app.faults, now: Date.now }))
  if (config.heartbeatUrl)
    jobs.every(minute, 'HEARTBEAT_URL could not be reached', heartbeat(config.heartbeatUrl, app.isHealthy))
  const scrub = createScrub({
    store,
    hashOf: database ? hashesOf(database.uploads) : hashesIn(config.uploadsDir),
    jobs,
    isStopped,
    now: Date.now,
    log,
  })
  // With a database the commands write to it themselves.
  if (database) return scrub
  const actions = {
    ...backupActions(store, Date.now),
    activity: store.activity,
    bringBack: (record: ArchivedRecord) => bringBack(store, record, Date.now),
    scrub: async () => scrubbedWords(await scrub.scrub()),
    status: async () => JSON.stringify(await machineStatus(app.machine, await app.isHealthy(), version)),
  }
  jobs.every(500, 'commands are not replied to', serveCommands(config.dataDir, accounts, actions, log))
  return scrub
}

/** Pictures that another server has deleted are deleted here, too. */
function dropDeletedFiles({ store, uploads, log }: App): void {
  store.media.watch('files', ({ record, before, byOtherServer }) => {
    if (!byOtherServer || record || !before) return
    const { address } = before
    void warnOnce(log, `${address}, which was deleted on another server, is still in UPLOADS_DIR`, () =>
      uploads.dropCopy(address),
    )()
  })
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

async function createAdmin(
  { adminUser, adminPassword }: Config,
  { add, giveLink }: Pick<Accounts, 'add' | 'giveLink'>,
  log: Log,
  origin: string,
): Promise<void> {
  const password = adminPassword ?? makePassword(adminUser)
  const user = await add(adminUser, await hashPassword(password), 'admin', { firstPassword: true })
  if (adminPassword === undefined) {
    process.stderr.write(`已创建账号 ${adminUser}，密码只显示这一次：${password}\n登录地址：${origin}${loginScreen}\n`)
    const { key, keyHash } = makeLinkKey()
    await giveLink(user, keyHash)
    process.stderr.write(`${linkLines(origin, key).join('\n')}\n`)
  } else if ((newPassword.validate(adminPassword) ?? weaknessOf(adminPassword, adminUser)) !== undefined) {
    log('warn', `the password of "${adminUser}" is easy to guess: change it at the first sign-in`)
  }
}

answerHelp('用法：\n  node dist/server.mjs      启动网站；设置都是环境变量，见docs/settings.md')
let keptSocket: number | undefined
try {
  keptSocket = takeKeptSocket(process.env, process.pid)
  await start(readConfig(process.env), keptSocket)
} catch (failure) {
  process.stderr.write(`${startError(failure instanceof SaveFailure ? failure.cause : failure)}\n`)
  if (keptSocket !== undefined)
    process.stderr.write('requests wait at the socket that systemd keeps until a start succeeds\n')
  process.exit(1)
}

/** A problem of the environment is one line; a bug shows the whole stack. */
function startError(cause: unknown): string {
  const problem = accessProblem(cause)
  if (problem !== undefined) return `cannot start: ${problem}`
  const { code, message, stack, port } = cause as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE' && port !== undefined) {
    return `cannot start: PORT ${port} is in use by ${portHolder(port) ?? 'another process'}; set PORT to a free one`
  }
  return cause instanceof ForOperator || code !== undefined ? `cannot start: ${message}` : `${stack}`
}

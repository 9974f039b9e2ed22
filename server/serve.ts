import { fileURLToPath } from 'node:url'
import { loginScreen } from '../contract/calls/adminPaths.ts'
import { dayMs, hourMs, minuteMs } from '../contract/text/durations.ts'
import { newPassword } from '../contract/calls/rules.ts'
import { version } from '../package.json'
import { createApp } from './app.ts'
import type { Accounts } from './people/accounts.ts'
import { hashPassword, makePassword, weaknessOf } from './people/password.ts'
import { linkLines, makeLinkKey } from './people/signInLinks.ts'
import { backupActions } from './keeping/backupState.ts'
import { type DailyBackups, dailyBackups } from './keeping/dailyBackups.ts'
import { refuseUnmounted } from './keeping/refuseUnmounted.ts'
import { type Config, readConfig } from './config.ts'
import { isInContainer } from './system/folders.ts'
import { accessProblem, becomeOwner } from './system/fileOwner.ts'
import { openAccessLog } from './edge/accessLog.ts'
import { clientAddress } from './edge/request.ts'
import { securityHeaders } from './edge/headers.ts'
import { type Handle, startHttpServer } from './edge/httpServer.ts'
import { createReplies } from './edge/reply.ts'
import { deviceOrigin } from './edge/deviceOrigin.ts'
import { heartbeat } from './edge/heartbeat.ts'
import { machinePlace, ownMark } from './keeping/machines.ts'
import { offsiteCopies } from './keeping/offsiteCopies.ts'
import { offsiteMinutes } from './keeping/offsiteMinutes.ts'
import { createJobs, type Job } from './system/jobs.ts'
import { type Log, logTo, toStderr, type Write, warnOnce } from './system/log.ts'
import { portHolder } from './system/portHolder.ts'
import { hashesOf } from './media/isIntact.ts'
import { recordFoundFiles } from './media/recordFoundFiles.ts'
import { sweepFilmUploads } from './media/filmCalls.ts'
import { thinHistories } from './records/history.ts'
import { eraseOld } from './leads/forget.ts'
import { onMachine } from './office/facts.ts'
import { createAlarms } from './office/alarms.ts'
import { machineStatus } from './office/faults.ts'
import { createScrub, scrubbedWords } from './keeping/scrub.ts'
import { heal } from './records/heal.ts'
import { cdn, watchCdn } from './operator/cdn.ts'
import { serveCommands } from './operator/serverCommands.ts'
import { type ClockGuard, clockGuard } from './store/clockGuard.ts'
import { currentAgreement, currentSite, lostSite } from './store/currentSite.ts'
import { type CommitIn, openStorageEngine, type StorageEngine } from './store/storageEngine.ts'
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

/** A site that is being served. */
export interface Serving {
  url: string
  log: Log
  stop(): Promise<void>
}

interface StartOptions {
  /** The descriptor of a listening socket that something else keeps. */
  socket?: number | undefined
  now?: () => number
  /** Writes the log and what is printed once; to stderr by default. */
  write?: Write
  /** In place of the writer thread. */
  commitIn?: CommitIn
}

/** What server.mjs runs, and what tests start in their own process. `env` are the settings. */
export async function start(env: NodeJS.ProcessEnv, options: StartOptions = {}): Promise<Serving> {
  const { socket, now = Date.now, write = toStderr(), commitIn } = options
  const config = readConfig(env)
  const log = logTo(write, config.accessLog === 'json' ? 'json' : 'plain')
  for (const line of config.misspelled) log('warn', line)
  if (!config.send) log('warn', 'SEND=off: it sends nothing')
  // Any other user owns what the server makes; folders that show other owners, as of a network disk, may be usable all the same.
  if (process.geteuid?.() === 0) becomeOwner(ownFolder(config))
  if (config.databaseUrl === undefined) refuseUnmounted(config)
  const engine = await openStorageEngine(config, log, commitIn)
  try {
    return await serve(config, engine, { socket, now, log, write })
  } catch (cause) {
    await engine.release()
    throw cause
  }
}

/** Serves the site of the engine, which it releases when it stops. */
async function serve(
  config: Config,
  engine: StorageEngine,
  { socket, now, log, write }: { socket: number | undefined; now: () => number; log: Log; write: Write },
): Promise<Serving> {
  const { disk, database, agreement, started, release } = engine
  const store = await openStore({ disk, now, log })
  const historiesThinned = thinHistories(store, now, log)
  const uploads = createUploads(config.uploadsDir, database?.uploads, now)
  await uploads.prepare()
  const films = createFilms(config.uploadsDir, uploads, database?.uploads.large)
  if (config.seed) await seedStore(store, seedFolder, disk, log)
  const accessLog = config.accessLog === 'off' ? undefined : openAccessLog(config.accessLog)
  const shippedRecord = shippedSite(seedFolder)
  const site = currentSite(store, shippedRecord, now, await lostSite(store, shippedRecord))
  const security = securityHeaders({ https: config.siteUrl?.startsWith('https:') ?? false, tiles: site().map.tiles })
  const replies = createReplies(security, log)
  const leads = async (of?: Job['onlyLeader']): Promise<boolean> => !database || database.leads(of)
  const jobs = createJobs({ leads, now, log, sends: config.send })
  let port = config.port
  let backups: DailyBackups | undefined
  const guard = clockGuard(disk, now, log)
  const app = createApp({
    config,
    store,
    site,
    uploads,
    films,
    database,
    jobs,
    now,
    missedTime: guard.missedTime,
    log,
    security,
    replies,
    shipped,
    starter: starterContent(seedFolder),
    agreement: currentAgreement(await agreement(), seedFolder, site),
    makeBackup: config.backupDir === '' ? undefined : async () => (backups ? backups.make() : '服务器正在启动'),
    cdn: watchCdn(() => cdn({ ...config, port }), now),
    siteOrigin: () => config.siteUrl ?? `http://localhost:${port}`,
    deviceOrigin: () => deviceOrigin({ ...config, port, isContained: isInContainer() }),
  })
  let isReady = (): void => {}
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  let handle: Handle = (req, res) => ready.then(() => app.handle(req, res))
  // Before an account is made: a server whose port is taken must not show a password. Who asks until the start is complete waits.
  const server = await startHttpServer({
    host: config.host,
    descriptor: socket,
    port,
    security,
    replies,
    log,
    handle: (req, res) => handle(req, res),
    served: accessLog?.add,
    addressOf: config.logAddress ? (req) => clientAddress(req, config.trusts) : undefined,
  })
  const { host } = server
  port = server.port
  if (app.accounts.list().length === 0) {
    await createAdmin(config, app.accounts, { log, write }, config.siteUrl ?? `http://localhost:${port}`)
  }
  await started()
  await warnOnce(log, 'what a killed server has left was not put right; the next start tries again', () =>
    heal(store),
  )()
  const sweep = jobs.every(hourMs, 'nothing old was erased', sweepOf(app, guard))
  await sweep()
  handle = app.handle
  isReady()
  dropDeletedFiles(app)
  let stopping = false
  const isStopped = (): boolean => stopping
  const { findMissing } = addJobs(app, isStopped)
  // Before the first archive, which has it.
  if (config.send) await ownMark(store, now(), machinePlace(config))
  if (config.backupDir !== '') backups = dailyBackups({ config, store, jobs, now, log })
  if (config.offsite) {
    const { offsite: settings, dataDir, uploadsDir } = config
    offsiteCopies({ settings, keep: config.backupKeep, store, jobs, now, log })
    // It looks at files for what a killed server has not sent.
    if (!database) offsiteMinutes({ settings, dataDir, uploadsDir, store, jobs, now, log })
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
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, log, stop }
}

type App = ReturnType<typeof createApp>

/** Erases what is old. One that fails, on a full disk for example, does not keep the others from it. */
function sweepOf(
  { config, store, site, trash, films, database, sessions, operations, now, log }: App,
  guard: ClockGuard,
) {
  const eraser = (what: string, erase: (erases: boolean) => Promise<number>): ((erases: boolean) => Promise<void>) =>
    warnOnce(log, `${what} were not erased`, async (erases) => {
      const count = await erase(erases)
      if (count > 0) log('info', `erased ${what}: ${count}`)
    })
  const sweepUnfinished = eraser('unfinished uploads', (erases) => sweepFilmUploads(store, films, now, erases))
  const erasers = [
    eraser('ended sessions', sessions.sweep),
    eraser('records of the trash', trash.sweep),
    eraser('operations that can be undone no more', operations.sweep),
    eraser('old enquiries', () => eraseOld(store, site, now())),
    eraser('days of the activity log', store.activity.sweep),
    eraser('folders that a restore has moved aside', () =>
      eraseAside([config.dataDir, config.uploadsDir], now() - 30 * dayMs),
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
  const { config, store, uploads, database, accounts, jobs, now, log } = app
  jobs.every(minuteMs, 'visits were not written', app.visits.flush)
  jobs.every(hourMs, 'the use of old addresses was not written', app.redirects.flush)
  jobs.every(minuteMs, 'refusals were not counted in the activity log', store.activity.flush)
  jobs.every(hourMs, 'it is not known whether anything is lost', app.faults)
  jobs.add(createAlarms({ store, faults: app.faults, leads: database?.leads, onMachine: onMachine(config), now }))
  if (config.heartbeatUrl)
    jobs.every(minuteMs, 'HEARTBEAT_URL could not be reached', heartbeat(config.heartbeatUrl, app.isHealthy), {
      sends: true,
    })
  const scrub = createScrub({
    store,
    hashOf: hashesOf(uploads.read),
    jobs,
    isStopped,
    now,
    log,
  })
  // With a database the commands write to it themselves.
  if (database) return scrub
  const actions = {
    ...backupActions(store, now),
    activity: store.activity,
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

async function createAdmin(
  { adminUser, adminPassword }: Config,
  { add, giveLink }: Pick<Accounts, 'add' | 'giveLink'>,
  { log, write }: { log: Log; write: Write },
  origin: string,
): Promise<void> {
  const password = adminPassword ?? makePassword(adminUser)
  const user = await add(adminUser, await hashPassword(password), 'admin', { firstPassword: true })
  if (adminPassword === undefined) {
    write(`已创建账号 ${adminUser}，密码只显示这一次：${password}\n登录地址：${origin}${loginScreen}\n`)
    const { key, keyHash } = makeLinkKey()
    await giveLink(user, keyHash)
    write(`${linkLines(origin, key).join('\n')}\n`)
  } else if ((newPassword.validate(adminPassword) ?? weaknessOf(adminPassword, adminUser)) !== undefined) {
    log('warn', `the password of "${adminUser}" is easy to guess: change it at the first sign-in`)
  }
}

/** A problem of the environment is one line; a bug shows the whole stack. */
export function startError(failure: unknown): string {
  const cause = failure instanceof SaveFailure ? failure.cause : failure
  const problem = accessProblem(cause)
  if (problem !== undefined) return `cannot start: ${problem}`
  const { code, message, stack, port } = cause as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE' && port !== undefined) {
    return `cannot start: PORT ${port} is in use by ${portHolder(port) ?? 'another process'}; set PORT to a free one`
  }
  return cause instanceof ForOperator || code !== undefined ? `cannot start: ${message}` : `${stack}`
}

// The rest of what main.ts needs: all is bundled once, here.
export { answerHelp } from './operator/command.ts'
export { takeKeptSocket } from './system/keptSocket.ts'

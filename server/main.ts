import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { sysNameLogoUpdate } from '../contract/entities.ts'
import { createApp } from './app.ts'
import { hashPassword } from './auth/password.ts'
import { backupOrders } from './backup/backupOrders.ts'
import { dailyBackups } from './backup/dailyBackups.ts'
import { BadSetting, type Config, readConfig } from './config.ts'
import { accessLine } from './http/accessLog.ts'
import { securityHeaders } from './http/headers.ts'
import { createLineWriter } from './http/lineWriter.ts'
import { listen } from './http/listen.ts'
import { createReplies } from './http/reply.ts'
import { toStderr } from './log.ts'
import { serveOrders } from './staff/orders.ts'
import { currentAgreement } from './store/currentAgreement.ts'
import { currentSite } from './store/currentSite.ts'
import { openDisk } from './store/disk.ts'
import { LockHeld, takeLock } from './store/lock.ts'
import { seedStore, shippedSite } from './store/seed.ts'
import { openStore } from './store/store.ts'
import { finishSwap } from './store/swapFolders.ts'
import { createUploads } from './uploads/keep.ts'

/** Beside the program, bundled or not, wherever it is started from. */
const beside = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const seedFolder = beside('../data/seed/')
const shipped = { assetsFolder: beside('../dist/client/'), mediaFolder: beside('../data/seed/media/') }
const minute = 60_000
const hour = 60 * minute

async function start(config: Config): Promise<void> {
  const log = toStderr(config.accessLog === 'json' ? 'json' : 'plain')
  const lock = await takeLock(config.dataDir)
  const finished = await finishSwap([config.dataDir, config.uploadsDir])
  if (finished !== undefined) log('warn', `completed the restore ${finished}, which had been interrupted`)
  const disk = openDisk(config.dataDir, { log })
  const store = openStore({ disk, now: Date.now, log })
  const uploads = createUploads(config.uploadsDir)
  await uploads.sweep()
  if (config.seed) await seedStore(store, seedFolder, disk, log)

  const toLine = accessLine(config.accessLog)
  const lines = toLine && createLineWriter(toLine)
  const security = securityHeaders({ https: config.siteUrl?.startsWith('https:') ?? false })
  const replies = createReplies(security, log)
  const site = currentSite(store, shippedSite(seedFolder))
  let port = config.port
  const app = createApp({
    config,
    store,
    site,
    agreement: currentAgreement(config.dataDir, seedFolder, site),
    uploads,
    now: Date.now,
    log,
    security,
    replies,
    siteOrigin: () => config.siteUrl ?? `http://localhost:${port}`,
    shipped,
  })
  if (app.accounts.list().length === 0) await makeAdmin(config, app.accounts.add)
  await app.sessions.sweep()
  const sweeping = setInterval(() => app.sessions.sweep().catch((cause) => log('warn', 'old sessions were not removed', cause)), hour)
  sweeping.unref()
  const counting = setInterval(() => app.visits.flush().catch((cause) => log('warn', 'visits were not written', cause)), minute)
  counting.unref()
  const stopOrders = serveOrders(config.dataDir, app.accounts, backupOrders(store, Date.now), log)

  const server = await listen({
    host: config.host,
    port,
    handle: app.handle,
    security,
    replies,
    log,
    served: lines?.write,
  })
  port = server.port
  const stopBackups = config.backupDir === '' ? undefined : dailyBackups({ config, store, now: Date.now, log })

  const stop = async (): Promise<void> => {
    const backupsStopped = stopBackups?.()
    await server.stop()
    await stopOrders()
    await backupsStopped
    await app.sessions.flush()
    await app.visits.flush()
    await store.close()
    await lock.release()
    await lines?.close()
  }
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
  console.log(`ready http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`)
}

async function makeAdmin({ adminUser, adminPassword }: Config, add: (name: string, hash: string, auth: string) => Promise<unknown>): Promise<void> {
  const password = adminPassword ?? randomBytes(9).toString('base64url')
  await add(adminUser, await hashPassword(password), sysNameLogoUpdate)
  if (adminPassword === undefined) process.stderr.write(`account "${adminUser}" made; its password, shown only now: ${password}\n`)
}

try {
  await start(readConfig(process.env))
} catch (cause) {
  // A fault of the surroundings is told in one line; a fault of ours with all there is to know.
  const { code, message } = cause as NodeJS.ErrnoException
  const told = cause instanceof BadSetting || cause instanceof LockHeld || code !== undefined
  process.stderr.write(told ? `cannot start: ${message}\n` : `${(cause as Error).stack}\n`)
  process.exit(1)
}

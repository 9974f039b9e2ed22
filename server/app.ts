import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Accounts, createAccounts } from './auth/accounts.ts'
import { createSessions, type Sessions } from './auth/sessions.ts'
import { backupFact } from './backup/backupState.ts'
import { createHandlers } from './calls/handlers.ts'
import type { Config } from './config.ts'
import { noSpace } from './failure.ts'
import { createBodyBudget } from './http/bodyBudget.ts'
import { createCallDispatch } from './http/callDispatch.ts'
import { createUploadFiles } from './http/files.ts'
import { createFormPosts } from './http/formPosts.ts'
import type { Replies } from './http/reply.ts'
import { requestPath } from './http/requestPath.ts'
import { sendBytes } from './http/send.ts'
import type { Log } from './log.ts'
import { createPages } from './pages/pages.ts'
import { createRefusedApplications, type RefusedApplications } from './refusedApplications.ts'
import { createRichText } from './richtext/richText.ts'
import type { SiteRecord } from './store/records.ts'
import { createDiskUse } from './store/diskUse.ts'
import { createFreeSpace } from './store/freeSpace.ts'
import type { Store } from './store/store.ts'
import type { Uploads } from './uploads/uploads.ts'
import { createVisits, type Visits } from './visits.ts'

interface Parts {
  config: Config
  store: Store
  /** The site record; the shipped one where the store has none. */
  site: () => SiteRecord
  /** The agreement of the back office, as Markdown. */
  agreement: () => string
  uploads: Uploads
  now: () => number
  log: Log
  security: readonly string[]
  replies: Replies
  /** A function, since the port may be known only once it is open. */
  siteOrigin: () => string
  /** Folders that are part of the program. */
  shipped: { assetsFolder: string; mediaFolder: string }
}

interface App {
  handle(req: IncomingMessage, res: ServerResponse): void | Promise<void>
  accounts: Accounts
  sessions: Sessions
  visits: Visits
  refused: RefusedApplications
}

/** Long because it is the one place that wires everything. */
export function createApp({ config, store, site, agreement, uploads, now, log, security, replies, siteOrigin, shipped }: Parts): App {
  const sessions = createSessions(store, now, log)
  const accounts = createAccounts(store, sessions, now, config.rateLimit)
  const visits = createVisits(store, now)
  const refused = createRefusedApplications(store, now, log)
  const space = {
    data: createFreeSpace({ folder: config.dataDir, reserve: config.diskReserve, refused: 'applications', now, log }),
    uploads: createFreeSpace({ folder: config.uploadsDir, reserve: config.diskReserve, refused: 'uploads', now, log }),
  }
  const handlers = createHandlers({
    store,
    accounts,
    sessions,
    uploads,
    richText: createRichText(),
    site,
    agreement,
    followUrl: config.followUrl,
    visitsOf: visits.last,
    diskUse: createDiskUse(config.dataDir, config.uploadsDir, now),
    space,
    diskReserve: config.diskReserve,
    refused,
    applicationsPerHour: config.applicationsPerHour,
    backup: () => backupFact(store, config.backupDir !== '', now()),
    now,
    rateLimit: config.rateLimit,
    drawPreview: (...page) => pages.preview(...page),
  })
  const bodies = createBodyBudget()
  const serveCall = createCallDispatch({
    handlers,
    authenticate: sessions.find,
    replies,
    bodies,
    incoming: uploads.incoming,
    async admitUpload() {
      if (await space.uploads.low()) throw noSpace('服务器存储空间不足，已暂停上传，请联系管理员')
    },
    siteOrigin,
    https: config.siteUrl?.startsWith('https:') ?? false,
    trusts: config.trusts,
  })
  const pages = createPages({ handlers, site, revision: () => store.revision, siteOrigin, security, replies, onVisit: visits.count, signedIn: (token) => sessions.find(token) !== undefined, ...shipped })
  const serveForm = createFormPosts({ handlers, pages: pages.forms, replies, bodies, siteOrigin, trusts: config.trusts })
  const serveUpload = createUploadFiles({ folder: config.uploadsDir, security, replies })

  const health = async (res: ServerResponse): Promise<void> => {
    const healthy = await store.check()
    const body = JSON.stringify({ status: healthy ? 'ok' : 'unavailable', uptimeSeconds: Math.floor(process.uptime()) })
    sendBytes(res, healthy ? 200 : 503, [...security, 'Content-Type', 'application/json', 'Cache-Control', 'no-store'], body)
  }

  return {
    accounts,
    sessions,
    visits,
    refused,
    handle(req, res) {
      if (pages.serveCached(req, res)) return
      const path = requestPath(req.url)
      if (serveCall(req, res, path) || serveUpload(req, res, path) || serveForm(req, res, path)) return
      if (path === '/healthz') return health(res)
      pages.serve(req, res, path)
    },
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { searchPage } from '../contract/siteSearch.ts'
import { version } from '../package.json'
import { pageWords } from './site/addressBook.ts'
import { findAccount } from './people/accountChanges.ts'
import { type Accounts, createAccounts } from './people/accounts.ts'
import { createSigningKey } from './people/signingKey.ts'
import { createSessions, type Sessions } from './people/sessions.ts'
import { backupFact } from './backup/backupState.ts'
import { createHandlers } from './handlers.ts'
import { pageOf } from './content/preview.ts'
import { limitSearches as newSearchLimit, missedWord } from './content/siteSearch.ts'
import { type Checks, createChecks } from './checks/checks.ts'
import { createFaults, type Fault } from './checks/faults.ts'
import type { Handlers, NotesIn } from './call.ts'
import type { Config } from './config.ts'
import { noSpace } from './failure.ts'
import { createBodyBudget } from './http/bodyBudget.ts'
import { actsOf } from './http/callActivity.ts'
import { createCallDispatch, sentToken } from './http/callDispatch.ts'
import { createUploadFiles } from './http/files.ts'
import { createFormPosts } from './http/formPosts.ts'
import type { Handle } from './http/httpServer.ts'
import { readYourWrites } from './http/readYourWrites.ts'
import type { Replies } from './http/reply.ts'
import { clientAddress, isLocal, requestPath, requestSearch } from './http/request.ts'
import { sendBytes } from './http/send.ts'
import type { Log } from './system/log.ts'
import { mediaId } from './media/library.ts'
import { createMediaUses } from './media/mediaUses.ts'
import { createPictureNotes } from './media/pictureNotes.ts'
import { createStarterPictures } from './media/starterPictures.ts'
import { currentItem } from './site/item.ts'
import { createPages, type Pages } from './pages/pages.ts'
import { createRichText } from './richtext/richText.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { createPush, type Push } from './outbox/push.ts'
import { everywhere, internet } from './network/outside.ts'
import { serveCaptions } from './pages/captions.ts'
import { createDraftPage } from './pages/draftPage.ts'
import { createDrafts } from './content/drafts.ts'
import { createPreviewLinks, previewPath } from './content/previewLinks.ts'
import { createSchedule, type Schedule } from './content/schedule.ts'
import type { Trash } from './content/trash.ts'
import type { CurrentSite } from './store/currentSite.ts'
import { recordOfDraft } from './store/records.ts'
import { createDiskUse } from './system/diskUse.ts'
import { folderCheck } from './store/healthCheck.ts'
import { createFreeSpace, type FreeSpace } from './system/freeSpace.ts'
import type { SiteDatabase } from './store/postgres/siteDatabase.ts'
import type { StarterContent } from './site/seed.ts'
import type { Store } from './store/store.ts'
import type { Films } from './media/films.ts'
import type { Uploads } from './media/uploads.ts'
import { createVisits, type Visits } from './visits/visits.ts'

interface Parts {
  config: Config
  store: Store
  /** The site record; the shipped one where the store has none. */
  site: () => CurrentSite
  starter: StarterContent
  /** The agreement of the back office, as Markdown. */
  agreement: () => string
  trash: Trash
  uploads: Uploads
  films: Films
  /** What the servers on one database have in common. */
  database: SiteDatabase | undefined
  now: () => number
  log: Log
  security: readonly string[]
  replies: Replies
  /** A function, since the port may be known only once it is open. */
  siteOrigin: () => string
  /** Makes a backup now; resolves to why it failed, or to ''. Undefined where the server makes none. */
  makeBackup: (() => Promise<string>) | undefined
  /** Folders that are part of the program. */
  shipped: { assetsFolder: string; mediaFolder: string }
}

interface App {
  handle: Handle
  accounts: Accounts
  sessions: Sessions
  visits: Visits
  schedule: Schedule
  outbox: Outbox
  checks: Checks
  faults: () => Promise<Fault[]>
  push: Push
}

export function createApp(parts: Parts): App {
  const { config, store, site, starter, agreement, trash, uploads, films, database, now, log } = parts
  const shareFor = database?.shareFor
  const sessions = createSessions(store, now, log)
  const accounts = createAccounts(store, sessions, now, config.rateLimit, shareFor)
  const visits = createVisits(store, parts.siteOrigin, now)
  const space = freeSpaceOf(parts)
  const richText = createRichText()
  const drafts = createDrafts({ store, richText, now })
  const links = createPreviewLinks(store, createSigningKey(store, 'preview', now), now)
  const schedule = createSchedule({ store, drafts, now, log })
  const { allowPrivate, origins } = config.notify
  const network = { outside: allowPrivate ? everywhere : internet, allowHttp: allowPrivate, origins }
  const notified = { store, site, siteUrl: config.siteUrl, network, now, log }
  const outbox = createOutbox({ ...notified, pageWords: (path) => pageWords({ store, site: site() }, path) })
  const push = createPush(notified)
  const uses = createMediaUses(store)
  const faults = createFaults({ store, shipped: starter.site, config }, now, log)
  const checks = createChecks({ store, site, starter, config, faults, now })
  const limitSearches = newSearchLimit()
  const handlers = createHandlers({
    store,
    accounts,
    sessions,
    uploads,
    uses,
    starterPictures: createStarterPictures(store, uses, parts.shipped.mediaFolder),
    trash,
    outbox,
    push,
    network,
    drafts,
    links,
    coming: schedule.coming,
    siteOrigin: parts.siteOrigin,
    films,
    filmBytes: config.filmLimit,
    richText,
    site,
    starter,
    agreement,
    followUrl: config.followUrl,
    visits,
    diskUse: database ? database.size : createDiskUse(config.dataDir, config.uploadsDir, now),
    space,
    diskReserve: config.diskReserve,
    applicationsPerHour: config.applicationsPerHour,
    backup: () => backupFact(store, config.backupDir !== '', now()),
    faults,
    makeBackup: parts.makeBackup,
    checks,
    now,
    rateLimit: config.rateLimit,
    shareFor,
    limitSearches,
    drawPreview: (...page) => pages.preview(...page),
  })
  const notesIn = createPictureNotes(store)
  const pages = createPages({
    store,
    handlers,
    notesIn,
    site,
    siteOrigin: parts.siteOrigin,
    security: parts.security,
    replies: parts.replies,
    onVisit: (req, page, agent) => {
      const search = requestSearch(req.url)
      if (page === searchPage) missedWord(handlers, search).then(visits.missed, (cause) => log('error', 'a search was not counted', cause))
      visits.count({ page, agent, address: clientAddress(req, config.trusts), search, headers: req.headers })
    },
    limitSearch: (req, draw) => limitSearches(clientAddress(req, config.trusts), draw),
    signedIn: (token) => sessions.find(token) !== undefined,
    item: () => currentItem({ store, site, starter }),
    ...parts.shipped,
  })
  const serveDraft = createDraftPage({
    path: previewPath,
    async draw(search, phone) {
      const found = await links.draftOf(search)
      return found && pages.preview(...await pageOf({ store, site }, found.kind, recordOfDraft(found.draft), phone), draftNote)
    },
    notFound: (req, res) => pages.serve(req, res, previewPath),
    security: parts.security,
    replies: parts.replies,
  })
  const handle = createHandle(parts, { sessions, space, handlers, notesIn, pages, serveDraft })
  return { accounts, sessions, visits, schedule, outbox, push, checks, faults, handle }
}

/** Above a page that is shown by its link before it is published. */
const draftNote = '预览：这一页还没有发布'

function freeSpaceOf({ config, database, now, log }: Parts): { data: FreeSpace; uploads: FreeSpace } {
  const reserve = config.diskReserve
  return {
    // The free space of a database is monitored where it runs.
    data: database ? unknownSpace : createFreeSpace({ folder: config.dataDir, reserve, refused: 'applications', now, log }),
    uploads: createFreeSpace({ folder: config.uploadsDir, reserve, refused: 'uploads', now, log }),
  }
}

interface Services {
  sessions: Sessions
  space: { uploads: FreeSpace }
  handlers: Handlers
  notesIn: NotesIn
  pages: Pages
  serveDraft: ReturnType<typeof createDraftPage>
}

/** What a request is for, the most frequent kind first. */
function createHandle(parts: Parts, { sessions, space, handlers, notesIn, pages, serveDraft }: Services): Handle {
  const { config, store, site, uploads, database, security, replies, siteOrigin } = parts
  const revisions = database && { applied: () => database.disk.revision, written: () => database.disk.written, catchUp: store.catchUp }
  const bodies = createBodyBudget()
  const { trusts } = config
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
    revisions,
    https: config.siteUrl?.startsWith('https:') ?? false,
    trusts,
    notesIn,
    logActivity: (made) => store.activity.add(actsOf(made, (name) => findAccount(store, name)?.name)),
  })
  const serveForm = createFormPosts({ handlers, pages: pages.forms, replies, bodies, site, siteOrigin, trusts })
  const serveUpload = createUploadFiles({
    folder: config.uploadsDir, nameOf: (address) => store.media.get(mediaId(address))?.name, fetch: uploads.fetch, security, replies,
  })

  const serveFilmCaptions = serveCaptions((id) => store.media.get(id)?.captions, security)

  const hasUploads = folderCheck(config.uploadsDir)
  /** A server that has lost its database still serves pages: a balancer may ask for writing, too. */
  const health = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const healthy = (await store.check()) && (await hasUploads())
    const canRead = healthy || (database !== undefined && !/[?&]write=1(&|$)/.test(req.url ?? ''))
    const status = healthy ? 'ok' : database ? 'reading only' : 'unavailable'
    const mayKnow = isLocal(req) || sessions.find(sentToken(req) ?? '') !== undefined
    const body = JSON.stringify({ status, ...(mayKnow && { version }), uptimeSeconds: Math.floor(process.uptime()) })
    sendBytes(res, canRead ? 200 : 503, [...security, 'Content-Type', 'application/json', 'Cache-Control', 'no-store'], body)
  }

  const handle: Handle = (req, res) => {
    if (pages.serveCached(req, res)) return
    const path = requestPath(req.url)
    if ([serveCall, serveUpload, serveFilmCaptions, serveForm, serveDraft].some((serve) => serve(req, res, path))) return
    if (path === '/healthz') return health(req, res)
    pages.serve(req, res, path)
  }
  /** A program's token may have been given out by another server a moment ago. */
  const isKnown = (req: IncomingMessage): boolean => {
    const token = req.headers['authorization-item'] === undefined ? undefined : sentToken(req)
    return token === undefined || sessions.find(token) !== undefined
  }
  return revisions ? readYourWrites(revisions, isKnown, handle) : handle
}

const unknownSpace = { bytes: async () => undefined, low: async () => false }

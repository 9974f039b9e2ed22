import type { IncomingMessage, ServerResponse } from 'node:http'
import { searchPage } from '../contract/siteSearch.ts'
import { version } from '../package.json'
import { type Caller, type DrawPreview, type Handlers, type NotesIn, type ReceivedFile, signedIn } from './call.ts'
import { checkCalls } from './checks/checkCalls.ts'
import { createChecks } from './checks/checks.ts'
import type { Machine } from './checks/facts.ts'
import { createFaults } from './checks/faults.ts'
import { createQuiet } from './checks/quiet.ts'
import type { Config } from './config.ts'
import { draftCalls } from './content/draftCalls.ts'
import { createDrafts } from './content/drafts.ts'
import { createHistory } from './content/history.ts'
import { pageOf, previewCalls } from './content/preview.ts'
import { createPreviewLinks, previewPath } from './content/previewLinks.ts'
import { productCalls } from './content/product.ts'
import { recordCalls, storedFields } from './content/recordCalls.ts'
import { relatedCalls } from './content/related.ts'
import { createSchedule } from './content/schedule.ts'
import { limitSearches as newSearchLimit, rememberMisses, siteSearchCalls } from './content/siteSearch.ts'
import { createTrash, trashCalls } from './content/trash.ts'
import { summaryCalls } from './dashboard/summary.ts'
import { titleCalls } from './dashboard/titles.ts'
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
import { createSignInLink } from './http/signInLink.ts'
import { createForeignReader } from './import/foreignReader.ts'
import { importCalls } from './import/importCalls.ts'
import { movedFileCalls } from './import/movedFileCalls.ts'
import { leadCalls } from './leads/leadCalls.ts'
import { leadMailCall } from './leads/leadMail.ts'
import { createLeadFiles } from './leads/leadFiles.ts'
import { createRefusedApplications } from './leads/applicationLimits.ts'
import { fetchPicturesCall } from './media/fetchPictures.ts'
import { filmCalls } from './media/filmCalls.ts'
import type { Films } from './media/films.ts'
import { createSameFiles, mediaId, noteSource, recordUpload } from './media/library.ts'
import { mediaCalls } from './media/mediaCalls.ts'
import { createMediaUses } from './media/mediaUses.ts'
import { createPictureNotes } from './media/pictureNotes.ts'
import { createStarterFiles } from './media/starterFiles.ts'
import type { UploadFacts, Uploads } from './media/uploads.ts'
import { createCertificateEnd } from './network/certificate.ts'
import { everywhere, internet } from './network/outside.ts'
import { operationCalls } from './operations/operationCalls.ts'
import { createOperations } from './operations/operations.ts'
import { channelCalls } from './outbox/channelCalls.ts'
import { createOutbox } from './outbox/outbox.ts'
import { createPush } from './outbox/push.ts'
import { pushCalls } from './outbox/pushCalls.ts'
import { weChatCalls } from './outbox/weChatCalls.ts'
import { createWeChatShare } from './outbox/weChatShare.ts'
import { createDraftPage } from './pages/draftPage.ts'
import { createPages, type Pages } from './pages/pages.ts'
import { storedByNobody } from './pages/readyPage.ts'
import { accountCalls } from './people/accountCalls.ts'
import { findAccount } from './people/accountChanges.ts'
import { createAccounts } from './people/accounts.ts'
import { activityCalls } from './people/activityCalls.ts'
import { loginCalls } from './people/loginCalls.ts'
import { secondFactorCalls } from './people/secondFactorCalls.ts'
import { sessionCalls } from './people/sessionCalls.ts'
import { createSessions } from './people/sessions.ts'
import { createSigningKey } from './store/signingKey.ts'
import { createRichText } from './richtext/richText.ts'
import { pageWords } from './site/addressBook.ts'
import { agreementCalls } from './site/agreementCalls.ts'
import { clearStarterCalls, createClearing } from './site/clearStarter.ts'
import { currentItem, itemCalls } from './site/item.ts'
import type { StarterContent } from './site/seed.ts'
import { recordExportCalls } from './sheets/recordExport.ts'
import { createStoredFiles } from './media/storedFiles.ts'
import { redirectCalls } from './redirects/redirectCalls.ts'
import { createRedirects } from './redirects/redirects.ts'
import { factsOf, siteCalls } from './site/siteCalls.ts'
import type { ClockGuard } from './store/clockGuard.ts'
import { type CurrentSite, readSite } from './store/currentSite.ts'
import { folderCheck } from './store/healthCheck.ts'
import type { SiteDatabase } from './store/postgres/siteDatabase.ts'
import { recordOfDraft, type SiteRecord } from './store/records.ts'
import type { Store } from './store/store.ts'
import { chinaTime } from './system/chinaTime.ts'
import { createDiskUse } from './system/diskUse.ts'
import { createFreeSpace, type FreeSpace } from './system/freeSpace.ts'
import { watchHeap } from './system/heapMemory.ts'
import type { Jobs } from './system/jobs.ts'
import type { Log } from './system/log.ts'
import { absentAddresses, visitCalls } from './visits/visitCalls.ts'
import { createVisits } from './visits/visits.ts'

interface AppParts {
  config: Config
  store: Store
  /** The site record; the shipped one where the store has none. */
  site: () => CurrentSite
  starter: StarterContent
  /** The agreement of the back office, as Markdown. */
  agreement: () => string
  uploads: Uploads
  films: Films
  /** What the servers on one database have in common. */
  database: SiteDatabase | undefined
  jobs: Jobs
  now: () => number
  missedTime: ClockGuard['missedTime']
  log: Log
  security: readonly string[]
  replies: Replies
  /** A function, since the port may be known only once it is open. */
  siteOrigin: () => string
  /** Undefined where only this machine reaches the server. */
  deviceOrigin: () => string | undefined
  /** Makes a backup now; resolves to why it failed, or to ''. Undefined where the server makes none. */
  makeBackup: (() => Promise<string>) | undefined
  /** Folders that are part of the program. */
  shipped: { assetsFolder: string; mediaFolder: string }
}

/** What calls and pages are made of. */
function createServices(parts: AppParts) {
  const { config, store, site, starter, database, jobs, now, log } = parts
  const shareFor = database?.shareFor
  const sessions = createSessions(store, now, log)
  const richText = createRichText()
  const redirects = createRedirects({ store, site, siteOrigin: parts.siteOrigin, now })
  const drafts = createDrafts({ store, site, richText, redirects, now })
  const trash = createTrash({ store, redirects, now })
  const clearing = createClearing(parts)
  const operations = createOperations({ store, site, clearing, drafts, trash, redirects, jobs, now, log })
  const schedule = createSchedule({ store, drafts, jobs, now, log })
  const { allowPrivate, origins } = config.notify
  const network = { outside: allowPrivate ? everywhere : internet, allowHttp: allowPrivate, origins }
  const notified = { store, site, siteUrl: config.siteUrl, network, jobs, now, log }
  const uses = createMediaUses(store)
  const hasUploads = folderCheck(config.uploadsDir)
  const space = freeSpaceOf(parts)
  const certificateEnd = createCertificateEnd(config.siteUrl, now, (cause) =>
    log('warn', 'the certificate of SITE_URL cannot be read from here, so nobody is warned before it ends', cause),
  )
  const { diskReserve, rateLimit } = config
  const visits = createVisits(store, parts.siteOrigin, now)
  const absent = (): [string, number][] => absentAddresses({ visits, redirects }, 30)
  const quiet = createQuiet(store, now)
  const machine: Machine = { config, store, site, starter, space, certificateEnd, quiet, absent, now }
  return {
    ...parts,
    sessions,
    accounts: createAccounts(store, sessions, now, config.rateLimit, shareFor),
    uses,
    starterFiles: createStarterFiles(store, uses, parts.shipped.mediaFolder),
    outbox: createOutbox({ ...notified, pageWords: (path) => pageWords({ store, site: site() }, path) }),
    push: createPush(notified),
    weChatShare: createWeChatShare(notified),
    network,
    redirects,
    trash,
    drafts,
    links: createPreviewLinks(store, createSigningKey(store, 'preview', now), now),
    schedule,
    operations,
    clearing,
    coming: schedule.coming,
    filmBytes: config.filmLimit,
    richText,
    foreignReader: createForeignReader(),
    followUrl: config.followUrl,
    fetchOutside: config.fetchOutside,
    visits,
    diskUse: database ? database.size : createDiskUse(config.dataDir, config.uploadsDir, now),
    space,
    diskReserve,
    applicationsPerHour: config.applicationsPerHour,
    leadFiles: createLeadFiles({ store, site, space, diskReserve, jobs, now, rateLimit, shareFor }),
    machine,
    faults: createFaults(machine, log),
    isHealthy: async (): Promise<boolean> => (await store.check()) && (await hasUploads()),
    checks: createChecks(machine),
    rateLimit,
    shareFor,
    limitSearches: newSearchLimit(),
    misses: rememberMisses(),
  }
}

type Services = ReturnType<typeof createServices>

function createHandlers(services: Services & { drawPreview: DrawPreview }): Handlers {
  const { store, uploads, richText, site, agreement, limitSearches, misses, now } = services
  const records = recordCalls(services)
  const refused = createRefusedApplications(now)
  const same = createSameFiles(store)
  const inLibrary = ({ name = '' }: ReceivedFile, caller: Caller, poster = '') => ({
    same,
    record: (facts: UploadFacts) => recordUpload(store, facts, { name, poster, by: signedIn(caller).user.name }),
  })
  return {
    ...records,
    ...productCalls(store, site, records),
    ...relatedCalls(services),
    carouselAll: () => store.carousel.page({ page: 1, limit: store.carousel.size }).data,
    ...leadCalls({ ...services, refused }),
    ...leadMailCall(services),
    ...channelCalls(services),
    ...pushCalls(services),
    ...weChatCalls(services),
    ...loginCalls(services),
    ...accountCalls(services),
    ...sessionCalls(services),
    ...secondFactorCalls(services),
    ...itemCalls(services, () => chinaTime(now())),
    logoUpload: async ({ file }, caller) => ({ url: await uploads.keep(file, 'logo', inLibrary(file, caller)) }),
    async fileUpload({ file, variants, color, type, poster, source }, caller) {
      const address = await uploads.keep(file, type, { variants, color, ...inLibrary(file, caller, poster) })
      if (source !== undefined) await noteSource(store, address, source)
      return address
    },
    ...mediaCalls(services),
    ...fetchPicturesCall({ ...services, same }),
    ...filmCalls(services),
    ...importCalls(services),
    ...movedFileCalls(services),
    ...summaryCalls({ ...services, refused }),
    ...visitCalls(services),
    ...titleCalls(store),
    ...siteSearchCalls(store, site, limitSearches, misses, watchHeap()),
    markdown: async ({ text }) => ({ html: await richText.htmlOfMarkdown(text, 'text') }),
    ...previewCalls(services),
    ...agreementCalls(agreement, site, richText),
    ...siteCalls(services),
    ...redirectCalls(services),
    ...draftCalls(services),
    ...recordExportCalls({
      ...services,
      storedFiles: createStoredFiles({
        uploads,
        uploadsFolder: services.config.uploadsDir,
        mediaFolder: services.shipped.mediaFolder,
      }),
    }),
    ...trashCalls(
      services.trash,
      createHistory(store, (record) => ({ ...factsOf(readSite(record as SiteRecord, services.site())) })),
    ),
    ...checkCalls(services),
    ...clearStarterCalls(services),
    ...activityCalls(store),
    ...operationCalls(services),
  }
}

export function createApp(parts: AppParts) {
  const services = createServices(parts)
  const {
    store,
    site,
    starter,
    visits,
    sessions,
    links,
    limitSearches,
    misses,
    config: { trusts },
  } = services
  const handlers = createHandlers({ ...services, drawPreview: (...page) => pages.preview(...page) })
  const notesIn = createPictureNotes(store)
  const pages = createPages({
    store,
    handlers,
    notesIn,
    site,
    siteOrigin: parts.siteOrigin,
    assetsUrl: parts.config.assetsUrl,
    security: parts.security,
    replies: parts.replies,
    onVisit: (req, page, agent) => {
      const search = requestSearch(req.url)
      if (page === searchPage) visits.missed(misses.at(search))
      visits.count({ page, agent, address: clientAddress(req, trusts), search, headers: req.headers })
    },
    redirects: services.redirects,
    onAbsent: visits.absent,
    limitSearch: (req, draw) =>
      limitSearches({ address: clientAddress(req, trusts), isGone: () => req.socket.destroyed }, draw),
    signedIn: (token) => sessions.find(token) !== undefined,
    item: () => currentItem({ store, site, starter }),
    now: parts.now,
    ...parts.shipped,
  })
  const serveDraft = createDraftPage({
    path: previewPath,
    async draw(search, phone) {
      const linked = await links.draftOf(search)
      if (!linked) return undefined
      const page = await pageOf({ store, site }, linked.kind, recordOfDraft(linked.draft), phone)
      return pages.preview(...page, draftNote)
    },
    notFound: (req, res) => pages.serve(req, res, previewPath),
    security: parts.security,
    replies: parts.replies,
  })
  return { ...services, handle: createHandle(services, { handlers, notesIn, pages, serveDraft }) }
}

/** Above a page that is shown by its link before it is published. */
const draftNote = '预览：这一页还没有发布'

function freeSpaceOf({ config, database, now, log }: AppParts): Machine['space'] {
  const reserve = config.diskReserve
  return {
    // The free space of a database is monitored where it runs.
    data: database
      ? unknownSpace
      : createFreeSpace({ folder: config.dataDir, reserve, refused: 'applications', now, log }),
    uploads: createFreeSpace({ folder: config.uploadsDir, reserve, refused: 'uploads', now, log }),
    proxy:
      process.platform === 'linux'
        ? createFreeSpace({ folder: caches, reserve, refused: 'pages for the proxy to store', now, log })
        : unknownSpace,
  }
}

/** Where deploy/nginx.conf stores pages, which may be another disk than that of the data. */
const caches = '/var/cache'

interface Drawn {
  handlers: Handlers
  notesIn: NotesIn
  pages: Pages
  serveDraft: ReturnType<typeof createDraftPage>
}

/** What a request is for, the most frequent kind first. */
function createHandle(services: Services, { handlers, notesIn, pages, serveDraft }: Drawn): Handle {
  const { config, store, site, sessions, space, uploads, database, security, replies, siteOrigin, isHealthy } = services
  const revisions = database && {
    applied: () => database.disk.revision,
    written: () => database.disk.written,
    catchUp: store.catchUp,
  }
  const bodies = createBodyBudget()
  const startedAt = Date.now().toString(36)
  const { trusts } = config
  const https = config.siteUrl?.startsWith('https:') ?? false
  const admitFile = services.leadFiles.admit
  const serveCall = createCallDispatch({
    handlers,
    storedFields: (edits, input) => (edits === 'site' ? { ...site() } : storedFields(store, edits, input)),
    authenticate: sessions.find,
    replies,
    bodies,
    incoming: uploads.incoming,
    async admitUpload({ who }, { address }, bytes) {
      if (who === 'everyone') return admitFile(address, bytes)
      if (await space.uploads.low()) throw noSpace('服务器存储空间不足，已暂停上传，请联系管理员')
    },
    siteOrigin,
    revisions,
    https,
    trusts,
    notesIn,
    logActivity: (made) => store.activity.add(actsOf(made, (name) => findAccount(store, name)?.name)),
  })
  const serveForm = createFormPosts({
    handlers,
    incoming: uploads.incoming,
    admitFile,
    pages: pages.forms,
    replies,
    bodies,
    site,
    siteOrigin,
    trusts,
  })
  const serveLink = createSignInLink({
    accounts: services.accounts,
    pages: pages.begin,
    onSignIn: (user) => store.activity.add([{ user, action: 'signIn', ok: true }]),
    signedIn: (token) => sessions.find(token) !== undefined,
    bodies,
    replies,
    security,
    siteOrigin,
    https,
    trusts,
  })
  const serveUpload = createUploadFiles({
    folder: config.uploadsDir,
    nameOf: (address) => store.media.get(mediaId(address))?.name,
    fetch: uploads.fetch,
    security,
    replies,
  })

  /** A server that has lost its database still serves pages: a balancer may ask for writing, too. */
  const health = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const healthy = await isHealthy()
    const canRead = healthy || (database !== undefined && !/[?&]write=1(&|$)/.test(req.url ?? ''))
    const unhealthy = database ? 'reading only' : 'unavailable'
    const mayKnow = isLocal(req) || sessions.find(sentToken(req) ?? '') !== undefined
    const body = JSON.stringify({
      status: healthy ? 'ok' : unhealthy,
      ...(mayKnow && { version }),
      ...(isLocal(req) && { opened: store.opened, content: `${startedAt}-${store.revision}` }),
      uptimeSeconds: Math.floor(process.uptime()),
    })
    sendBytes(
      res,
      canRead ? 200 : 503,
      [...security, 'Content-Type', 'application/json', 'Cache-Control', 'no-store'],
      body,
    )
  }

  const handle: Handle = (req, res) => {
    // Of what is stored only: a header that is set before leaves one cookie of the several that a reply may have.
    const isLow = space.data.isLow() || space.uploads.isLow() || space.proxy.isLow()
    if (isLow && (req.method === 'GET' || req.method === 'HEAD')) res.setHeader(...storedByNobody)
    if (pages.serveCached(req, res)) return
    const path = requestPath(req.url)
    if ([serveCall, serveUpload, serveForm, serveDraft, serveLink].some((serve) => serve(req, res, path))) return
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

const unknownSpace: FreeSpace = { bytes: async () => undefined, low: async () => false, isLow: () => false }

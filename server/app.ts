import type { IncomingMessage, ServerResponse } from 'node:http'
import { searchPage } from '../contract/site/siteSearch.ts'
import { version } from '../package.json'
import {
  type Caller,
  type DrawPreview,
  type Handlers,
  type NotesIn,
  type PreviewedPage,
  type ReceivedFile,
  signedIn,
} from './call.ts'
import { checkCalls } from './office/checkCalls.ts'
import { createChecks } from './office/checks.ts'
import type { Machine } from './office/facts.ts'
import { createFaults } from './office/faults.ts'
import { createQuiet } from './office/quiet.ts'
import type { Config } from './config.ts'
import { draftCalls } from './records/draftCalls.ts'
import { createDrafts } from './records/drafts.ts'
import { createHistory } from './records/history.ts'
import { pageOf, previewCalls } from './records/preview.ts'
import { createPreviewLinks, previewPath } from './records/previewLinks.ts'
import { productCalls } from './records/product.ts'
import { recordCalls, storedFields } from './records/recordCalls.ts'
import { relatedCalls } from './records/related.ts'
import { createSchedule } from './records/schedule.ts'
import { limitSearches as newSearchLimit, rememberMisses, siteSearchCalls } from './records/siteSearch.ts'
import { createTrash, trashCalls } from './records/trash.ts'
import { summaryCalls } from './office/summary.ts'
import { titleCalls } from './office/titles.ts'
import { noSpace } from './failure.ts'
import { createBodyBudget } from './edge/bodyBudget.ts'
import { actsOf } from './edge/callActivity.ts'
import { createCallDispatch, sentToken } from './edge/callDispatch.ts'
import { createUploadFiles } from './edge/files.ts'
import { createFormPosts } from './edge/formPosts.ts'
import type { Handle } from './edge/httpServer.ts'
import { readYourWrites } from './edge/readYourWrites.ts'
import type { Replies } from './edge/reply.ts'
import { clientAddress, isLocal, requestPath, requestSearch } from './edge/request.ts'
import { sendBytes } from './edge/send.ts'
import { createSignInLink } from './edge/signInLink.ts'
import { createForeignReader } from './acts/foreignReader.ts'
import { importCalls } from './acts/importCalls.ts'
import { movedFileCalls } from './acts/movedFileCalls.ts'
import { leadCalls } from './leads/leadCalls.ts'
import { leadMailCall } from './leads/leadMail.ts'
import { createLeadFiles } from './leads/leadFiles.ts'
import { createDrawnForms, createRefusedApplications } from './leads/applicationLimits.ts'
import { fetchPicturesCall } from './media/fetchPictures.ts'
import { filmCalls } from './media/filmCalls.ts'
import type { Films } from './media/films.ts'
import { createSameFiles, mediaId, noteSource, recordUpload } from './media/library.ts'
import { mediaCalls } from './media/mediaCalls.ts'
import { createMediaUses } from './media/mediaUses.ts'
import { createPictureNotes } from './media/pictureNotes.ts'
import { createStarterFiles } from './media/starterFiles.ts'
import type { UploadFacts, Uploads } from './media/uploads.ts'
import { createCertificateEnd } from './edge/certificate.ts'
import { everywhere, internet } from './edge/outside.ts'
import { keepHere } from './keeping/machines.ts'
import { operationCalls } from './acts/operationCalls.ts'
import { createOperations } from './acts/operations.ts'
import { channelCalls } from './leads/channelCalls.ts'
import { createOutbox } from './leads/outbox.ts'
import { createPush } from './leads/push.ts'
import { platformCalls } from './leads/platformCalls.ts'
import { createWeChatShare } from './leads/weChatShare.ts'
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
import { unlimitedNetworks } from './edge/throttle.ts'
import { createRichText } from './media/richText.ts'
import { pageWords } from './site/addressBook.ts'
import { agreementCalls } from './site/agreementCalls.ts'
import { createClearing } from './acts/clearStarter.ts'
import { currentItem, itemCalls } from './site/item.ts'
import type { StarterContent } from './site/seed.ts'
import { recordExportCalls } from './sheets/recordExport.ts'
import { recordMatchesCall } from './sheets/recordMatches.ts'
import { createStoredFiles } from './media/storedFiles.ts'
import { redirectCalls } from './site/redirectCalls.ts'
import { createRedirects } from './site/redirects.ts'
import { factsOf, siteCalls } from './site/siteCalls.ts'
import type { ClockGuard } from './store/clockGuard.ts'
import { type CurrentSite, readSite } from './store/currentSite.ts'
import { folderCheck } from './store/healthCheck.ts'
import type { SiteDatabase } from './store/postgres/siteDatabase.ts'
import { recordOfDraft, type SiteRecord } from './store/records.ts'
import { rowOf } from './store/shown.ts'
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
  cdn: Machine['cdn']
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
  const { config, store, site, database, now, log } = parts
  const shareFor = database?.shareFor
  const sessions = createSessions(store, now, log)
  const richText = createRichText()
  const redirects = createRedirects(parts)
  const drafts = createDrafts({ ...parts, richText, redirects })
  const trash = createTrash({ store, redirects, now })
  const clearing = createClearing({ ...parts, redirects })
  const foreignReader = createForeignReader()
  const imports = importCalls({ ...config, foreignReader })
  const operations = createOperations({ ...parts, clearing, drafts, trash, redirects, readPage: imports.readPage })
  const schedule = createSchedule({ ...parts, drafts })
  const { allowPrivate, origins } = config.notify
  const network = { outside: allowPrivate ? everywhere : internet, allowHttp: allowPrivate, origins }
  const notified = { ...parts, siteUrl: config.siteUrl, network }
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
  const outbox = createOutbox({ ...notified, pageWords: (path) => pageWords({ store, site: site() }, path) })
  const machine: Machine = { ...parts, space, certificateEnd, quiet, absent, waiting: outbox.waiting }
  return {
    ...parts,
    sessions,
    accounts: createAccounts(store, sessions, now, config.rateLimit, shareFor),
    uses,
    starterFiles: createStarterFiles(store, uses, parts.shipped.mediaFolder),
    outbox,
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
    foreignReader,
    imports,
    followUrl: config.followUrl,
    sendsNothing: !config.send,
    fetchOutside: config.fetchOutside,
    visits,
    diskUse: database ? database.size : createDiskUse(config.dataDir, config.uploadsDir, now),
    space,
    diskReserve,
    applicationsPerHour: config.applicationsPerHour,
    leadFiles: createLeadFiles({ ...parts, space, diskReserve, rateLimit, shareFor }),
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

/** What visitors read, by the stored settings, or in a preview by those that are typed. */
function publicCalls(services: Services, site: () => CurrentSite) {
  const { store, agreement, richText, limitSearches, misses } = services
  const parts = { ...services, site }
  const records = recordCalls(parts)
  return {
    ...records,
    ...productCalls(store, site, records),
    ...relatedCalls(parts),
    carouselAll: () => [...store.carousel.newest()].map((photo) => rowOf('carousel', photo, site())),
    ...siteSearchCalls(store, site, limitSearches, misses, watchHeap()),
    ...agreementCalls(agreement, site, richText),
  }
}

function createHandlers(services: Services & { drawPreview: DrawPreview }): Handlers {
  const { store, uploads, richText, site, now } = services
  const refused = createRefusedApplications(now)
  const same = createSameFiles(store)
  const inLibrary = ({ name = '' }: ReceivedFile, caller: Caller, poster = '') => ({
    same,
    record: (facts: UploadFacts) => recordUpload(store, facts, { name, poster, by: signedIn(caller).user.name }),
  })
  return {
    ...publicCalls(services, site),
    ...leadCalls({ ...services, refused }),
    ...leadMailCall(services),
    ...channelCalls(services),
    ...platformCalls(services),
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
    ...services.imports.calls,
    ...movedFileCalls(services),
    ...summaryCalls({ ...services, refused }),
    ...visitCalls(services),
    ...titleCalls(store),
    markdown: async ({ text }) => ({ html: await richText.htmlOfMarkdown(text, 'text') }),
    ...previewCalls(services),
    ...siteCalls(services),
    ...redirectCalls(services),
    ...draftCalls(services),
    ...recordMatchesCall(services),
    ...recordExportCalls({
      ...services,
      storedFiles: createStoredFiles(uploads, services.shipped.mediaFolder),
    }),
    ...trashCalls(
      services.trash,
      createHistory(store, (record) => ({ ...factsOf(readSite(record as SiteRecord, services.site())) })),
    ),
    ...checkCalls(services),
    machineKeep: () => keepHere(store, now()).then(() => null),
    siteSetup: () => services.clearing.setup(),
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
  const handlers = createHandlers({ ...services, drawPreview: (page) => preview(page) })
  const preview = (page: PreviewedPage, note?: string): Promise<string> =>
    pages.preview(page, { ...handlers, ...publicCalls(services, () => page.site) }, note)
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
      return preview(page, draftNote)
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
      return undefined
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
    drawn: services.rateLimit ? createDrawnForms(services.now, services.shareFor) : unlimitedNetworks,
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
      ...(isLocal(req) && { opened: store.opened }),
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

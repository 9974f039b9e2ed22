import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerWords } from '../../contract/callBack.ts'
import type { PostedForm } from '../../contract/application.ts'
import type { Item, PublicSite } from '../../contract/entities.ts'
import { searchPage } from '../../contract/siteSearch.ts'
import { addressOf } from '../../client/site/routes.ts'
import { sitePageOf } from '../../contract/sitePages.ts'
import { hasTwin, twinOf } from '../../contract/twins.ts'
import { knownPath, rootFilesOf } from '../site/addressBook.ts'
import type { GivenReplies, Handlers, NotesIn } from '../call.ts'
import { type FlatHeaders, unstored, withAssetsFrom } from '../http/headers.ts'
import type { Replies } from '../http/reply.ts'
import { isRead, requestSearch } from '../http/request.ts'
import { sendBytes } from '../http/send.ts'
import type { Redirects } from '../redirects/redirects.ts'
import { isCounted } from '../redirects/spellings.ts'
import type { Store } from '../store/store.ts'
import { createAdmin } from './admin.ts'
import { createBeginPage } from './beginPage.ts'
import { openAssets } from './assets.ts'
import { failureDocument } from './document.ts'
import { createFormReplies } from './formReplies.ts'
import { openMedia } from './media.ts'
import { createPageSource } from './pageSource.ts'
import { keptByProxies, mayBeStored, type ReadyPage } from './readyPage.ts'
import { callsInProcess, renderPreview } from './render.tsx'
import { serveSiteFiles } from './siteFiles.ts'
import { type Agent, agentOf } from './userAgents.ts'

interface PagesParts {
  store: Store
  handlers: Handlers
  notesIn: NotesIn
  site: () => PublicSite
  siteOrigin: () => string
  /** Where pages have scripts, styles, pictures and films from; '' for here. */
  assetsUrl: string
  security: FlatHeaders
  replies: Replies
  /** Called for every page that a visitor opens. */
  onVisit: (req: IncomingMessage, countedAs: string, agent: Agent) => void
  /** Draws the page of a search, unless too many wait. */
  limitSearch: <T>(req: IncomingMessage, draw: () => Promise<T>) => Promise<T>
  signedIn: (token: string) => boolean
  item: () => Item
  /** The scripts and styles for the browser, from the build. */
  assetsFolder: string
  mediaFolder: string
  /** Where addresses of an old site lead. */
  redirects: Pick<Redirects, 'from' | 'fromExactly'>
  /** Called for every address that a visitor opens and nothing is at. */
  onAbsent: (address: string) => void
  now: () => number
}

/** The page shows again what the form is about. */
const searchOf = ({ values: { productId } }: PostedForm): string =>
  productId ? `?${new URLSearchParams({ productId })}` : ''

const forADay: FlatHeaders = ['Cache-Control', 'public, max-age=86400']
const askedAgain: FlatHeaders = ['Cache-Control', 'no-cache']

/** Whether somebody opens it in a browser; programs that try addresses do not ask for a page. */
const isOpened = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers['sec-fetch-dest'] !== 'iframe' && (headers.accept?.includes('text/html') ?? false)

/** Adds what statistics and advertisements have put into the request: without it its visit, and an inquiry after it, would have no campaign. */
function keepCampaign(address: string, search: string): string {
  const campaign = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => isCounted(name))).toString()
  if (campaign === '') return address
  return `${address}${address.includes('?') ? '&' : '?'}${campaign}`
}

export type Pages = ReturnType<typeof createPages>

/** Serves everything that is neither a call nor an uploaded file. */
export function createPages(parts: PagesParts) {
  const {
    store,
    handlers,
    notesIn,
    site,
    item,
    siteOrigin,
    assetsUrl,
    security,
    replies,
    onVisit,
    limitSearch,
    signedIn,
    assetsFolder,
    mediaFolder,
    redirects,
    onAbsent,
    now,
  } = parts
  const assets = openAssets(assetsFolder, assetsUrl ? [...security, 'Access-Control-Allow-Origin', '*'] : security)
  const pageSecurity = assetsUrl ? withAssetsFrom(security, assetsUrl) : security
  const media = openMedia(mediaFolder, security)
  const serveSiteFile = serveSiteFiles({
    site,
    security,
    rootFiles: () => rootFilesOf({ store, site: site() }),
    captionsOf: (mediaId) => store.media.get(mediaId)?.captions,
  })
  const serveAdmin = createAdmin({ site, item, assets, security, signedIn })
  const call = callsInProcess(handlers)
  const source = createPageSource({
    store,
    call,
    notesIn,
    site,
    assetsFor: assets.forPage,
    cropOf: media.cropOf,
    siteOrigin,
    assetsUrl,
    security: pageSecurity,
    now,
  })
  const forms = createFormReplies(
    pageSecurity,
    (path, posted) => source.render(path, searchOf(posted), posted),
    (asking) => answerWords({ hours: site().hours, own: site().inquiry.callBack }, asking, now()),
  )

  const sendPage = (
    req: IncomingMessage,
    res: ServerResponse,
    page: ReadyPage,
    agent: Agent,
    isOwnAddress = true,
  ): void => {
    if (!agent.robot && page.isVisit(req)) onVisit(req, page.countedAs, agent)
    // A proxy asks so about a page that it has stored, which this one replaces there.
    if (!page.found && req.headers['if-none-match'] !== undefined && mayBeStored(res))
      res.setHeader('X-Accel-Expires', '@1')
    page.send(req, res, isOwnAddress)
  }
  const redirect = (res: ServerResponse, status: 301 | 302, to: string, headers: FlatHeaders): void =>
    sendBytes(res, status, [...security, 'Location', to, ...headers], '')

  /** The address of a page of this site on a desktop, without what the page does not read; of any other address itself. */
  const ownAddress = (path: string, search: string): string =>
    sitePageOf(path) === undefined ? path + search : (twinOf(path, search, false) ?? addressOf(path, search))

  const ledFrom = (path: string, search: string): ReturnType<Redirects['from']> => {
    const own = ownAddress(path, search)
    // The pages and the groups of a list that is closed go where it leads.
    const ofList = sitePageOf(path) === undefined ? own : own.replace(/\?.*/, '')
    return redirects.from(path + search) ?? redirects.from(own) ?? redirects.from(ofList)
  }

  const servePage = async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    if (media.serve(req, res, path) || serveSiteFile(req, res, path)) return
    const search = requestSearch(req.url)
    /** Browsers keep none of them: a page that is back is seen at once, and of an address that is changed back there is no circle. */
    const lead = ({ to, mayReturn }: { to: string; mayReturn: boolean }): void =>
      redirect(res, mayReturn ? 302 : 301, keepCampaign(to, search), askedAgain)
    const isOwnAddress = path + search === addressOf(path, search)
    const moved = isOwnAddress ? undefined : redirects.fromExactly(path + search)
    if (moved) return lead(moved)
    const correctPath = knownPath(path) ?? path
    if (correctPath !== path) return redirect(res, 301, correctPath + search, forADay)
    const agent = agentOf(req.headers['user-agent'])
    const { phone } = agent
    const twin = twinOf(path, search, phone)
    const perDevice = [
      ...(isOwnAddress && mayBeStored(res) ? keptByProxies : []),
      'Vary',
      'User-Agent',
      'Cache-Control',
      'no-cache',
    ]
    if (twin) return redirect(res, 302, keepCampaign(twin, search), perDevice)
    const result = forms.result(res, path, search)
    if (result) return result
    const ownFrame = phone ? 'phone' : 'desktop'
    const draw = () => source.pageFor(path, search, hasTwin(path) ? ownFrame : 'all')
    const page = path === searchPage ? await limitSearch(req, draw) : await draw()
    const led = page.found ? undefined : ledFrom(path, search)
    if (led) return lead(led)
    if (!page.found && !agent.robot && isOpened(req)) onAbsent(path + search)
    sendPage(req, res, page, agent, isOwnAddress)
  }
  const fail = (res: ServerResponse, error: unknown): void => {
    const { code, message, headers } = replies.explain(res, error)
    if (res.headersSent || res.destroyed) return void res.destroy()
    const html = failureDocument(message, assets.forPage(''), site())
    sendBytes(res, code, [...security, ...unstored('text/html'), ...headers], html)
  }

  return {
    forms,
    begin: createBeginPage({ item, site, assets: assets.login }),
    /** Rendered for each request, since it shows unsaved content to one person. With a note it is a page of its own, else for a frame. */
    preview: (path: string, search: string, given: GivenReplies, note?: string): Promise<string> =>
      renderPreview(path, search, given, {
        store,
        call,
        notesIn,
        site: site(),
        assetsFor: assets.forPage,
        cropOf: media.cropOf,
        origin: siteOrigin(),
        note,
      }),

    /** Serves a page that is cached under exactly this address. Call it first, since that is the most frequent kind of request. */
    serveCached(req: IncomingMessage, res: ServerResponse): boolean {
      const page = source.cached(req.url ?? '/')
      if (page === undefined || !isRead(req)) return false
      const agent = agentOf(req.headers['user-agent'])
      if (page.audience === (agent.phone ? 'desktop' : 'phone')) return false
      sendPage(req, res, page, agent)
      return true
    },

    serve(req: IncomingMessage, res: ServerResponse, path: string): void {
      if (!isRead(req)) {
        replies.send(res, 405, { code: 405, msg: '请求方法不正确', data: null }, ['Allow', 'GET, HEAD'])
      } else if (!assets.serve(req, res, path) && !serveAdmin(req, res, path)) {
        servePage(req, res, path).catch((error: unknown) => fail(res, error))
      }
    },
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerWords } from '../../contract/leads/callBack.ts'
import type { PostedForm } from '../../contract/leads/application.ts'
import type { Item, Site } from '../../contract/kinds/entities.ts'
import { searchPage } from '../../contract/site/siteSearch.ts'
import { addressOf } from '../../client/site/routes.ts'
import { sitePageOf } from '../../contract/site/sitePages.ts'
import { hasTwin, twinOf } from '../../contract/site/twins.ts'
import { knownPath } from '../site/addressBook.ts'
import type { Handlers, PreviewedPage } from '../call.ts'
import { type FlatHeaders, unstored, withAssetsFrom } from '../edge/headers.ts'
import type { Replies } from '../edge/reply.ts'
import { isRead, requestSearch } from '../edge/request.ts'
import { sendBytes } from '../edge/send.ts'
import type { Redirects } from '../site/redirects.ts'
import { isCounted } from '../site/spellings.ts'
import { createAdmin } from './admin.ts'
import { openAssets, type PageAssets, styleTags } from './assets.ts'
import { failureDocument, escape, lookLink } from './document.ts'
import { createFormReplies } from './formReplies.ts'
import { openMedia } from './media.ts'
import { createPageSource, type PageSourceParts } from './pageSource.ts'
import { keptByProxies, mayBeStored, type ReadyPage } from './readyPage.ts'
import { callsInProcess, renderPreview } from './render.tsx'
import { serveSiteFiles } from './siteFiles.ts'
import { type Agent, agentOf } from './userAgents.ts'
import { adminScreens, loginScreen } from '../../contract/calls/adminPaths.ts'
import { logoWidth } from '../../contract/media/logoWidth.ts'

interface PagesParts extends Omit<PageSourceParts, 'call' | 'assetsFor' | 'cropOf'> {
  handlers: Handlers
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
  const forms = createFormReplies(pageSecurity, {
    store,
    now,
    render: (path, posted) => source.render(path, searchOf(posted), posted),
    answerTo: (asking) => answerWords({ hours: site().hours, own: site().inquiry.callBack }, asking, now()),
  })

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
    const address = ownAddress(path, search)
    // The pages and the groups of a list that is closed go where it leads.
    const ofList = sitePageOf(path) === undefined ? address : address.replace(/\?.*/, '')
    return redirects.from(path + search) ?? redirects.from(address) ?? redirects.from(ofList)
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
    const correctPath = path + search === '/index.php' ? '/' : (knownPath(path) ?? path)
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
    preview: (page: PreviewedPage, handlers: Handlers, note?: string): Promise<string> =>
      renderPreview(page, {
        store,
        call: callsInProcess(handlers),
        notesIn,
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
        replies.refuseMethod(res, 'GET, HEAD')
      } else if (!assets.serve(req, res, path) && !serveAdmin(req, res, path)) {
        servePage(req, res, path).catch((error: unknown) => fail(res, error))
      }
    },
  }
}

interface BeginPageParts {
  item: () => Item
  site: () => Site
  /** Those of the back office. */
  assets: PageAssets
}

/** The two pages of the link that the first start prints. They need no script. */
function createBeginPage({ item, site, assets }: BeginPageParts) {
  const page = (body: readonly string[]): string => {
    const { sysName, logo } = item()
    return [
      '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
      `<meta name="robots" content="noindex"><title>开始 - ${escape(sysName)}</title><link rel="icon" href="/favicon.ico">`,
      `${styleTags(assets)}${lookLink(site(), 'office')}</head><body><div class="login alone">`,
      '<main class="login-side center"><div class="login-form stack">',
      `<img src="${escape(logo)}" alt="" width="${logoWidth(logo, 48)}" height="48">`,
      ...body,
      '</div></main></div></body></html>',
    ].join('')
  }
  return {
    offer: (name: string, key: string): string =>
      page([
        '<h1>开始做自己的网站</h1>',
        `<p class="login-lead muted">用账号“${escape(name)}”登录，一步一步填好名称、电话、位置、标志和颜色，边填边看。</p>`,
        `<form method="post" action="${adminScreens.begin}"><input type="hidden" name="key" value="${escape(key)}">`,
        '<button type="submit" class="button primary login-button">开始</button></form>',
        '<p class="muted small">链接只能用一次。点“开始”，就是已阅读并同意<a class="inline-link" href="/agreement">《用户协议》</a>。</p>',
      ]),

    whereItIs: (reason: string): string =>
      page([
        '<h1>从链接开始</h1>',
        reason === '' ? '' : `<p class="login-refused">${escape(reason)}</p>`,
        '<p>这一页要用第一次启动时打印的链接打开，就是begin开头的那一行，和密码在一起。它只能用一次，一小时内有效。</p>',
        '<ul><li>自己启动的：在终端里</li><li>装成服务的：<code>journalctl -u zhuzhan</code></li>',
        '<li>面板、Docker：在项目或容器的日志里</li></ul>',
        '<p>用过了、过期了、找不到了，请给您安装的人在服务器上再要一个：</p>',
        '<ul><li>自己启动的：<code>npm run user -- link</code></li><li>其他的：<code>zhuzhan user link</code></li></ul>',
        `<p><a class="inline-link" href="${loginScreen}">已经有密码，去登录</a></p>`,
      ]),
  }
}

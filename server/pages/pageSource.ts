import type { PostedForm } from '../../contract/application.ts'
import type { PublicSite } from '../../contract/entities.ts'
import { newsPage, productPage } from '../../contract/recordPages.ts'
import { isPageOn } from '../../contract/sitePages.ts'
import { twinOf } from '../../contract/twins.ts'
import { addressOf, notFound, routeOf } from '../../client/site/routes.ts'
import type { MakeCall } from '../../client/site/route.ts'
import type { NotesIn } from '../call.ts'
import type { FlatHeaders } from '../http/headers.ts'
import type { PageAssets } from './assets.ts'
import { type ChangedAt, createFeeds } from './feeds.ts'
import { PageCache } from './pageCache.ts'
import { type Audience, ReadyPage } from './readyPage.ts'
import { renderPage } from './render.tsx'

interface Sources {
  call: MakeCall
  notesIn: NotesIn
  site: () => PublicSite
  changedAt: ChangedAt
  assetsFor: (page: string) => PageAssets
  siteOrigin: () => string
  revision: () => number
  security: FlatHeaders
}

/** The cache key of the not-found page; no request can have it. */
const missingAddress = ' missing'

/** A page for phones is counted with the one for desktops; of the parameters only that of a record counts. */
function countedAs(path: string, search: string): string {
  const query = new URLSearchParams(search)
  const [productId, newId] = [path === '/productDet' && query.get('productId'), path === '/xwdtDet' && query.get('newId')]
  const desktop = twinOf(path, path === '/zhuyingyewu' ? '' : search, false)
  return desktop ?? ((productId && productPage(productId)) || (newId && newsPage(newId)) || path)
}

/** Pages and feeds by their address, from the cache or else rendered. */
export function createPageSource({ call, notesIn, site, changedAt, assetsFor, siteOrigin, revision, security }: Sources) {
  const cache = new PageCache(revision)
  const feeds = createFeeds(call, site, changedAt, siteOrigin)
  const headers = (type: string, vary: string): FlatHeaders =>
    [...security, 'Content-Type', `${type}; charset=utf-8`, 'Cache-Control', 'no-cache', 'Vary', vary]
  const pageHeaders = headers('text/html', 'Accept-Encoding')
  const twinPageHeaders = headers('text/html', 'Accept-Encoding, User-Agent')

  const render = (path: string, search: string, posted?: PostedForm): Promise<string | undefined> =>
    renderPage(path, search, { call, notesIn, site: site(), assetsFor, origin: siteOrigin() }, posted)

  const createPage = async (path: string, search: string, audience: Audience, once: boolean): Promise<ReadyPage> => {
    const feed = feeds(path)
    if (feed) {
      const made = await feed()
      if (!made) return missingPage()
      const { type, text } = made
      return new ReadyPage({ status: 200, text, headers: headers(type, 'Accept-Encoding'), audience: 'machines', countedAs: path, once })
    }
    const text = await render(path, search)
    if (text === undefined) return missingPage()
    // The not-found page also replaces pages that have a twin.
    const found = path !== notFound.path
    const headersOfPage = audience === 'all' && found ? pageHeaders : twinPageHeaders
    return new ReadyPage({ status: found ? 200 : 404, text, headers: headersOfPage, audience, countedAs: countedAs(path, search), once })
  }

  /** One page for every address that does not exist. */
  const missingPage = async (): Promise<ReadyPage> => cache.get(missingAddress) ?? createAndCache(missingAddress, notFound.path, '', 'all')

  const createAndCache = async (address: string, path: string, search: string, audience: Audience): Promise<ReadyPage> => {
    const startedAt = revision()
    const page = await createPage(path, search, audience, false)
    // Pages that do not exist are not cached by address: anybody can make up more of them than the cache holds.
    if (page.found || address === missingAddress) cache.put(address, page, startedAt)
    return page
  }

  return {
    render,
    cached: (address: string): ReadyPage | undefined => cache.get(address),
    /** Whether there may be a page at this path; one without its record is found missing only when it is loaded. */
    knows: (path: string): boolean => routeOf(path) !== undefined || feeds(path) !== undefined,
    async pageFor(path: string, search: string, audience: Audience): Promise<ReadyPage> {
      const route = routeOf(path)
      if ((!route && !feeds(path)) || !isPageOn(site(), path)) return missingPage()
      const address = addressOf(path, search)
      const isRecord = route?.id !== undefined && address.startsWith(`${path}?${route.id}=`) && !address.includes('&')
      const isCacheable = !route?.uncacheable || address === path || isRecord
      if (!isCacheable) return createPage(path, search, audience, true)
      return cache.get(address) ?? createAndCache(address, path, search, audience)
    },
  }
}

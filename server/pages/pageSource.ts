import type { PostedForm } from '../../contract/leads/application.ts'
import type { PublicSite } from '../../contract/kinds/entities.ts'
import { addressOf, notFound, routeOf } from '../../client/site/routes.ts'
import { type Place, whatIsAt } from '../site/addressBook.ts'
import type { FlatHeaders } from '../edge/headers.ts'
import { isSharedInWeChat } from '../store/platformRecords.ts'
import { chinaDayNumber } from '../system/chinaTime.ts'
import { feedAt } from './feeds.ts'
import { type Audience, keptByProxies, ReadyPage } from './readyPage.ts'
import { renderPage, type RenderSources } from './render.tsx'
import { withServices } from './services.ts'

export interface PageSourceParts extends Omit<RenderSources, 'site' | 'origin'> {
  site: () => PublicSite
  siteOrigin: () => string
  security: FlatHeaders
  now: () => number
}

/** The cache key of the not-found page; no request can have it. */
const missingAddress = ' missing'

/** Pages and feeds by their address, from the cache or else rendered. */
export function createPageSource({
  store,
  call,
  notesIn,
  site,
  assetsFor,
  cropOf,
  siteOrigin,
  assetsUrl,
  security,
  now,
}: PageSourceParts) {
  /** Certificates end at midnight. Both only increase, so their sum is another one after each change of either. */
  const revision = (): number => store.revision + chinaDayNumber(now())
  const cache = new PageCache(revision)
  const headers = (type: string, vary: string, once: boolean): FlatHeaders => [
    ...(once ? [] : keptByProxies),
    ...withServices(security, site(), isSharedInWeChat(store.wechat)),
    'Content-Type',
    `${type}; charset=utf-8`,
    'Cache-Control',
    'no-cache',
    'Vary',
    vary,
  ]

  const render = (path: string, search: string, posted?: PostedForm): Promise<string | undefined> =>
    renderPage(
      path,
      search,
      { store, call, notesIn, site: site(), assetsFor, cropOf, origin: siteOrigin(), assetsUrl },
      posted,
    )

  const at = (path: string, search: string): Place => whatIsAt({ store, site: site() }, path + search)
  const createPage = async (path: string, search: string, audience: Audience, once: boolean): Promise<ReadyPage> => {
    const { is, address: countedAs } = at(path, search)
    if (is === 'feed') {
      const feed = feedAt(path, { store, site: site(), origin: siteOrigin() })
      if (!feed) return missingPage()
      const { type, text } = feed
      return new ReadyPage({
        status: 200,
        text,
        headers: headers(type, 'Accept-Encoding', once),
        audience: 'machines',
        countedAs,
        once,
      })
    }
    const text = await render(path, search)
    if (text === undefined) return missingPage()
    // The not-found page also replaces pages that have a twin.
    const exists = path !== notFound.path
    const vary = audience === 'all' && exists ? 'Accept-Encoding' : 'Accept-Encoding, User-Agent'
    return new ReadyPage({
      status: exists ? 200 : 404,
      text,
      headers: headers('text/html', vary, once || !exists),
      audience,
      countedAs,
      once,
    })
  }

  /** One page for every address that does not exist. */
  const missingPage = async (): Promise<ReadyPage> =>
    cache.get(missingAddress) ?? createAndCache(missingAddress, notFound.path, '', 'all')

  const createAndCache = async (
    address: string,
    path: string,
    search: string,
    audience: Audience,
  ): Promise<ReadyPage> => {
    const startedAt = revision()
    const page = await createPage(path, search, audience, false)
    // Pages that do not exist are not cached by address: anybody can make up more of them than the cache holds.
    if (page.found || address === missingAddress) cache.put(address, page, startedAt)
    return page
  }

  return {
    render,
    cached: (address: string): ReadyPage | undefined => cache.get(address),
    async pageFor(path: string, search: string, audience: Audience): Promise<ReadyPage> {
      const { is, on } = at(path, search)
      if (!on) return missingPage()
      const address = addressOf(path, search)
      const isCacheable = !routeOf(path)?.uncacheable || address === path || is === 'record'
      if (!isCacheable) return createPage(path, search, audience, true)
      return cache.get(address) ?? createAndCache(address, path, search, audience)
    },
  }
}

const limits = { pages: 2_000, bytes: 64 * 1_048_576 }

/**
 * Pages by normalized address, so that a request for exactly that address is served without parsing it. Cleared when the revision of
 * the content changes; evicts the oldest entries when full.
 */
class PageCache {
  readonly #revision: () => number
  readonly #pages = new Map<string, ReadyPage>()
  #cachedRevision: number
  #bytes = 0

  constructor(revision: () => number) {
    this.#revision = revision
    this.#cachedRevision = revision()
  }

  get(address: string): ReadyPage | undefined {
    this.#clearIfOutdated()
    return this.#pages.get(address)
  }

  /** Does nothing if the content has changed since `revision`, at which the rendering began. */
  put(address: string, page: ReadyPage, revision: number): void {
    this.#clearIfOutdated()
    if (revision !== this.#cachedRevision || this.#pages.has(address)) return
    this.#pages.set(address, page)
    this.#bytes += page.bytes
    for (const [oldest, { bytes }] of this.#pages) {
      if (this.#pages.size <= limits.pages && this.#bytes <= limits.bytes) break
      this.#pages.delete(oldest)
      this.#bytes -= bytes
    }
  }

  #clearIfOutdated(): void {
    const current = this.#revision()
    if (current === this.#cachedRevision) return
    this.#cachedRevision = current
    this.#pages.clear()
    this.#bytes = 0
  }
}

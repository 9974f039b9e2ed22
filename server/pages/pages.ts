import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PostedForm } from '../../contract/application.ts'
import type { Site } from '../../contract/entities.ts'
import { hasTwin, twinOf } from '../../contract/twins.ts'
import { addressOf, notFound, routeOf } from '../../client/site/routes.ts'
import type { Handlers } from '../calls/caller.ts'
import type { FlatHeaders } from '../http/headers.ts'
import type { Replies } from '../http/reply.ts'
import { requestSearch } from '../http/requestPath.ts'
import { sendBytes } from '../http/send.ts'
import { createAdmin } from './admin.ts'
import { openAssets } from './assets.ts'
import { robots, rss, sitemap } from './feeds.ts'
import { createFormAnswers } from './formAnswers.ts'
import { knownPath } from './knownPaths.ts'
import { openMedia } from './media.ts'
import { PageCache } from './pageCache.ts'
import { type Audience, ReadyPage } from './readyPage.ts'
import { callsInProcess, renderPage } from './render.tsx'
import { agentOf } from './userAgents.ts'

interface Parts {
  handlers: Handlers
  site: () => Site
  revision: () => number
  siteOrigin: () => string
  security: FlatHeaders
  replies: Replies
  /** Told of every page that a visitor opens. */
  visited: () => void
  signedIn: (token: string) => boolean
  /** The browser's scripts and styles, as built. */
  assetsFolder: string
  mediaFolder: string
}

/** Answers everything that is neither a call nor an uploaded file. */
export function createPages({ handlers, site, revision, siteOrigin, security, replies, visited, signedIn, assetsFolder, mediaFolder }: Parts) {
  const assets = openAssets(assetsFolder, security)
  const takeMedia = openMedia(mediaFolder, security)
  const takeAdmin = createAdmin({ assets, security, signedIn })
  const cache = new PageCache(revision)
  const call = callsInProcess(handlers)
  const all = { page: 1, limit: 9999 }
  const headers = (type: string, vary: string): FlatHeaders => [...security, 'Content-Type', `${type}; charset=utf-8`, 'Cache-Control', 'no-cache', 'Vary', vary]
  const ordinary = headers('text/html', 'Accept-Encoding')
  const twinned = headers('text/html', 'Accept-Encoding, User-Agent')

  /** Feeds are cached like pages. */
  const feeds: Readonly<Record<string, () => Promise<{ type: string; text: string }>>> = {
    '/robots.txt': async () => ({ type: 'text/plain', text: robots(siteOrigin()) }),
    '/sitemap.xml': async () => {
      const [products, news] = await Promise.all([call('productList', all), call('newsList', all)])
      return { type: 'application/xml', text: sitemap(siteOrigin(), products.data, news.data) }
    },
    '/rss.xml': async () => ({ type: 'application/rss+xml', text: rss(siteOrigin(), site(), (await call('newsList', { ...all, limit: 24 })).data) }),
  }

  const make = async (path: string, search: string, audience: Audience): Promise<ReadyPage> => {
    const feed = feeds[path]
    if (feed) {
      const { type, text } = await feed()
      return new ReadyPage(200, text, headers(type, 'Accept-Encoding'), 'machines')
    }
    const html = await draw(path, search)
    if (html === undefined) return missingPage()
    // The missing page also stands in for pages that have a twin.
    const found = path !== notFound.path
    return new ReadyPage(found ? 200 : 404, html, audience === 'all' && found ? ordinary : twinned, audience)
  }

  const draw = (path: string, search: string, posted?: PostedForm): Promise<string | undefined> =>
    renderPage(path, search, { call, site: site(), linked: assets.linked, origin: siteOrigin() }, posted)
  /** Drawn once for everything that does not exist. */
  const missingPage = async (): Promise<ReadyPage> => cache.get(missing) ?? pageAt(missing, notFound.path, '', 'all')
  const forms = createFormAnswers(security, async (path, posted) => (await draw(path, '', posted)) ?? '')

  /** What is asked for by many at once is made once. */
  const making = new Map<string, Promise<ReadyPage>>()
  const pageAt = (address: string, path: string, search: string, audience: Audience): Promise<ReadyPage> => {
    const begun = making.get(address)
    if (begun) return begun
    const at = revision()
    const made = make(path, search, audience)
      .then((page) => {
        // Of addresses that lead nowhere anyone can make up more than the cache holds.
        if (page.found || address === missing) cache.put(address, page, at)
        return page
      })
      .finally(() => making.delete(address))
    making.set(address, made)
    return made
  }

  const pageFor = async (path: string, search: string, audience: Audience): Promise<ReadyPage> => {
    const route = routeOf(path)
    if (!route && !feeds[path]) return missingPage()
    const address = addressOf(path, search)
    const memorable = !route?.passing || address === path || /^[^?]*\?productId=[^&]*$/.test(address)
    return cache.get(address) ?? (memorable ? pageAt(address, path, search, audience) : make(path, search, audience))
  }

  /** For good, though not for longer than a day in anyone's cache. */
  const moved = (res: ServerResponse, to: string): void => sendBytes(res, 301, [...security, 'Location', to, 'Cache-Control', 'public, max-age=86400'], '')

  const fill = async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    if (takeMedia(req, res, path)) return
    const search = requestSearch(req.url)
    const meant = routeOf(path) || feeds[path] ? undefined : knownPath(path)
    if (meant !== undefined) return moved(res, meant + search)
    const { phone, robot } = agentOf(req.headers['user-agent'])
    if (hasTwin(path)) {
      const twin = twinOf(path, search, phone)
      if (twin) return sendBytes(res, 302, [...security, 'Location', twin, 'Vary', 'User-Agent', 'Cache-Control', 'no-cache'], '')
    }
    if (forms.isResult(path, search)) return forms.result(res, path)
    const page = await pageFor(path, search, hasTwin(path) ? (phone ? 'phone' : 'desktop') : 'all')
    if (!robot && page.opened(req)) visited()
    page.send(req, res)
  }

  return {
    forms,

    /** A page that lies ready under the address as it was asked for; asked first, since it is what most requests are. */
    takeReady(req: IncomingMessage, res: ServerResponse): boolean {
      const page = cache.get(req.url ?? '/')
      if (page === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return false
      const { phone, robot } = agentOf(req.headers['user-agent'])
      if (page.audience === (phone ? 'desktop' : 'phone')) return false
      if (!robot && page.opened(req)) visited()
      page.send(req, res)
      return true
    },

    take(req: IncomingMessage, res: ServerResponse, path: string): void {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        replies.send(res, 405, { code: 405, msg: '请求方法不正确', data: null }, ['Allow', 'GET, HEAD'])
      } else if (!assets.take(req, res, path) && !takeAdmin(req, res, path)) {
        fill(req, res, path).catch((error: unknown) => replies.fail(res, error))
      }
    },
  }
}

/** All that does not exist is one page. */
const missing = ' missing'

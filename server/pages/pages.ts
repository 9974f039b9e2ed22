import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PostedForm } from '../../contract/application.ts'
import type { Site } from '../../contract/entities.ts'
import { hasTwin, twinOf } from '../../contract/twins.ts'
import { addressOf, notFound, routeOf } from '../../client/site/routes.ts'
import type { GivenReplies, Handlers, NotesIn } from '../call.ts'
import type { FlatHeaders } from '../http/headers.ts'
import type { Replies } from '../http/reply.ts'
import { requestSearch } from '../http/requestPath.ts'
import { sendBytes } from '../http/send.ts'
import { createAdmin } from './admin.ts'
import { openAssets } from './assets.ts'
import { createFeeds } from './feeds.ts'
import { createFormAnswers } from './formAnswers.ts'
import { knownPath } from './knownPaths.ts'
import { serveLook } from './look.ts'
import { openMedia } from './media.ts'
import { PageCache } from './pageCache.ts'
import { type Audience, ReadyPage } from './readyPage.ts'
import { serveIcons } from './icons.ts'
import { serveRootFiles } from './rootFiles.ts'
import { callsInProcess, renderPage, renderPreview } from './render.tsx'
import { agentOf } from './userAgents.ts'

interface Parts {
  handlers: Handlers
  notesIn: NotesIn
  site: () => Site
  revision: () => number
  siteOrigin: () => string
  security: FlatHeaders
  replies: Replies
  /** Called for every page that a visitor opens. */
  onVisit: () => void
  signedIn: (token: string) => boolean
  /** The scripts and styles for the browser, from the build. */
  assetsFolder: string
  mediaFolder: string
}

/** Serves everything that is neither a call nor an uploaded file. Long because its steps share the cache and the headers. */
export function createPages({ handlers, notesIn, site, revision, siteOrigin, security, replies, onVisit, signedIn, assetsFolder, mediaFolder }: Parts) {
  const assets = openAssets(assetsFolder, security)
  const serveMedia = openMedia(mediaFolder, security)
  const serveLookSheet = serveLook(security)
  const serveIcon = serveIcons(site, security)
  const serveRootFile = serveRootFiles(site, security)
  const serveAdmin = createAdmin({ assets, security, signedIn })
  const cache = new PageCache(revision)
  const call = callsInProcess(handlers)
  const headers = (type: string, vary: string): FlatHeaders => [...security, 'Content-Type', `${type}; charset=utf-8`, 'Cache-Control', 'no-cache', 'Vary', vary]
  const pageHeaders = headers('text/html', 'Accept-Encoding')
  const twinPageHeaders = headers('text/html', 'Accept-Encoding, User-Agent')

  const feeds = createFeeds(call, site, siteOrigin)

  const createPage = async (path: string, search: string, audience: Audience): Promise<ReadyPage> => {
    const feed = feeds[path]
    if (feed) {
      const { type, text } = await feed()
      return new ReadyPage(200, text, headers(type, 'Accept-Encoding'), 'machines')
    }
    const html = await render(path, search)
    if (html === undefined) return missingPage()
    // The not-found page also replaces pages that have a twin.
    const found = path !== notFound.path
    return new ReadyPage(found ? 200 : 404, html, audience === 'all' && found ? pageHeaders : twinPageHeaders, audience)
  }

  const render = (path: string, search: string, posted?: PostedForm): Promise<string | undefined> =>
    renderPage(path, search, { call, notesIn, site: site(), assetsFor: assets.forPage, origin: siteOrigin() }, posted)
  /** One page for every address that does not exist. */
  const missingPage = async (): Promise<ReadyPage> => cache.get(missingAddress) ?? createAndCache(missingAddress, notFound.path, '', 'all')
  const forms = createFormAnswers(security, async (path, posted) => (await render(path, '', posted)) ?? '')

  const createAndCache = async (address: string, path: string, search: string, audience: Audience): Promise<ReadyPage> => {
    const startedAt = revision()
    const page = await createPage(path, search, audience)
    // Pages that do not exist are not cached by address: anybody can make up more of them than the cache holds.
    if (page.found || address === missingAddress) cache.put(address, page, startedAt)
    return page
  }

  const pageFor = async (path: string, search: string, audience: Audience): Promise<ReadyPage> => {
    const route = routeOf(path)
    if (!route && !feeds[path]) return missingPage()
    const address = addressOf(path, search)
    const isCacheable = !route?.uncacheable || address === path || /^[^?]*\?productId=[^&]*$/.test(address)
    return cache.get(address) ?? (isCacheable ? createAndCache(address, path, search, audience) : createPage(path, search, audience))
  }

  /** Permanent, but browsers cache it for a day only. */
  const redirectPermanently = (res: ServerResponse, to: string): void => sendBytes(res, 301, [...security, 'Location', to, 'Cache-Control', 'public, max-age=86400'], '')

  const servePage = async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    if (serveMedia(req, res, path) || serveLookSheet(req, res, path) || serveIcon(res, path) || serveRootFile(res, path)) return
    const search = requestSearch(req.url)
    const correctPath = routeOf(path) || feeds[path] ? undefined : knownPath(path)
    if (correctPath !== undefined) return redirectPermanently(res, correctPath + search)
    const { phone, robot } = agentOf(req.headers['user-agent'])
    if (hasTwin(path)) {
      const twin = twinOf(path, search, phone)
      if (twin) return sendBytes(res, 302, [...security, 'Location', twin, 'Vary', 'User-Agent', 'Cache-Control', 'no-cache'], '')
    }
    if (forms.isResult(path, search)) return forms.result(res, path)
    const page = await pageFor(path, search, hasTwin(path) ? (phone ? 'phone' : 'desktop') : 'all')
    if (!robot && page.isVisit(req)) onVisit()
    page.send(req, res)
  }

  return {
    forms,

    /** Rendered for each request, since it shows unsaved content to one person. */
    preview: (path: string, search: string, given: GivenReplies): Promise<string> =>
      renderPreview(path, search, given, { call, notesIn, site: site(), assetsFor: assets.forPage }),

    /** Serves a page that is cached under exactly this address. Call it first, since that is the most frequent kind of request. */
    serveCached(req: IncomingMessage, res: ServerResponse): boolean {
      const page = cache.get(req.url ?? '/')
      if (page === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return false
      const { phone, robot } = agentOf(req.headers['user-agent'])
      if (page.audience === (phone ? 'desktop' : 'phone')) return false
      if (!robot && page.isVisit(req)) onVisit()
      page.send(req, res)
      return true
    },

    serve(req: IncomingMessage, res: ServerResponse, path: string): void {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        replies.send(res, 405, { code: 405, msg: '请求方法不正确', data: null }, ['Allow', 'GET, HEAD'])
      } else if (!assets.serve(req, res, path) && !serveAdmin(req, res, path)) {
        servePage(req, res, path).catch((error: unknown) => replies.fail(res, error))
      }
    },
  }
}

/** The cache key of the not-found page; no request can have it. */
const missingAddress = ' missing'

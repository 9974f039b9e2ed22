import { renderToString } from 'react-dom/server'
import type { PostedForm } from '../../contract/leads/application.ts'
import { calls } from '../../contract/calls/calls.ts'
import type { PublicSite } from '../../contract/kinds/entities.ts'
import { parseFields } from '../../contract/calls/fields.ts'
import { marked } from '../../contract/kinds/pageMarks.ts'
import { siteFields } from '../../contract/site/siteFields.ts'
import { createNavigator } from '../../client/site/navigator.ts'
import { loadPage } from '../../client/site/loadPage.ts'
import type { MakeCall, SitePage } from '../../client/site/route.ts'
import { notFound } from '../../client/site/routes.ts'
import { icons } from '../../client/ui/icons.ts'
import { Site } from '../../client/site/Site.tsx'
import { uploadAt, whatIsAt } from '../site/addressBook.ts'
import { type Caller, type Handlers, type NotesIn, type PreviewedPage, visitorAt } from '../call.ts'
import type { Store } from '../store/store.ts'
import { isSharedInWeChat } from '../store/platformRecords.ts'
import { itemsListedAt } from './itemList.ts'
import { documentOf, escape, previewDocument } from './document.ts'
import type { PageAssets } from './assets.ts'

/** The caller of all page loads. The calls that pages make are open to everyone and change nothing. */
const visitor = visitorAt('')

/** Makes the same calls as the browser, with the same rules, in this process. */
export const callsInProcess =
  (handlers: Handlers): MakeCall =>
  async (name, input) => {
    const handle = handlers[name] as (fields: object, caller: Caller) => never
    return handle(parseFields(calls[name].input, input as Readonly<Record<string, unknown>>), visitor)
  }

export interface RenderSources {
  store: Store
  call: MakeCall
  notesIn: NotesIn
  site: PublicSite
  assetsFor: (page: string) => PageAssets
  /** What shared links show of a starter picture. */
  cropOf: (address: string) => string | undefined
  origin: string
  /** Where pages have scripts, styles, pictures and films from; previews have them from the site itself. */
  assetsUrl: string
}

/** Renders a page to HTML. Undefined when it does not exist; the not-found page is rendered under its own path only. */
export async function renderPage(
  path: string,
  search: string,
  sources: RenderSources,
  posted?: PostedForm,
): Promise<string | undefined> {
  const { store, call, notesIn, site, assetsFor, cropOf, origin, assetsUrl } = sources
  const page = withNotes(await loadPage(path, search, call, site, posted), notesIn)
  if (page.route === notFound && path !== notFound.path) return undefined
  const place = whatIsAt({ store, site }, page.at)
  // A part of a list has an address with a query.
  const items = place.is === 'page' && !page.at.includes('?') ? itemsListedAt(place.address, { store, site }) : []
  return documentOf(page, bodyOf(page, origin, assetsUrl), {
    place,
    items,
    assets: assetsFor(page.View.name),
    site,
    origin,
    assetsUrl,
    mediaAt: (address) => uploadAt(store, address),
    cropOf,
    // A page with what somebody has sent is not sent on.
    inWeChat: posted === undefined && isSharedInWeChat(store.wechat),
  })
}

type PreviewSources = Omit<RenderSources, 'assetsUrl' | 'site'> & { note: string | undefined }

/** The same page by the settings that are given, with some replies in place of what the store holds, and without scripts. */
export async function renderPreview(previewed: PreviewedPage, sources: PreviewSources): Promise<string> {
  const { path, search, site, given = {}, marks } = previewed
  const { call, notesIn, assetsFor, origin, note } = sources
  const shown = marks ? marked(siteFields, site) : site
  const page = withNotes(
    await loadPage(path, search, async (name, sent) => given[name] ?? call(name, sent), shown),
    notesIn,
  )
  const drawMap = (query: string): Promise<string> =>
    renderPreview({ ...previewed, path: '/map', search: query }, sources)
  const body = note === undefined ? await withMap(bodyOf(page, origin), drawMap) : bodyOf(page, origin)
  return previewDocument(page, body, assetsFor(page.View.name), shown, note)
}

/** With the map drawn into its frame: where scripts are blocked, browsers report those of its page as errors. */
async function withMap(body: string, drawMap: (query: string) => Promise<string>): Promise<string> {
  const [source, query = ''] = /data-src="\/map(\?[^"]*)"/.exec(body) ?? []
  if (source === undefined) return body
  const map = escape(await drawMap(query.replaceAll('&amp;', '&')))
  return body.replace(source, () => `srcdoc="${map}"`)
}

function bodyOf(page: SitePage, origin: string, assetsUrl = ''): string {
  const never = (): never => {
    throw new Error('the server renders a page only once')
  }
  const history = { entry: never, push: never, replace: never, saveScroll: never, subscribe: never }
  const navigator = createNavigator({
    first: page,
    history,
    loadPage: never,
    loadPlaceholder: never,
    scrollToTop: never,
  })
  return renderToString(
    <Site
      navigator={navigator}
      pictures={page.pictures ?? {}}
      icons={icons}
      origin={origin}
      assetsUrl={assetsUrl}
      earlyEvents={[]}
    />,
  )
}

const withNotes = (page: SitePage, notesIn: NotesIn): SitePage => {
  const pictures = notesIn([page.facts, page.banner, page.frame])
  return pictures ? { ...page, pictures } : page
}

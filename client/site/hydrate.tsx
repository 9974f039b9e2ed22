import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PublicSite } from '../../contract/kinds/entities.ts'
import type { PictureNote } from '../../contract/media/media.ts'
import { interfaceIcons } from '../ui/interfaceIcons.ts'
import { CallError } from '../lib/callError.ts'
import { browserHistory } from './browserHistory.ts'
import { takeEarlyEvents } from './EarlyEvents.tsx'
import { rememberLanding } from './landing.ts'
import { createNavigator } from './navigator.ts'
import { type HydrationData, pageFromHydration } from './page.ts'
import type { MakeCall, SitePage } from './route.ts'
import { Site } from './Site.tsx'

const { pathname, search } = new URL(window.firstAddress)
const { documentElement } = document
/** The pictures come from where this file comes from: a CDN, or the site itself where the CDN has failed (client/lib/again.ts). */
const { origin: scriptOrigin } = new URL(import.meta.url)
const assetsUrl = scriptOrigin === location.origin ? '' : scriptOrigin
// Otherwise client/lib/entry.ts counts the script as failed.
documentElement.className = 'js running'
rememberLanding()

let facts: Promise<PublicSite> | undefined
/**
 * The notes on the pictures of all pages so far. A page is rendered after its replies have come, so notes that are added need no new
 * render.
 */
const pictureNotes: Record<string, PictureNote> = {}
const icons: Record<string, string> = { ...interfaceIcons }
const laterPages = () => import('./laterPages.ts')
async function load(path: string, query: string): Promise<SitePage> {
  try {
    const { call, loadPage, subjectIcons } = await laterPages()
    Object.assign(icons, subjectIcons)
    const callForPage: MakeCall = (name, sent) =>
      call(name, sent, undefined, (notes) => Object.assign(pictureNotes, notes))
    facts ??= callForPage('siteDetail', {})
    return await loadPage(path, query, callForPage, await facts)
  } catch (error) {
    facts = undefined
    if (error instanceof CallError) throw error
    // The page's code could not be fetched, perhaps because a newer version has other files: then a reload gets them. Without a connection
    // this throws.
    await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
    if (location.pathname !== path) throw error
    location.reload()
    return new Promise(() => {})
  }
}

async function hydrate(root: HTMLElement): Promise<void> {
  const html = root.innerHTML
  /** React empties the page when a component throws. */
  const restore = (): void => {
    if (location.pathname !== pathname || location.search !== search) return location.reload()
    const fresh = root.cloneNode() as HTMLElement
    fresh.innerHTML = html
    root.replaceWith(fresh)
    documentElement.className = ''
  }
  /** The data that the server rendered the page from is in the HTML, so nothing is requested twice. */
  const data = JSON.parse(document.getElementById('page')?.textContent ?? '') as HydrationData
  const first = await pageFromHydration(data, pathname, search, document.title)
  const navigator = createNavigator({
    first,
    history: browserHistory,
    loadPage: load,
    loadPlaceholder: async (...page) => (await laterPages()).placeholderPage(...page),
    scrollToTop: () => scrollTo(0, 0),
  })
  const page = (
    <Site
      navigator={navigator}
      pictures={Object.assign(pictureNotes, data.pictures)}
      icons={icons}
      origin={location.origin}
      assetsUrl={assetsUrl}
      earlyEvents={takeEarlyEvents()}
    />
  )
  // A transition is rendered in slices.
  startTransition(() => {
    hydrateRoot(root, page, {
      onUncaughtError(error) {
        console.error(error)
        restore()
      },
    })
  })
}

function start(): void {
  const root = document.getElementById('root')
  if (root)
    hydrate(root).catch((error: unknown) => {
      documentElement.className = ''
      console.error(error)
      // A script of the page has failed: all are asked for once more, where there is somewhere else to ask.
      document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'))
    })
}

// A script that another one adds does not wait for the end of the page.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()

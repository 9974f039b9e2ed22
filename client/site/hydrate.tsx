import { hydrateRoot } from 'react-dom/client'
import type { Site as SiteFacts } from '../../contract/entities.ts'
import { CallError } from '../lib/callError.ts'
import { type Carried, carriedPage, loadPage, type Page } from './page.ts'
import { Site } from './Site.tsx'

const { pathname, search } = location
const html = document.documentElement
// For the entry, which calls a script that has not come this far a failed one.
html.className = 'js running'

let facts: Promise<SiteFacts> | undefined
/** Calls are made from the second page on, so their code comes with it. */
async function load(path: string, query: string): Promise<Page> {
  try {
    const { call } = await import('../lib/call.ts')
    facts ??= call('siteDetail', {})
    return await loadPage(path, query, call, await facts)
  } catch (error) {
    facts = undefined
    if (error instanceof CallError) throw error
    // The page's code did not come, perhaps since a newer version has other files: the server gives it anew. Without a connection this fails, too.
    await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
    if (location.pathname !== path) throw error
    location.reload()
    return new Promise(() => {})
  }
}

async function hydrate(root: HTMLElement): Promise<void> {
  const served = root.innerHTML
  /** React empties the page when a component throws. */
  const restore = (): void => {
    if (location.pathname !== pathname || location.search !== search) return location.reload()
    const fresh = root.cloneNode() as HTMLElement
    fresh.innerHTML = served
    root.replaceWith(fresh)
    html.className = ''
  }
  /** What the server drew the page from lies in the page, so nothing is asked for twice. */
  const carried = JSON.parse(document.getElementById('page')?.textContent ?? '') as Carried
  const first = await carriedPage(carried, pathname, search, document.title)
  hydrateRoot(root, <Site first={first} load={load} ssrPath={pathname} ssrSearch={search} />, {
    onUncaughtError(error) {
      console.error(error)
      restore()
    },
  })
}

function start(): void {
  const root = document.getElementById('root')
  if (root) hydrate(root).catch((error: unknown) => {
    html.className = ''
    console.error(error)
  })
}

// A script that another has added does not wait for the end of the page.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()

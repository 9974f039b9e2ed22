import { hydrateRoot } from 'react-dom/client'
import type { Site as SiteFacts } from '../../contract/entities.ts'
import { type Carried, carriedPage, loadPage, type Page } from './page.ts'
import { Site } from './Site.tsx'

/** What the server drew the page from lies in the page, so nothing is asked for twice. */
const { pathname, search } = location
const carried = JSON.parse(document.getElementById('page')?.textContent ?? '') as Carried
const first = await carriedPage(carried, pathname, search, document.title)

let facts: Promise<SiteFacts> | undefined
/** Calls are made from the second page on, so their code comes with it. */
const load = async (path: string, query: string): Promise<Page> => {
  const { call } = await import('../lib/call.ts')
  facts ??= call('siteDetail', {})
  try {
    return await loadPage(path, query, call, await facts)
  } catch (error) {
    facts = undefined
    throw error
  }
}

const root = document.getElementById('root')
if (root) hydrateRoot(root, <Site first={first} load={load} ssrPath={pathname} ssrSearch={search} />)

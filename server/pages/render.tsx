import { renderToString } from 'react-dom/server'
import type { PostedForm } from '../../contract/application.ts'
import { calls } from '../../contract/calls.ts'
import type { Site as SiteFacts } from '../../contract/entities.ts'
import { readFields } from '../../contract/fields.ts'
import { loadPage, type Page } from '../../client/site/page.ts'
import type { MakeCall } from '../../client/site/route.ts'
import { notFound } from '../../client/site/routes.ts'
import { Site } from '../../client/site/Site.tsx'
import { type Caller, type Handlers, visitorAt } from '../calls/caller.ts'
import { documentOf } from './document.ts'
import type { Linked } from './linked.ts'

/** As handlers see whoever asks for a page; the calls that pages make are open to everyone and change nothing. */
const visitor = visitorAt('')

/** The same calls as the browser makes, by the same rules, in process. */
export const callsInProcess = (handlers: Handlers): MakeCall => async (name, sent) => {
  const handle = handlers[name] as (input: object, caller: Caller) => never
  return handle(readFields(calls[name].input, sent as Readonly<Record<string, unknown>>), visitor)
}

interface Sources {
  call: MakeCall
  site: SiteFacts
  linked: (page: string) => Linked
  origin: string
}

/** The HTML of a page; undefined when there is no such page, which is drawn as `notFound` itself alone. */
export async function renderPage(path: string, search: string, { call, site, linked, origin }: Sources, posted?: PostedForm): Promise<string | undefined> {
  const loaded = await loadPage(path, search, call, site)
  if (loaded.route === notFound && path !== notFound.path) return undefined
  const page = posted === undefined ? loaded : withForm(loaded, posted)
  const never = (): never => {
    throw new Error('a page is drawn once on the server')
  }
  const body = renderToString(<Site first={page} load={never} ssrPath={path} ssrSearch={search} />)
  return documentOf(page, body, linked(page.View.name), site, origin)
}

/** One visitor's page, which is in no index. */
const withForm = (page: Page, posted: PostedForm): Page => ({ ...page, facts: { ...(page.facts as object), posted }, head: { ...page.head, noindex: true } })

import { renderToString } from 'react-dom/server'
import { calls } from '../../contract/calls.ts'
import type { Site as SiteFacts } from '../../contract/entities.ts'
import { readFields } from '../../contract/fields.ts'
import { loadPage } from '../../client/site/page.ts'
import type { MakeCall } from '../../client/site/route.ts'
import { notFound } from '../../client/site/routes.ts'
import { Site } from '../../client/site/Site.tsx'
import type { Caller, Handlers } from '../calls/caller.ts'
import { documentOf } from './document.ts'
import type { Linked } from './linked.ts'

export interface Rendered {
  status: 200 | 404
  html: string
}

const nothing = (): undefined => undefined
/** A visitor, as handlers see one; the calls that pages make are open to everyone and change nothing. */
const visitor: Caller = { address: '', token: undefined, signedIn: undefined, keepToken: nothing, dropToken: nothing, device: nothing, keepDevice: nothing }

/** The same calls as the browser makes, by the same rules, in process. */
export const callsInProcess = (handlers: Handlers): MakeCall => async (name, sent) => {
  const handle = handlers[name] as (input: object, caller: Caller) => never
  return handle(readFields(calls[name].input, sent as Readonly<Record<string, unknown>>), visitor)
}

export async function renderPage(path: string, search: string, call: MakeCall, site: SiteFacts, linked: (page: string) => Linked, origin: string): Promise<Rendered> {
  const page = await loadPage(path, search, call, site)
  const never = (): never => {
    throw new Error('a page is drawn once on the server')
  }
  const body = renderToString(<Site first={page} load={never} ssrPath={path} ssrSearch={search} />)
  return { status: page.route === notFound ? 404 : 200, html: documentOf(page, body, linked(page.View.name), site, origin) }
}

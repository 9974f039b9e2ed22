import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FlatHeaders, unstored } from '../edge/headers.ts'
import type { Replies } from '../edge/reply.ts'
import { isRead, requestSearch, type Serve } from '../edge/request.ts'
import { sendBytes } from '../edge/send.ts'
import { agentOf } from './userAgents.ts'

interface DraftPageParts {
  path: string
  /** The page that the query shows; undefined for none. */
  draw(search: string, phone: boolean): Promise<string | undefined>
  notFound(req: IncomingMessage, res: ServerResponse): void
  security: FlatHeaders
  replies: Replies
}

/** Serves a draft to whoever has its address, and to no search engine. Returns true when the path is its own. */
export function createDraftPage({ path: own, draw, notFound, security, replies }: DraftPageParts): Serve {
  const headers = [...security, ...unstored('text/html'), 'X-Robots-Tag', 'noindex']
  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const html = await draw(requestSearch(req.url), agentOf(req.headers['user-agent']).phone)
    if (html === undefined) notFound(req, res)
    else sendBytes(res, 200, headers, html)
  }
  return (req, res, path) => {
    if (path !== own || !isRead(req)) return false
    serve(req, res).catch((error: unknown) => replies.fail(res, error))
    return true
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type KindName } from '../../contract/kinds.ts'
import type { FlatHeaders } from '../http/headers.ts'
import type { Replies } from '../http/reply.ts'
import { requestSearch } from '../http/request.ts'
import { sendBytes } from '../http/send.ts'
import { type PreviewLinks, previewPath } from '../publish/previewLinks.ts'
import type { DraftRecord } from '../store/records.ts'
import { agentOf } from './userAgents.ts'

interface Parts {
  links: PreviewLinks
  draw(kind: KindName, draft: DraftRecord, phone: boolean): Promise<string>
  /** What is sent for an address that shows nothing. */
  notFound(req: IncomingMessage, res: ServerResponse): void
  security: FlatHeaders
  replies: Replies
}

/** Serves a draft to whoever has its address, and to no search engine. Returns true when the path is its own. */
export function createDraftPage({ links, draw, notFound, security, replies }: Parts) {
  const headers = [...security, 'Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-store', 'X-Robots-Tag', 'noindex']
  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const found = await links.draftOf(requestSearch(req.url))
    if (!found) return notFound(req, res)
    sendBytes(res, 200, headers, await draw(found.kind, found.draft, agentOf(req.headers['user-agent']).phone))
  }
  return (req: IncomingMessage, res: ServerResponse, path: string): boolean => {
    if (path !== previewPath || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    serve(req, res).catch((error: unknown) => replies.fail(res, error))
    return true
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { captionedFilm, captionsPrefix } from '../../contract/media.ts'
import { filePolicy, type FlatHeaders, withPolicy } from '../http/headers.ts'
import { sendBytes } from '../http/send.ts'

/** Serves the captions that staff have given to films of the library. */
export function serveCaptions(
  captionsOf: (mediaId: string) => string | undefined, security: FlatHeaders,
): (req: IncomingMessage, res: ServerResponse, path: string) => boolean {
  const headers = [...withPolicy(security, filePolicy), 'Content-Type', 'text/vtt; charset=utf-8', 'Cache-Control', 'no-cache']
  return (req, res, path) => {
    if (!path.startsWith(captionsPrefix) || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    const captions = captionsOf(captionedFilm(path))
    if (!captions) return false
    sendBytes(res, 200, headers, captions)
    return true
  }
}

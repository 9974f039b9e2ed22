import type { ServerResponse } from 'node:http'
import type { Site } from '../../contract/entities.ts'
import { filePolicy, type FlatHeaders, withPolicy } from '../http/headers.ts'
import { sendBytes } from '../http/send.ts'

const types: Readonly<Record<string, string>> = { txt: 'text/plain', html: 'text/html', xml: 'application/xml' }

/** Serves the small files by which search engines check who owns the site. They may contain anything, so nothing in them runs. */
export function serveRootFiles(site: () => Site, security: FlatHeaders): (res: ServerResponse, path: string) => boolean {
  return (res, path) => {
    const file = site().rootFiles.find(({ name }) => path === `/${name}`)
    if (!file) return false
    const type = types[file.name.split('.').at(-1) ?? ''] ?? 'text/plain'
    sendBytes(res, 200, [...withPolicy(security, filePolicy), 'Content-Type', `${type}; charset=utf-8`, 'Cache-Control', 'no-cache'], file.content)
    return true
  }
}

import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { etagMatches } from '../http/files.ts'
import type { FlatHeaders } from '../http/headers.ts'
import { isRead } from '../http/request.ts'
import { type Encoding, encodingFor } from './encodings.ts'

/** The addresses of the scripts and styles of a page. */
export interface PageAssets {
  /** Asks once more for what a CDN does not send. */
  again: string
  /** Checks whether the browser can run the scripts, and loads the first of them. */
  entry: string
  /** Starts the services that the site record names. */
  services: string
  scripts: readonly string[]
  style: string
}

/** Written by the build: the file names, the entry, the first script and style, and each page's own script. */
interface Manifest {
  again: string
  entry: string
  services: string
  script: string
  style: string
  pages: Record<string, string>
  admin: { script: string; office: string[]; style: string }
  files: string[]
}

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

export type Assets = ReturnType<typeof openAssets>

/** Serves scripts and styles from memory, plain and compressed by the build. Their names include a hash of their content. */
export function openAssets(folder: string, security: FlatHeaders) {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const files = new Map<
    string,
    { etag: string; headers: FlatHeaders; encoded: Record<Encoding, { headers: FlatHeaders; body: Buffer }> }
  >()
  for (const name of manifest.files) {
    const type = name.endsWith('.css') ? types.css : types.js
    // The name includes a hash. Weak, since all encodings share it.
    const etag = `W/"${name}"`
    const caching = ['Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding', 'ETag', etag]
    const headers = [...security, 'Content-Type', type, ...caching]
    const encode = (encoding: Encoding) => {
      const body = readFileSync(join(folder, name + { br: '.br', gzip: '.gz', identity: '' }[encoding]))
      const contentEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
      return { body, headers: [...headers, ...contentEncoding, 'Content-Length', String(body.length)] }
    }
    files.set(`/assets/${name}`, {
      etag,
      headers,
      encoded: { br: encode('br'), gzip: encode('gzip'), identity: encode('identity') },
    })
  }
  const address = (name: string): string => `/assets/${name}`
  const every = {
    again: address(manifest.again),
    entry: address(manifest.entry),
    services: address(manifest.services),
  }
  const { script, office, style } = manifest.admin

  return {
    /** The assets of the login page. */
    login: { ...every, scripts: [script].map(address), style: address(style) },
    /** The assets of the back office for who has signed in. */
    office: { ...every, scripts: [script, ...office].map(address), style: address(style) },
    /** The assets of a page, by the name of its component. */
    forPage(page: string): PageAssets {
      const pageScript = manifest.pages[page]
      const scripts = pageScript === undefined ? [manifest.script] : [manifest.script, pageScript]
      return {
        ...every,
        scripts: scripts.map(address),
        style: address(manifest.style),
      }
    },
    serve(req: IncomingMessage, res: ServerResponse, path: string): boolean {
      const file = files.get(path)
      if (!file || !isRead(req)) return false
      if (etagMatches(req.headers['if-none-match'], file.etag)) {
        res.writeHead(304, file.headers as string[]).end()
        return true
      }
      const { headers, body } = file.encoded[encodingFor(req.headers['accept-encoding'] as string | undefined)]
      res.writeHead(200, headers as string[])
      res.end(req.method === 'HEAD' ? undefined : body)
      return true
    },
  }
}

/**
 * Matches every browser that knows the feature. Chromium 86 and older, which cannot run the scripts, knows `modulepreload` but not this,
 * and does not preload them.
 */
const modernBrowsers = '(forced-colors: none), (forced-colors: active)'

/**
 * The entry precedes the style sheet, for which it would have to wait. It delays nothing: both are needed for the first paint. What precedes
 * it comes from the site itself, also where the rest is from a CDN: the parser waits for it, for as long as a CDN says nothing.
 */
export function assetTags({ again, entry, scripts, style }: PageAssets, attributes = '', assetsUrl = ''): string {
  return [
    assetsUrl && `<script src="${again}" data-cdn="${assetsUrl}"></script>`,
    `<script src="${entry}" data-module="${assetsUrl}${scripts[0]}"${attributes}></script>`,
    `<link rel="stylesheet" href="${assetsUrl}${style}">`,
    ...scripts.map(
      (script) =>
        `<link rel="modulepreload" href="${assetsUrl}${script}" fetchpriority="low" media="${modernBrowsers}">`,
    ),
  ].join('')
}

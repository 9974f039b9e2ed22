import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { etagMatches } from '../edge/files.ts'
import type { FlatHeaders } from '../edge/headers.ts'
import { isRead } from '../edge/request.ts'
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
  /** Of the frame, and of the page. */
  styles: readonly string[]
  print?: string
  /** By address: what a browser compares with the file that a CDN sends. */
  integrity: ReadonlyMap<string, string>
}

/** Written by the build: the file names, the entry, the first script, each page's own script, and the style sheets. */
interface Manifest {
  again: string
  entry: string
  services: string
  script: string
  pages: Record<string, string>
  /** The sheets by the names of client/styles/sheets.mjs. */
  site: { sheets: Record<string, string> }
  admin: { script: string; office: string[]; sheets: Record<string, string> }
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
  const integrity = new Map<string, string>()
  const address = (name: string): string => `/assets/${name}`
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
    const encoded = { br: encode('br'), gzip: encode('gzip'), identity: encode('identity') }
    files.set(address(name), { etag, headers, encoded })
    integrity.set(address(name), `sha256-${createHash('sha256').update(encoded.identity.body).digest('base64')}`)
  }
  const every = {
    integrity,
    again: address(manifest.again),
    entry: address(manifest.entry),
    services: address(manifest.services),
  }
  const { sheets } = manifest.site
  const { script, office, sheets: ofOffice } = manifest.admin
  const addresses = (names: readonly (string | undefined)[]): string[] =>
    names.filter((name) => name !== undefined).map(address)

  return {
    /** The assets of the login page. */
    login: { ...every, scripts: addresses([script]), styles: addresses([ofOffice['admin'], ofOffice['LoginScreen']]) },
    /** The assets of the back office for who has signed in, with the sheet of the screen where the page begins with that. */
    office: (screen = '') => ({
      ...every,
      scripts: addresses([script, ...office]),
      styles: addresses([ofOffice['admin'], ofOffice[screen]]),
    }),
    /** The assets of a page, by the name of its component. */
    forPage(page: string): PageAssets {
      return {
        ...every,
        scripts: addresses([manifest.script, manifest.pages[page]]),
        styles: addresses([sheets['site'], sheets[page]]),
        print: address(sheets['print'] ?? ''),
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

/** An attribute with the address of a file, and what a browser compares with it where a CDN sends it, which it may only with CORS. */
const addressing =
  ({ integrity }: PageAssets, assetsUrl: string) =>
  (address = '', name = 'href', comparing = 'integrity'): string => {
    const compared = assetsUrl && ` ${comparing}="${integrity.get(address)}" crossorigin`
    return `${name}="${assetsUrl}${address}"${compared}`
  }

export function styleTags(assets: PageAssets, assetsUrl = ''): string {
  const { styles, print } = assets
  const at = addressing(assets, assetsUrl)
  const tags = styles.map((address) => `<link rel="stylesheet" ${at(address)}>`)
  return tags.join('') + (print === undefined ? '' : `<link rel="stylesheet" ${at(print)} media="print">`)
}

/**
 * The entry precedes the style sheets, for which it would have to wait. It delays nothing: all are needed for the first paint. What precedes
 * them comes from the site itself, also where the rest is from a CDN: the parser waits for it, for as long as a CDN says nothing.
 */
export function assetTags(assets: PageAssets, attributes = '', assetsUrl = ''): string {
  const { again, entry, scripts } = assets
  const at = addressing(assets, assetsUrl)
  return [
    assetsUrl && `<script src="${again}" data-cdn="${assetsUrl}"></script>`,
    `<script src="${entry}" ${at(scripts[0], 'data-module', 'data-integrity')}${attributes}></script>`,
    styleTags(assets, assetsUrl),
    ...scripts.map(
      (script) => `<link rel="modulepreload" ${at(script)} fetchpriority="low" media="${modernBrowsers}">`,
    ),
  ].join('')
}

import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { matches } from '../http/files.ts'
import type { FlatHeaders } from '../http/headers.ts'
import type { Linked } from './linked.ts'
import { type Encoding, encodingFor } from './encodings.ts'

/** What the build left: the files by name, the entry, the first script and style, and each page's own script. */
interface Manifest {
  entry: string
  script: string
  style: string
  pages: Record<string, string>
  admin: { script: string; style: string }
  files: string[]
}

export interface Assets {
  /** What the HTML of a page must name, by its component's name. */
  linked(page: string): Linked
  /** What the HTML of the back office must name. */
  admin: Linked
  take(req: IncomingMessage, res: ServerResponse, path: string): boolean
}

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/** The browser's scripts and styles, whole and compressed by the build, held in memory; their names change with their bytes. */
export function openAssets(folder: string, security: FlatHeaders): Assets {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const files = new Map<string, { etag: string; kept: FlatHeaders; ready: Record<Encoding, { headers: FlatHeaders; body: Buffer }> }>()
  for (const name of manifest.files) {
    const type = types[name.endsWith('.css') ? 'css' : 'js']
    // Its name changes with its bytes; weak, since every encoding bears it.
    const etag = `W/"${name}"`
    const kept = [...security, 'Content-Type', type, 'Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding', 'ETag', etag]
    const ready = (encoding: Encoding) => {
      const body = readFileSync(join(folder, name + { br: '.br', gzip: '.gz', identity: '' }[encoding]))
      const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
      return { body, headers: [...kept, ...coded, 'Content-Length', String(body.length)] }
    }
    files.set(`/assets/${name}`, { etag, kept, ready: { br: ready('br'), gzip: ready('gzip'), identity: ready('identity') } })
  }
  const address = (name: string): string => `/assets/${name}`
  const entry = address(manifest.entry)

  return {
    admin: { entry, scripts: [address(manifest.admin.script)], style: address(manifest.admin.style) },
    linked(page) {
      const own = manifest.pages[page]
      return { entry, scripts: [manifest.script, ...(own ? [own] : [])].map(address), style: address(manifest.style) }
    },
    take(req, res, path) {
      const file = files.get(path)
      if (!file || (req.method !== 'GET' && req.method !== 'HEAD')) return false
      if (matches(req.headers['if-none-match'], file.etag)) {
        res.writeHead(304, file.kept as string[]).end()
        return true
      }
      const { headers, body } = file.ready[encodingFor(req.headers['accept-encoding'] as string | undefined)]
      res.writeHead(200, headers as string[])
      res.end(req.method === 'HEAD' ? undefined : body)
      return true
    },
  }
}

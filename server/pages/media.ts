import { fstatSync, openSync, readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { starterCropStem } from '../../contract/pictureName.ts'
import { type OpenFile, sendOpen } from '../http/files.ts'
import { filePolicy, type FlatHeaders, withPolicy } from '../http/headers.ts'
import { isRead } from '../http/request.ts'

const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.pdf': 'application/pdf',
}

/** A picture named after its content: stem, hash, then the facts of contract/pictureName.ts, or a variant's width; an SVG has neither. */
const hashed = /^(\/media\/[\w/-]+)\.[0-9a-f]{8}\.(?:[\w.]+\.(?:jpg|png)|(\d+w)\.webp|(svg))$/

/**
 * Serves the pictures, films and data sheets that are part of the program. All files are opened at the start, so that an upgrade may
 * replace them under a running server. Files that did not exist at the start cannot be requested.
 */
export function openMedia(folder: string, security: FlatHeaders) {
  const headersFor = (cache: string): FlatHeaders => [
    ...withPolicy(security, filePolicy),
    'Cache-Control',
    `public, max-age=${cache}`,
  ]
  const cachedForADay = headersFor('86400')
  const immutable = headersFor('31536000, immutable')
  const files = new Map<string, OpenFile>()
  /** The current file of each picture: the main one by its stem, a variant by stem and width. */
  const current = new Map<string, string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const type = types[extname(name)]
    if (type === undefined || !statSync(path).isFile()) continue
    const fd = openSync(path, 'r')
    const { size, mtimeMs } = fstatSync(fd)
    const address = `/media/${name.split(sep).join('/')}`
    const [isHashed, stem, width = '', svg = ''] = hashed.exec(address) ?? []
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    files.set(address, { fd, size, type, headers: isHashed ? immutable : cachedForADay, etag })
    if (isHashed) current.set(stem + width + svg, address)
  }

  /** Data folders refer to the pictures of the version that seeded them, without a hash or with an older one. */
  const currentVersion = (path: string): OpenFile | undefined => {
    const [, stem, width = '', svg = ''] =
      hashed.exec(path) ?? /^(\/media\/[\w/-]+)\.(?:jpg|png|()(svg))$/.exec(path) ?? []
    const file =
      stem === undefined ? undefined : files.get(current.get(stem + width + svg) ?? current.get(stem + svg) ?? '')
    return file && { ...file, headers: cachedForADay }
  }

  return {
    serve(req: IncomingMessage, res: ServerResponse, path: string): boolean {
      const file = files.get(path) ?? currentVersion(path)
      if (file === undefined || !isRead(req)) return false
      sendOpen(req, res, file)
      return true
    },
    /** What shared links show of a picture; undefined for one that is no record's cover in the starter content. */
    cropOf: (address: string): string | undefined => current.get(starterCropStem(address) ?? ''),
  }
}

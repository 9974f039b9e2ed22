import { fstatSync, openSync, readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { starterCropStem } from '../../contract/media/pictureName.ts'
import { type OpenFile, sendOpen } from '../edge/files.ts'
import { filePolicy, type FlatHeaders, withPolicy } from '../edge/headers.ts'
import { isRead } from '../edge/request.ts'

const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.pdf': 'application/pdf',
}

/** A picture named after its content: stem, hash, then the facts of contract/media/pictureName.ts, or a variant's width; an SVG has neither. */
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
  for (const { address, ...file } of openedIn(folder)) {
    const [isHashed, stem, width = '', svg = ''] = hashed.exec(address) ?? []
    files.set(address, { ...file, headers: isHashed ? immutable : cachedForADay })
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

interface MediaFile extends Omit<OpenFile, 'headers'> {
  address: string
}

const openedFolders = new Map<string, readonly MediaFile[]>()

/** A process opens them once, however many servers it has. */
function openedIn(folder: string): readonly MediaFile[] {
  const opened = openedFolders.get(folder)
  if (opened !== undefined) return opened
  const files: MediaFile[] = []
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const type = types[extname(name)]
    if (type === undefined || !statSync(path).isFile()) continue
    const fd = openSync(path, 'r')
    const { size, mtimeMs } = fstatSync(fd)
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    files.push({ address: `/media/${name.split(sep).join('/')}`, fd, size, type, etag })
  }
  openedFolders.set(folder, files)
  return files
}

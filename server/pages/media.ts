import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { sendHeld, type ServedFile } from '../http/files.ts'
import { filePolicy, type FlatHeaders, withPolicy } from '../http/headers.ts'

const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
}

/** Addresses that browsers ask for unbidden. */
const unbidden: Readonly<Record<string, string>> = { '/favicon.ico': '/media/touch-icon.png', '/apple-touch-icon.png': '/media/touch-icon.png' }

/**
 * The pictures and films that ship with the program, read into memory once: an upgrade that replaces them under a running server
 * must not leave its pages without. No name that was not there at the start can be asked for.
 */
export function openMedia(folder: string, security: FlatHeaders): (req: IncomingMessage, res: ServerResponse, path: string) => boolean {
  const headers = [...withPolicy(security, filePolicy), 'Cache-Control', 'public, max-age=86400']
  const files = new Map<string, ServedFile & { bytes: Buffer }>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const etag = `"${bytes.length.toString(36)}-${Math.floor(statSync(path).mtimeMs).toString(36)}"`
    files.set(`/media/${relative(folder, path).split(sep).join('/')}`, { bytes, type, headers, etag })
  }
  return (req, res, path) => {
    const file = files.get(unbidden[path] ?? path)
    if (file === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    sendHeld(req, res, file, file.bytes)
    return true
  }
}

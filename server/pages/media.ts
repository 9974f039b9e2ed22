import { readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { sendFile, type ServedFile } from '../http/files.ts'
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

/** The pictures and films that ship with the program. What is there is listed once: no other name can be asked for. */
export function openMedia(folder: string, security: FlatHeaders): (req: IncomingMessage, res: ServerResponse, path: string) => Promise<boolean> | false {
  const headers = [...withPolicy(security, filePolicy), 'Cache-Control', 'public, max-age=86400']
  const files = new Map<string, ServedFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const { size, mtimeMs } = statSync(path)
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    files.set(`/media/${relative(folder, path).split(sep).join('/')}`, { path, type, headers, etag })
  }
  return (req, res, path) => {
    const file = files.get(unbidden[path] ?? path)
    return file !== undefined && (req.method === 'GET' || req.method === 'HEAD') && sendFile(req, res, file)
  }
}

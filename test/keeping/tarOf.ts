import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Manifest } from '../../server/keeping/manifest.ts'

export interface Member {
  name: string
  body?: string | Buffer
  type?: string
  /** The size in the header, independent of the body. */
  size?: number
  link?: string
}

/** Writes a tar without any checks. */
export function tarOf(members: readonly Member[], { end = 1024 }: { end?: number } = {}): Buffer {
  const parts = members.flatMap(({ name, body = '', type = '0', size, link = '' }) => {
    const bytes = Buffer.from(body)
    const header = Buffer.alloc(512)
    header.write(name, 0, 100)
    header.write('0000644\x000000000\x000000000\x00', 100)
    header.write(`${(size ?? bytes.length).toString(8).padStart(11, '0')}\x0000000000000\x00        ${type}`, 124)
    header.write(link, 157, 100)
    header.write('ustar\x0000', 257)
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\x00 `,
      148,
    )
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(end)])
}

export const sha256 = (body: string | Buffer): string => createHash('sha256').update(body).digest('hex')

/** A manifest that matches the members, except for `changes`. */
export function manifestOf(members: readonly Member[], changes: Partial<Record<keyof Manifest, unknown>> = {}): Member {
  const files = members.map(({ name, body = '' }) => ({ name, size: Buffer.byteLength(body), sha256: sha256(body) }))
  const uploads = files.filter(({ name }) => name.startsWith('uploads/'))
  const counts: Record<string, number> = {}
  for (const { name } of files) {
    const [, collection = ''] = /^data\/([^/]+(?:\/[^/]+)?)(?:\/[^/]+)*\/[^/]+\.json$/.exec(name) ?? []
    if (collection !== '') counts[collection] = (counts[collection] ?? 0) + 1
  }
  const manifest = {
    program: 'zhuzhan',
    format: 3,
    dataFormat: 1,
    version: '0.1.0',
    time: '2026-11-20T03:30:00.000+08:00',
    counts,
    uploads: { files: uploads.length, bytes: uploads.reduce((sum, { size }) => sum + size, 0) },
    missing: [],
    files,
    ...changes,
  }
  return { name: 'manifest.json', body: JSON.stringify(manifest) }
}

/** An archive of these files, in the program's own format. */
export const archiveOf = (members: readonly Member[], changes?: Partial<Record<keyof Manifest, unknown>>): Buffer =>
  gzipSync(tarOf([manifestOf(members, changes), ...members]))

export const newsRecord = (id: string, title = '标题'): Member => ({
  name: `data/news/${id}.json`,
  body: `${JSON.stringify({ id, createdAt: '2026-11-20T03:30:00.000+08:00', newTitle: title, newIntro: '', newCover: '', newInfo: '' }, null, 2)}\n`,
})

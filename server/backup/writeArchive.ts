import { createHash } from 'node:crypto'
import { closeSync, type Dirent, fdatasyncSync, fsyncSync, openSync, readdirSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pictureFacts } from '../../contract/pictureName.ts'
import { dataFormat } from '../store/format.ts'
import { recordText } from '../store/records.ts'
import {
  agreementName, type ArchivedFile, archiveFormat, isContentFolder, isUploadName, type Manifest, manifestName, manifestText, mostRecordBytes,
  placeOf, recordName, uploadName,
} from './manifest.ts'
import { readSnapshot, snapshotHead } from './snapshotFile.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

export interface ArchiveSource {
  /** Open files: what `writeSnapshot` wrote, and the empty archive. */
  snapshot: number
  archive: number
  dataDir: string
  uploadsDir: string
  version: string
  /** Bytes that may be used on the archive's disk. */
  free: number
}

/** Not enough space: found before anything is written. */
export class NoSpace extends Error {}

/**
 * Writes the archive and syncs it. Everything is read twice, first for the hashes that the manifest begins with: records are a
 * snapshot and uploads never change, so both times are the same. It waits for the disk where it is, so it belongs into a thread
 * of its own. `progress` is given the share that is done.
 */
export function writeArchive(source: ArchiveSource, progress: (share: number) => void): Manifest {
  const { time, counts } = snapshotHead(source.snapshot)
  const found = new Contents()
  for (const [collection, record] of readSnapshot(source.snapshot)) found.addBytes(recordName(collection, record.id), Buffer.from(recordText(record)))
  const records = found.files.length
  addOtherCollections(source, counts, found)
  addUploads(source.uploadsDir, found, progress)

  const files = found.files.map(({ name, size, sha256 }) => ({ name, size, sha256 }))
  const uploads = files.filter(({ name }) => placeOf(name)?.is === 'upload')
  const manifest: Manifest = {
    program: 'zhuzhan',
    format: archiveFormat,
    dataFormat,
    version: source.version,
    time,
    counts: { ...counts, ...countsOf(files.slice(records)) },
    uploads: { files: uploads.length, bytes: bytesOf(uploads) },
    missing: found.missing(),
    skipped: found.skipped,
    files,
  }
  const need = bytesOf(files) + files.length * 1536
  if (need > source.free) throw new NoSpace(`空间不足：备份约需 ${megabytes(need)}，可用 ${megabytes(Math.max(0, source.free))}`)

  const out = new GzipFile(source.archive)
  const seconds = Date.parse(time) / 1000
  const add = (name: string, size: number, parts: Iterable<Buffer>): void => {
    // Pictures are compressed already: to try again would only take time.
    out.level = placeOf(name)?.is === 'upload' ? 0 : 6
    out.add(tarHeader(name, size, seconds))
    for (const part of parts) out.add(part)
    out.add(tarPadding(size))
  }
  const text = Buffer.from(manifestText(manifest))
  add(manifestName, text.length, [text])
  for (const [collection, record] of readSnapshot(source.snapshot)) {
    const bytes = Buffer.from(recordText(record))
    add(recordName(collection, record.id), bytes.length, [bytes])
  }
  let done = 0
  for (const { name, size, path } of found.files.slice(records)) {
    add(name, size, partsOf(path, size))
    progress(1 / 3 + (done += size) / Math.max(1, need) / 3)
  }
  out.add(tarEnd)
  out.end()
  return manifest
}

interface FoundFile extends ArchivedFile {
  path: string
}

/** What goes into the archive, and which uploads its records name. */
class Contents {
  readonly files: FoundFile[] = []
  readonly skipped: string[] = []
  readonly #named = new Set<string>()

  addBytes(name: string, bytes: Buffer, path = ''): void {
    this.files.push({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), path })
    for (const [upload] of bytes.toString('latin1').matchAll(/\/uploads\/[a-z]+\/[0-9a-f]{32}(?:\.\w+)*\.(?:jpg|png|webp)/g)) {
      for (const address of [upload, ...(pictureFacts(upload)?.variants ?? []).map(({ src }) => src)]) this.#named.add(address.slice(1))
    }
  }

  addFile(name: string, path: string): void {
    const hash = createHash('sha256')
    let size = 0
    for (const part of partsOf(path)) {
      hash.update(part)
      size += part.length
    }
    this.files.push({ name, size, sha256: hash.digest('hex'), path })
  }

  skip(name: string): void {
    if (this.skipped.length < mostListed) this.skipped.push(name)
  }

  missing(): string[] {
    for (const { name } of this.files) this.#named.delete(name)
    return [...this.#named].slice(0, mostListed)
  }
}

const mostListed = 1000

/** Collections that the server does not hold in memory, as they lie on disk, and the company's own agreement. */
function addOtherCollections({ dataDir, uploadsDir }: ArchiveSource, held: Readonly<Record<string, number>>, found: Contents): void {
  for (const folder of entriesOf(dataDir)) {
    const path = join(dataDir, folder.name)
    if (folder.name === 'agreement.md' && folder.isFile()) found.addBytes(agreementName, readFileSync(path), path)
    if (!folder.isDirectory() || !isContentFolder(folder.name) || Object.hasOwn(held, folder.name) || resolve(path) === resolve(uploadsDir)) continue
    for (const { name } of entriesOf(path)) {
      if (name.startsWith('.')) continue
      const bytes = placeOf(`data/${folder.name}/${name}`) && recordBytes(join(path, name))
      if (bytes) found.addBytes(`data/${folder.name}/${name}`, bytes, join(path, name))
      else found.skip(`data/${folder.name}/${name}`)
    }
  }
}

/** undefined for what no store would read either. */
function recordBytes(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path)
    const value: unknown = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null && bytes.length <= mostRecordBytes ? bytes : undefined
  } catch (error) {
    if (error instanceof SyntaxError || ['ENOENT', 'EISDIR', 'ELOOP'].includes(codeOf(error))) return undefined
    throw error
  }
}

function addUploads(uploadsDir: string, found: Contents, progress: (share: number) => void): void {
  const folders = entriesOf(uploadsDir).filter((entry) => entry.isDirectory() && isContentFolder(entry.name))
  folders.forEach((folder, at) => {
    const files = entriesOf(join(uploadsDir, folder.name))
    files.forEach((file, index) => {
      const name = uploadName(folder.name, file.name)
      if (file.isFile() && isUploadName(file.name)) found.addFile(name, join(uploadsDir, folder.name, file.name))
      else found.skip(name)
      progress((at + index / files.length) / folders.length / 3)
    })
  })
}

/** Sorted, so that two archives of the same content are alike; none where there is no such folder. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const part = Buffer.alloc(262_144)

/** In pieces that share one buffer. With a size the file must have just that. */
function* partsOf(path: string, size?: number): Generator<Buffer, void, undefined> {
  const fd = openSync(path, 'r')
  try {
    let total = 0
    for (let length = readSync(fd, part); length > 0; length = readSync(fd, part)) {
      total += length
      if (size !== undefined && total > size) break
      yield part.subarray(0, length)
    }
    if (size !== undefined && total !== size) throw new Error(`${path} changed while it was read`)
  } finally {
    closeSync(fd)
  }
}

/**
 * A row of gzip members, each of some hundred kilobytes, which every gunzip reads as one file. It syncs as it goes: the disk never
 * has all of it to write at once, with the site's saves waiting behind.
 */
class GzipFile {
  readonly #fd: number
  readonly #block = Buffer.alloc(524_288)
  #level = 6
  #filled = 0
  #position = 0
  #synced = 0

  constructor(fd: number) {
    this.#fd = fd
  }

  set level(level: number) {
    if (level !== this.#level) this.#flush()
    this.#level = level
  }

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(this.#block, this.#filled, at)
      at += copied
      this.#filled += copied
      if (this.#filled === this.#block.length) this.#flush()
    }
  }

  end(): void {
    this.#flush()
    fsyncSync(this.#fd)
  }

  #flush(): void {
    if (this.#filled === 0) return
    const member = gzipSync(this.#block.subarray(0, this.#filled), { level: this.#level })
    this.#filled = 0
    for (let at = 0; at < member.length; ) at += writeSync(this.#fd, member, at, member.length - at, this.#position + at)
    this.#position += member.length
    if (this.#position - this.#synced < 8 * 1_048_576) return
    fdatasyncSync(this.#fd)
    this.#synced = this.#position
  }
}

function countsOf(files: readonly ArchivedFile[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { name } of files) {
    const place = placeOf(name)
    if (place?.is === 'record') counts[place.collection] = (counts[place.collection] ?? 0) + 1
  }
  return counts
}

const bytesOf = (files: readonly ArchivedFile[]): number => files.reduce((sum, { size }) => sum + size, 0)
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)} MB`

import { createHash } from 'node:crypto'
import { closeSync, type Dirent, fdatasyncSync, fsyncSync, ftruncateSync, openSync, readdirSync, readFileSync, readSync, statSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pictureFacts } from '../../contract/pictureName.ts'
import { agreementFile, dataFormat } from '../store/format.ts'
import { recordText } from '../store/records.ts'
import { errorCode, unless } from '../systemErrors.ts'
import {
  agreementName, type ArchivedFile, archiveFormat, isContentFolder, isUploadName, type Manifest, manifestName, manifestText, maxRecordBytes,
  entryKind, recordName, uploadName,
} from './manifest.ts'
import { readSnapshot, snapshotHead } from './snapshotFile.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

export interface ArchiveSource {
  /** File descriptors: what `writeSnapshot` wrote, and the empty archive. */
  snapshot: number
  archive: number
  dataDir: string
  uploadsDir: string
  version: string
  /** Bytes that may be used on the archive's disk. */
  free: number
}

/** Not enough space; thrown before anything is written. */
export class NoSpace extends Error {}

/** A try fails when staff delete an upload while it is being read. */
const maxTries = 10

/** Writes the archive and syncs it. It blocks on the disk, so run it in a thread. `progress` receives the share that is done. */
export function writeArchive(source: ArchiveSource, progress: (share: number) => void): Manifest {
  for (let tries = maxTries; ; tries--) {
    try {
      ftruncateSync(source.archive)
      return writeOnce(source, progress)
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || tries === 1) throw error
    }
  }
}

/**
 * Everything is read twice, first for the hashes in the manifest, which comes first: records are a snapshot and uploads never change, so
 * both reads see the same.
 */
function writeOnce(source: ArchiveSource, progress: (share: number) => void): Manifest {
  const { time, counts } = snapshotHead(source.snapshot)
  const found = new Contents()
  for (const [collection, record] of readSnapshot(source.snapshot)) found.addBytes(recordName(collection, record.id), Buffer.from(recordText(record)))
  const records = found.files.length
  addOtherCollections(source, counts, found)
  addUploads(source.uploadsDir, found, progress)

  const files = found.files.map(({ name, size, sha256 }) => ({ name, size, sha256 }))
  const uploads = files.filter(({ name }) => entryKind(name)?.is === 'upload')
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
  const add = (name: string, size: number, chunks: Iterable<Buffer>): void => {
    // Pictures are compressed already.
    out.level = entryKind(name)?.is === 'upload' ? 0 : 6
    out.add(tarHeader(name, size, seconds))
    for (const part of chunks) out.add(part)
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
    add(name, size, chunksOf(path, size))
    progress(1 / 3 + (done += size) / Math.max(1, need) / 3)
  }
  out.add(tarEnd)
  out.end()
  return manifest
}

interface FoundFile extends ArchivedFile {
  path: string
}

/** The files for the archive, and which uploads its records refer to. */
class Contents {
  readonly files: FoundFile[] = []
  readonly skipped: string[] = []
  readonly #referenced = new Set<string>()

  addBytes(name: string, bytes: Buffer, path = ''): void {
    this.files.push({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), path })
    for (const [upload] of bytes.toString('latin1').matchAll(/\/uploads\/[a-z]+\/[0-9a-f]{32}(?:\.\w+)*\.(?:jpg|png|webp|mp4|webm)/g)) {
      for (const address of [upload, ...(pictureFacts(upload)?.variants ?? []).map(({ src }) => src)]) this.#referenced.add(address.slice(1))
    }
  }

  addFile(name: string, path: string): void {
    const hash = createHash('sha256')
    let size = 0
    for (const part of chunksOf(path)) {
      hash.update(part)
      size += part.length
    }
    this.files.push({ name, size, sha256: hash.digest('hex'), path })
  }

  skip(name: string): void {
    if (this.skipped.length < maxListed) this.skipped.push(name)
  }

  missing(): string[] {
    for (const { name } of this.files) this.#referenced.delete(name)
    return [...this.#referenced].slice(0, maxListed)
  }
}

const maxListed = 1000

/** Adds the collections that are not part of the snapshot, as they are on disk, and the company's own agreement. */
function addOtherCollections({ dataDir, uploadsDir }: ArchiveSource, inSnapshot: Readonly<Record<string, number>>, found: Contents): void {
  for (const folder of entriesOf(dataDir)) {
    const path = join(dataDir, folder.name)
    if (folder.name === agreementFile && folder.isFile()) found.addBytes(agreementName, readFileSync(path), path)
    if (!folder.isDirectory() || !isContentFolder(folder.name) || Object.hasOwn(inSnapshot, folder.name) || resolve(path) === resolve(uploadsDir)) continue
    for (const { name } of entriesOf(path)) {
      if (name.startsWith('.')) continue
      const entry = `data/${folder.name}/${name}`
      const bytes = entryKind(entry) && recordBytes(join(path, name))
      if (bytes) found.addBytes(entry, bytes, join(path, name))
      else found.skip(entry)
    }
  }
}

/** Undefined for a file that the store would not read either. */
function recordBytes(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path)
    const value: unknown = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null && bytes.length <= maxRecordBytes ? bytes : undefined
  } catch (error) {
    if (error instanceof SyntaxError || ['ENOENT', 'EISDIR', 'ELOOP'].includes(errorCode(error))) return undefined
    throw error
  }
}

function addUploads(uploadsDir: string, found: Contents, progress: (share: number) => void): void {
  const folders = entriesOf(uploadsDir).filter(({ name }) => isContentFolder(name) && isFolder(join(uploadsDir, name)))
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

/** Also a link to one: its files are served like the others. */
const isFolder = (path: string): boolean => unless(['ENOENT', 'ELOOP'], () => statSync(path))?.isDirectory() ?? false

/** Sorted, so that archives of the same content are equal. Empty for a missing folder. */
const entriesOf = (folder: string): Dirent[] =>
  unless(['ENOENT'], () => readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) ?? []

const chunk = Buffer.alloc(262_144)

/** Yields a file in chunks that share one buffer. Throws if `size` is given and the file has another size. */
function* chunksOf(path: string, size?: number): Generator<Buffer, void, undefined> {
  const fd = openSync(path, 'r')
  try {
    let total = 0
    for (let length = readSync(fd, chunk); length > 0; length = readSync(fd, chunk)) {
      total += length
      if (size !== undefined && total > size) break
      yield chunk.subarray(0, length)
    }
    if (size !== undefined && total !== size) throw new Error(`${path} changed while it was read`)
  } finally {
    closeSync(fd)
  }
}

/**
 * Writes gzip members of some hundred kilobytes each, which every gunzip reads as one file. It syncs regularly, so that the site's
 * saves never wait for the disk to write all of it at once.
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
    const kind = entryKind(name)
    if (kind?.is === 'record') counts[kind.collection] = (counts[kind.collection] ?? 0) + 1
  }
  return counts
}

const bytesOf = (files: readonly ArchivedFile[]): number => files.reduce((sum, { size }) => sum + size, 0)
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)} MB`

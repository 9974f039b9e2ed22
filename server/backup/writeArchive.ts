import { createHash } from 'node:crypto'
import {
  closeSync, type Dirent, fdatasyncSync, fsyncSync, ftruncateSync, openSync, readdirSync, readFileSync, readSync, statSync, writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { agreementFile, dataFormat } from '../store/format.ts'
import { recordText } from '../store/records.ts'
import { errorCode, unless } from '../systemErrors.ts'
import {
  agreementName, type ArchivedFile, archiveFormat, bytesOf, countsOf, entryKind, isContentFolder, isUploadName, type Manifest, manifestName,
  manifestText, maxRecordBytes, recordName, uploadName, uploadsOf,
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

/** Writes the archive and syncs it. It blocks on the disk, so run it in a thread. */
export function writeArchive(source: ArchiveSource): Manifest {
  for (let tries = maxTries; ; tries--) {
    try {
      ftruncateSync(source.archive)
      return writeOnce(source)
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || tries === 1) throw error
    }
  }
}

/**
 * Everything is read twice, first for the hashes in the manifest, which comes first: records are a snapshot and uploads never change, so
 * both reads see the same.
 */
function writeOnce(source: ArchiveSource): Manifest {
  const { time, counts } = snapshotHead(source.snapshot)
  const records: ArchivedFile[] = []
  for (const [collection, record] of readSnapshot(source.snapshot)) {
    records.push(hashedBytes(recordName(collection, record.id), Buffer.from(recordText(record))))
  }
  const found = [...otherFiles(source, counts), ...uploadFiles(source.uploadsDir)]
  const files = [...records, ...found].map(({ name, size, sha256 }) => ({ name, size, sha256 }))
  const manifest: Manifest = {
    program: 'zhuzhan',
    format: archiveFormat,
    dataFormat,
    version: source.version,
    time,
    counts: { ...counts, ...Object.fromEntries(countsOf(found)) },
    uploads: uploadsOf(files),
    missing: [],
    files,
  }
  const need = bytesOf(files) + files.length * 1536
  if (need > source.free) throw new NoSpace(`空间不足：备份约需 ${megabytes(need)}，可用 ${megabytes(Math.max(0, source.free))}`)
  writeTar(source, manifest, found)
  return manifest
}

function writeTar({ archive, snapshot }: ArchiveSource, manifest: Manifest, found: readonly FoundFile[]): void {
  const out = new GzipFile(archive)
  const seconds = Date.parse(manifest.time) / 1000
  const add = (name: string, size: number, chunks: Iterable<Buffer>): void => {
    // Pictures are compressed already.
    out.level = entryKind(name)?.is === 'upload' ? 0 : 6
    out.add(tarHeader(name, size, seconds))
    for (const part of chunks) out.add(part)
    out.add(tarPadding(size))
  }
  const text = Buffer.from(manifestText(manifest))
  add(manifestName, text.length, [text])
  for (const [collection, record] of readSnapshot(snapshot)) {
    const bytes = Buffer.from(recordText(record))
    add(recordName(collection, record.id), bytes.length, [bytes])
  }
  for (const { name, size, path } of found) add(name, size, chunksOf(path, size))
  out.add(tarEnd)
  out.end()
}

interface FoundFile extends ArchivedFile {
  path: string
}

const hashedBytes = (name: string, bytes: Buffer): ArchivedFile => ({
  name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** The collections that are not part of the snapshot, as they are on disk, and the company's own agreement. */
function* otherFiles({ dataDir, uploadsDir }: ArchiveSource, inSnapshot: Readonly<Record<string, number>>): Generator<FoundFile> {
  for (const folder of entriesOf(dataDir)) {
    const path = join(dataDir, folder.name)
    if (folder.name === agreementFile && folder.isFile()) yield { ...hashedBytes(agreementName, readFileSync(path)), path }
    const isOther = isContentFolder(folder.name) && !Object.hasOwn(inSnapshot, folder.name) && resolve(path) !== resolve(uploadsDir)
    if (!folder.isDirectory() || !isOther) continue
    for (const file of entriesOf(path)) {
      const name = `data/${folder.name}/${file.name}`
      const bytes = entryKind(name) && recordBytes(join(path, file.name))
      if (bytes) yield { ...hashedBytes(name, bytes), path: join(path, file.name) }
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

function* uploadFiles(uploadsDir: string): Generator<FoundFile> {
  for (const folder of entriesOf(uploadsDir)) {
    if (!isContentFolder(folder.name) || !isFolder(join(uploadsDir, folder.name))) continue
    for (const file of entriesOf(join(uploadsDir, folder.name))) {
      if (!file.isFile() || !isUploadName(file.name)) continue
      const path = join(uploadsDir, folder.name, file.name)
      const hash = createHash('sha256')
      let size = 0
      for (const part of chunksOf(path)) {
        hash.update(part)
        size += part.length
      }
      yield { name: uploadName(folder.name, file.name), size, sha256: hash.digest('hex'), path }
    }
  }
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
    for (let done = 0; done < bytes.length; ) {
      const copied = bytes.copy(this.#block, this.#filled, done)
      done += copied
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
    for (let done = 0; done < member.length; ) done += writeSync(this.#fd, member, done, member.length - done, this.#position + done)
    this.#position += member.length
    if (this.#position - this.#synced < 8 * 1_048_576) return
    fdatasyncSync(this.#fd)
    this.#synced = this.#position
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)} MB`

import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, fstatSync, fsyncSync, readSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { filesOfUpload } from '../../contract/media/pictureName.ts'
import { dataFormat } from '../store/format.ts'
import { recordText } from '../store/kind.ts'
import { type OffsiteRecord, type SiteRecord, uploadOf } from '../store/records.ts'
import { BackupFailure } from './backupFailure.ts'
import {
  type ArchivedFile,
  archiveFormat,
  bytesOf,
  countsOf,
  entryKind,
  type Manifest,
  manifestName,
  manifestText,
  maxRecordBytes,
  missingWords,
  recordName,
  uploadsOf,
} from './manifest.ts'
import type { SiteContent } from './siteContent.ts'
import { readSnapshot, snapshotHead } from './snapshotFile.ts'
import { maxBytes, tarEnd, tarHeader, tarPadding } from './tar.ts'
import { recordRejection } from './verifyArchive.ts'

export interface ArchiveSource {
  /** File descriptors: what `writeSnapshot` wrote, and the empty archive. */
  snapshot: number
  archive: number
  content: SiteContent
  version: string
  /** SITE_URL; '' where it is not set. */
  siteUrl: string
  /** Bytes that may be used on the archive's disk. */
  free: number
  /** The share of the uploads that records name that may be missing. */
  mayLack: number
}

/**
 * Lists what there is, then reads each file once: its bytes go into the archive and into its hash. The manifest with the hashes comes
 * first in the archive and is written last, into room that is left for it. What staff delete meanwhile is left out. Syncs the archive.
 * It blocks on the disk, so run it in a thread.
 */
export async function writeArchive(source: ArchiveSource): Promise<Manifest> {
  const { content } = source
  const head = snapshotHead(source.snapshot)
  const { records, uploads: named, company, name: machine = '', place } = contentOfSnapshot(source.snapshot)
  const site = { store: await content.storeId(), company, url: source.siteUrl, machine, ...(place && { place }) }
  if (source.mayLack < 1) content.requireUploads()
  const others = await content.others(head.counts)
  const uploads = await content.uploads()
  const found = [...others, ...uploads]
  const manifestOf = async (files: readonly ArchivedFile[]): Promise<Manifest> => ({
    program: 'zhuzhan',
    format: archiveFormat,
    dataFormat,
    version: source.version,
    time: head.time,
    site,
    counts: { ...head.counts, ...Object.fromEntries(countsOf(files)) },
    uploads: uploadsOf(files),
    missing: await missingOf(source, named, files),
    files,
  })
  const names = [...records, ...found.map(({ name }) => name)]
  const longest = await manifestOf(names.map((name) => ({ name, size: maxBytes, sha256: '0'.repeat(64) })))
  const manifestLength = Buffer.byteLength(manifestText(longest))
  const scratch = content.scratchFor(uploads.reduce((largest, { size }) => Math.max(largest, size), 0))
  const need = fstatSync(source.snapshot).size + bytesOf(found) + manifestLength + names.length * 1536 + scratch
  if (need > source.free)
    throw new BackupFailure(`空间不足：备份约需 ${megabytes(need)}，可用 ${megabytes(Math.max(0, source.free))}`)

  const archive = new ArchiveFile(source.archive, head.time, manifestLength)
  for (const [collection, record] of readSnapshot(source.snapshot)) {
    archive.addBytes(recordName(collection, record.id), Buffer.from(recordText(record)))
  }
  for await (const [name, read] of content.read(others)) {
    const bytes = bytesToArchive(name, read)
    if (bytes) archive.addBytes(name, bytes)
  }
  for (const { name } of uploads) {
    const fd = await content.openUpload(name)
    if (fd !== undefined) archive.addFile(name, fd)
  }
  const manifest = await manifestOf(archive.files)
  archive.end(manifest)
  return manifest
}

/** The names of its records, the uploads that they name with the record of each, the company's name and what is known of the machine. */
function contentOfSnapshot(snapshot: number) {
  const records: string[] = []
  const uploads = new Map<string, string>()
  let company = ''
  let machine: Partial<OffsiteRecord> = {}
  for (const [collection, record] of readSnapshot(snapshot)) {
    records.push(recordName(collection, record.id))
    if (collection === 'site') company = (record as Partial<SiteRecord>).companyName ?? ''
    if (collection === 'offsite' && record.id === 'machine') machine = record
    const address = collection === 'media' && uploadOf(collection, record)
    if (address) for (const path of filesOfUpload(address)) uploads.set(path.slice(1), record.id)
  }
  return { ...machine, records, uploads, company }
}

/** Throws where so many are missing that the place may be the wrong one, or on a disk that is not mounted. */
async function missingOf(
  { content, mayLack }: ArchiveSource,
  named: ReadonlyMap<string, string>,
  files: readonly ArchivedFile[],
): Promise<string[]> {
  const there = new Set(files.map(({ name }) => name))
  const absent = [...named].filter(([name]) => !there.has(name))
  // One that staff have removed since the snapshot has lost its record first.
  const held = await content.mediaHeld(absent.map(([, id]) => id))
  const missing = absent.filter(([, id]) => held.has(id)).map(([name]) => name)
  if (missing.length <= named.size * mayLack) return missing
  const wayOn = mayLack === 0 ? '，或者加上 --allow-missing 照样备份' : ''
  throw new BackupFailure(
    `${content.uploadsPlace} ${missingWords(missing)}。请挂载它所在的磁盘或恢复这些文件，或在后台的素材库里重新上传${wayOn}`,
  )
}

/** Undefined for a record that the store would not read either. */
function bytesToArchive(name: string, bytes: Buffer): Buffer | undefined {
  const kind = entryKind(name)
  // Lines are added meanwhile: only complete ones.
  if (kind?.is === 'activity') return bytes.subarray(0, bytes.lastIndexOf(10) + 1)
  if (kind?.is !== 'record') return bytes
  return bytes.length > maxRecordBytes || recordRejection(kind.collection, kind.id, bytes) !== undefined
    ? undefined
    : bytes
}

/** Writes the files of an archive, of which the manifest stands first. */
class ArchiveFile {
  readonly files: ArchivedFile[] = []
  readonly #out: GzipFile
  readonly #seconds: number
  readonly #manifestLength: number

  constructor(fd: number, time: string, manifestLength: number) {
    this.#seconds = Date.parse(time) / 1000
    this.#manifestLength = manifestLength
    // Not compressed, so its length does not depend on what will be in it.
    this.#out = new GzipFile(fd, storedMember(this.#manifestEntry('')).length)
  }

  addBytes(name: string, bytes: Buffer): void {
    this.#add(name, bytes.length, [bytes])
  }

  /** Closes it. */
  addFile(name: string, fd: number): void {
    try {
      const stats = fstatSync(fd)
      if (!stats.isFile()) return
      const { size } = stats
      this.#add(name, size, chunksOf(fd, size))
    } finally {
      closeSync(fd)
    }
  }

  end(manifest: Manifest): void {
    this.#out.add(tarEnd)
    this.#out.end(storedMember(this.#manifestEntry(manifestText(manifest))))
  }

  #add(name: string, size: number, chunks: Iterable<Buffer>): void {
    const hash = createHash('sha256')
    // Pictures are compressed already.
    this.#out.level = entryKind(name)?.is === 'upload' ? 0 : 6
    this.#out.add(tarHeader(name, size, this.#seconds))
    for (const chunk of chunks) {
      hash.update(chunk)
      this.#out.add(chunk)
    }
    this.#out.add(tarPadding(size))
    this.files.push({ name, size, sha256: hash.digest('hex') })
  }

  /** Spaces fill what is left of its room. */
  #manifestEntry(text: string): Buffer {
    const bytes = Buffer.from(text)
    const spaces = Buffer.alloc(this.#manifestLength - bytes.length, ' ')
    return Buffer.concat([
      tarHeader(manifestName, this.#manifestLength, this.#seconds),
      bytes,
      spaces,
      tarPadding(this.#manifestLength),
    ])
  }
}

const storedMember = (bytes: Buffer): Buffer => gzipSync(bytes, { level: 0 })

const chunk = Buffer.alloc(262_144)

/** Yields the first `size` bytes in chunks that share one buffer. */
function* chunksOf(fd: number, size: number): Generator<Buffer, void, undefined> {
  for (let done = 0; done < size; ) {
    const length = readSync(fd, chunk, 0, Math.min(chunk.length, size - done), done)
    if (length === 0) throw new Error('a file became shorter while it was read')
    done += length
    yield chunk.subarray(0, length)
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
  #position: number
  #synced = 0

  constructor(fd: number, start: number) {
    this.#fd = fd
    this.#position = start
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

  /** `first` fills the room that was left at the start. */
  end(first: Buffer): void {
    this.#flush()
    this.#write(first, 0)
    fsyncSync(this.#fd)
  }

  #flush(): void {
    if (this.#filled === 0) return
    const member = gzipSync(this.#block.subarray(0, this.#filled), { level: this.#level })
    this.#filled = 0
    this.#write(member, this.#position)
    this.#position += member.length
    if (this.#position - this.#synced < 8 * 1_048_576) return
    fdatasyncSync(this.#fd)
    this.#synced = this.#position
  }

  #write(bytes: Buffer, position: number): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#fd, bytes, done, bytes.length - done, position + done)
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)} MB`

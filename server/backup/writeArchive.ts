import { createHash } from 'node:crypto'
import {
  closeSync, type Dirent, existsSync, fdatasyncSync, fsyncSync, ftruncateSync, openSync, readdirSync, readFileSync, readSync, statSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesOfUpload } from '../../contract/pictureName.ts'
import { activityDay, activityFolder } from '../store/activityDisk.ts'
import { collectionsIn, isContentFolder } from '../store/collectionFolders.ts'
import { agreementFile, dataFormat } from '../store/format.ts'
import { recordText } from '../store/kind.ts'
import type { MediaRecord } from '../store/records.ts'
import { errorCode, unless } from '../system/systemErrors.ts'
import {
  activityName, agreementName, type ArchivedFile, archiveFormat, bytesOf, countsOf, entryKind, isUploadName, type Manifest, manifestName,
  manifestText, maxRecordBytes, missingWords, recordName, uploadName, uploadsOf,
} from './manifest.ts'
import { readSnapshot, snapshotHead } from './snapshotFile.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'
import { recordRejection } from './verifyArchive.ts'

export interface ArchiveSource {
  /** File descriptors: what `writeSnapshot` wrote, the empty archive, and an empty file for what may be removed while it is archived. */
  snapshot: number
  archive: number
  scratch: number
  dataDir: string
  uploadsDir: string
  version: string
  /** Bytes that may be used on the archive's disk. */
  free: number
  /** The share of the uploads that records name that may be missing. */
  mayLack: number
}

/** Thrown before anything is written: too little space, or too many uploads are missing. */
export class RefusedSource extends Error {}

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
  const named = new Map<string, string>()
  for (const [collection, record] of readSnapshot(source.snapshot)) {
    records.push(hashedBytes(recordName(collection, record.id), Buffer.from(recordText(record))))
    // Pictures of the program are in the library, too.
    const address = collection === 'media' ? (record as MediaRecord).address : ''
    if (address.startsWith('/uploads/')) for (const path of filesOfUpload(address)) named.set(path.slice(1), record.id)
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
    missing: missingOf(source, named, found),
    files,
  }
  const copies = found.filter(({ at }) => typeof at === 'number')
  const need = bytesOf(files) + bytesOf(copies) + files.length * 1536
  if (need > source.free) throw new RefusedSource(`空间不足：备份约需 ${megabytes(need)}，可用 ${megabytes(Math.max(0, source.free))}`)
  writeTar(source, manifest, found)
  return manifest
}

/** Throws where so many are missing that the folder may be the wrong one, or on a disk that is not mounted. */
function missingOf(source: ArchiveSource, named: ReadonlyMap<string, string>, found: readonly FoundFile[]): string[] {
  const { dataDir, mayLack } = source
  const folder = resolve(source.uploadsDir)
  if (mayLack < 1 && !isFolder(folder)) throw new RefusedSource(`图片目录 ${folder} 不存在：请核对 UPLOADS_DIR，或先挂载它所在的磁盘`)
  const there = new Set(found.map(({ name }) => name))
  // One that staff have removed since the snapshot has lost its record first.
  const missing = [...named].filter(([name, id]) => !there.has(name) && existsSync(join(dataDir, 'media', `${id}.json`)))
    .map(([name]) => name)
  if (missing.length <= named.size * mayLack) return missing
  const wayOn = mayLack === 0 ? '，或者加上 --allow-missing 照样备份' : ''
  throw new RefusedSource(`${folder} ${missingWords(missing)}。请挂载它所在的磁盘或恢复这些文件，或在后台的素材库里重新上传${wayOn}`)
}

function writeTar({ archive, snapshot, scratch }: ArchiveSource, manifest: Manifest, found: readonly FoundFile[]): void {
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
  for (const { name, size, at } of found) add(name, size, typeof at === 'string' ? chunksOf(at, size) : copiedChunks(scratch, at, size))
  out.add(tarEnd)
  out.end()
}

interface FoundFile extends ArchivedFile {
  /** Its path, or where its copy begins in the scratch file. */
  at: string | number
}

const hashedBytes = (name: string, bytes: Buffer): ArchivedFile => ({
  name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'),
})

/**
 * The collections that are not part of the snapshot, as they are on disk: histories, for example. And the company's own agreement, and
 * the activity log. They are copied, since each save may remove an old version or add a line.
 */
function* otherFiles({ dataDir, uploadsDir, scratch }: ArchiveSource, inSnapshot: Readonly<Record<string, number>>): Generator<FoundFile> {
  let end = 0
  const copied = (name: string, bytes: Buffer): FoundFile => {
    const at = end
    while (end < at + bytes.length) end += writeSync(scratch, bytes, end - at, at + bytes.length - end, end)
    return { ...hashedBytes(name, bytes), at }
  }
  const text = fileBytes(join(dataDir, agreementFile))
  if (text) yield copied(agreementName, text)
  for (const { name } of entriesOf(join(dataDir, activityFolder))) {
    const day = activityDay(name)
    const lines = day === undefined ? undefined : fileBytes(join(dataDir, activityFolder, name))
    // Lines are added meanwhile: only complete ones.
    if (day !== undefined && lines) yield copied(activityName(day), lines.subarray(0, lines.lastIndexOf(10) + 1))
  }
  for (const collection of collectionsIn(dataDir)) {
    const folder = join(dataDir, collection)
    if (Object.hasOwn(inSnapshot, collection) || resolve(folder) === resolve(uploadsDir)) continue
    for (const file of entriesOf(folder)) {
      const [name, path] = [`data/${collection}/${file.name}`, join(folder, file.name)]
      const kind = entryKind(name)
      const bytes = kind?.is === 'record' ? fileBytes(path) : undefined
      if (kind?.is !== 'record' || !bytes || bytes.length > maxRecordBytes) continue
      // A file that the store would not read either is left out.
      if (recordRejection(collection, kind.id, bytes) === undefined) yield copied(name, bytes)
    }
  }
}

/** Undefined for what is not a file. */
const fileBytes = (path: string): Buffer | undefined => unless(['ENOENT', 'EISDIR', 'ELOOP'], () => readFileSync(path))

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
      yield { name: uploadName(folder.name, file.name), size, sha256: hash.digest('hex'), at: path }
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

function* copiedChunks(scratch: number, start: number, size: number): Generator<Buffer, void, undefined> {
  for (let done = 0; done < size; ) {
    const length = readSync(scratch, chunk, 0, Math.min(chunk.length, size - done), start + done)
    if (length === 0) throw new Error('the scratch file is too short')
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

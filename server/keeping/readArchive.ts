import { createHash, type Hash } from 'node:crypto'
import { readSync } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorCode } from '../system/systemErrors.ts'
import { BadArchive } from './backupFailure.ts'
import {
  type ArchivedFile,
  type EntryKind,
  entryKind,
  type Manifest,
  manifestName,
  maxManifestBytes,
  readManifest,
} from './manifest.ts'
import { printableName, tarEntries, type TarEntry } from './tar.ts'

interface ArchiveVisitor {
  /** Called before any file; may throw to stop. */
  begin(manifest: Manifest): Promise<void>
  /** Must read the body to its end. The hash is compared only after that. */
  file(kind: EntryKind, file: ArchivedFile, body: AsyncIterable<Buffer>): Promise<void>
}

export type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>

/** Reads an archive from start to end, and throws at the first difference from its manifest. */
export async function readArchive(bytes: Bytes, visitor: ArchiveVisitor): Promise<Manifest> {
  const source = Readable.from(bytes, { objectMode: false })
  // Errors are thrown by the loop below, too.
  const unpacked = pipeline(source, createGunzip({ chunkSize: 262_144 }), () => {})
  try {
    return await readEntries(tarEntries(unpacked), visitor)
  } catch (error) {
    if (errorCode(error).startsWith('Z_'))
      throw new BadArchive('备份文件已损坏、不完整，或不是 gzip 压缩文件', { cause: error })
    throw error
  } finally {
    source.destroy()
  }
}

/** Unlike a file stream, this leaves the file open. */
export function* bytesOfFile(fd: number): Generator<Buffer, void, undefined> {
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(262_144)
    const length = readSync(fd, chunk, 0, chunk.length, position)
    if (length === 0) return
    position += length
    yield chunk.subarray(0, length)
  }
}

async function readEntries(entries: AsyncIterable<TarEntry>, visitor: ArchiveVisitor): Promise<Manifest> {
  let manifest: Manifest | undefined
  let read = 0
  for await (const { name, size, body } of entries) {
    if (manifest === undefined) {
      if (name !== manifestName || size > maxManifestBytes) throw new BadArchive('不是筑站的备份文件')
      manifest = readManifest(await concat(body))
      await visitor.begin(manifest)
      continue
    }
    const file = manifest.files[read++]
    const kind = entryKind(name)
    if (!file || !kind || file.name !== name || file.size !== size)
      throw new BadArchive(`备份中有清单里没有的文件：${printableName(name)}`)
    const hash = createHash('sha256')
    await visitor.file(kind, file, hashed(body, hash))
    if (hash.digest('hex') !== file.sha256) throw new BadArchive(`备份中的文件已损坏：${name}`)
  }
  if (manifest === undefined) throw new BadArchive('不是筑站的备份文件')
  if (read < manifest.files.length) throw new BadArchive(`备份文件不完整：缺少 ${manifest.files.length - read} 个文件`)
  return manifest
}

async function* hashed(body: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}

export async function concat(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

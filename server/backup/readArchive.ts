import { createHash, type Hash } from 'node:crypto'
import { readSync } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BadArchive } from './badArchive.ts'
import { type ArchivedFile, type Manifest, manifestName, mostManifestBytes, type Place, placeOf, readManifest } from './manifest.ts'
import { shown, tarEntries, type TarEntry } from './tar.ts'

export interface ArchiveVisitor {
  /** Before any file; throws to read no further. */
  begin(manifest: Manifest): Promise<void>
  /** Must read the body to its end. What it holds is not yet compared with its hash. */
  file(place: Place, file: ArchivedFile, body: AsyncIterable<Buffer>): Promise<void>
}

/** Reads an open archive once, from start to end, and throws at the first thing that is not as its manifest says. */
export async function readArchive(fd: number, visitor: ArchiveVisitor): Promise<Manifest> {
  const source = Readable.from(partsOf(fd), { objectMode: false })
  // The callback is called with what the loop below throws too.
  const unpacked = pipeline(source, createGunzip({ chunkSize: 262_144 }), () => {})
  try {
    return await readEntries(tarEntries(unpacked), visitor)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_')) throw new BadArchive('备份文件已损坏、不完整，或不是 gzip 压缩文件', { cause: error })
    throw error
  } finally {
    source.destroy()
  }
}

/** Leaves the file open, as a stream of it would not. */
function* partsOf(fd: number): Generator<Buffer, void, undefined> {
  for (let position = 0; ; ) {
    const part = Buffer.allocUnsafe(262_144)
    const length = readSync(fd, part, 0, part.length, position)
    if (length === 0) return
    position += length
    yield part.subarray(0, length)
  }
}

async function readEntries(entries: AsyncIterable<TarEntry>, visitor: ArchiveVisitor): Promise<Manifest> {
  let manifest: Manifest | undefined
  let read = 0
  for await (const { name, size, body } of entries) {
    if (manifest === undefined) {
      if (name !== manifestName || size > mostManifestBytes) throw new BadArchive('不是筑站的备份文件')
      manifest = readManifest((await gathered(body)).toString())
      await visitor.begin(manifest)
      continue
    }
    const file = manifest.files[read++]
    const place = placeOf(name)
    if (!file || !place || file.name !== name || file.size !== size) throw new BadArchive(`备份中有清单里没有的文件：${shown(name)}`)
    const hash = createHash('sha256')
    await visitor.file(place, file, hashed(body, hash))
    if (hash.digest('hex') !== file.sha256) throw new BadArchive(`备份中的文件已损坏：${name}`)
  }
  if (manifest === undefined) throw new BadArchive('不是筑站的备份文件')
  if (read < manifest.files.length) throw new BadArchive(`备份文件不完整：缺少 ${manifest.files.length - read} 个文件`)
  return manifest
}

async function* hashed(body: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer, void, undefined> {
  for await (const part of body) {
    hash.update(part)
    yield part
  }
}

export async function gathered(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts)
}

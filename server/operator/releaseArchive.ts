import { type KeyObject, verify } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BadArchive } from '../keeping/backupFailure.ts'
import { writeSynced } from '../keeping/stagedFiles.ts'
import { printableName, tarEntries } from '../keeping/tar.ts'
import { syncFolder } from '../system/folders.ts'
import { errorCode } from '../system/systemErrors.ts'
import { executable } from './release.ts'
import { sha256 } from '../system/sha256.ts'

/** gzip's head and end. */
const minBytes = 18
/** A release has about 25 MB, and 40 MB unpacked. */
const maxReleaseBytes = 256 * 1_048_576
const maxUnpacked = 1024 * 1_048_576

export interface ReleaseArchive {
  bytes: Buffer
  hash: string
}

/** Read once: what was verified is what is unpacked, whatever becomes of the file. */
export function readRelease(path: string, key: KeyObject | undefined): ReleaseArchive {
  const bytes = read(path, maxReleaseBytes)
  if (bytes.length < minBytes) throw new BadArchive(`不是发布包，或不完整：${basename(path)} 只有 ${bytes.length} 字节`)
  const sum = read(`${path}.sha256`, 500)
  if (key !== undefined && !verify(null, sum, key, read(`${path}.sha256.sig`, 64)))
    throw new BadArchive('签名不符：不是 UPGRADE_KEY 的主人签发的')
  const hash = sha256(bytes)
  const [, stated, name] = /^([0-9a-f]{64}) [ *](\S+)\n?$/.exec(sum.toString()) ?? []
  if (stated !== hash || name !== basename(path))
    throw new BadArchive(`校验值不符：${basename(path)}已损坏、不完整，或不是 .sha256 所说的文件`)
  return { bytes, hash }
}

function read(path: string, max: number): Buffer {
  // A pipe would be waited for.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(fd).isFile() || fstatSync(fd).size > max) throw new BadArchive(`不是发布包的文件：${path}`)
    return readFileSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Bytes that must be free for it, with what the blocks of a disk add. gzip ends with the size of what is in it. */
const spaceFor = ({ bytes }: ReleaseArchive): number => Math.ceil(bytes.readUInt32LE(bytes.length - 4) * 1.1)

/** Throws where unpacking would leave less than the reserve. */
export async function requireSpace(folder: string, archive: ReleaseArchive, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = Math.ceil((spaceFor(archive) + reserve) / 1_048_576)
  const free = Math.floor((bavail * bsize) / 1_048_576)
  if (free < needed) throw new BadArchive(`磁盘空间不足：${folder} 需要 ${needed} MB，只有 ${free} MB`)
}

/** Unpacks into a new folder that everybody can read, durably. */
export async function unpackRelease({ bytes }: ReleaseArchive, folder: string): Promise<void> {
  const mask = process.umask(0o022)
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    await unpackInto(folder, bytes)
    for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (name.isDirectory()) await syncFolder(join(name.parentPath ?? name.path, name.name))
    }
    await syncFolder(folder)
  } catch (error) {
    throw errorCode(error).startsWith('Z_') ? new BadArchive('发布包已损坏：解压失败') : error
  } finally {
    process.umask(mask)
  }
}

async function unpackInto(folder: string, bytes: Buffer): Promise<void> {
  const unpacked = Readable.from([bytes]).pipe(createGunzip())
  let total = 0
  for await (const { name, size, body } of tarEntries(unpacked)) {
    total += size
    // A name that begins with a dot could lead outside; a release has none.
    const isAllowed = /^(?:[\w@+-][\w.@+-]*\/)+[\w@+-][\w.@+-]*$/.test(name) && total <= maxUnpacked
    if (!isAllowed) throw new BadArchive(`发布包里有不允许的文件：${printableName(name)}`)
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeSynced(path, name === executable ? 0o755 : 0o644, body)
  }
}

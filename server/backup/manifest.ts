import { agreementFile, dataFormat } from '../store/format.ts'
import { BadArchive } from './backupFailure.ts'
import { printableName } from './tar.ts'

export interface ArchivedFile {
  name: string
  size: number
  sha256: string
}

/** The first file of an archive: lists its content, so that the reader knows what must follow. */
export interface Manifest {
  program: 'zhuzhan'
  /** The format of the archive itself. */
  format: number
  dataFormat: number
  /** The version of the program that wrote it. */
  version: string
  /** The moment of the snapshot. */
  time: string
  /** Records by collection. */
  counts: Readonly<Record<string, number>>
  uploads: { files: number; bytes: number }
  /** Uploads that records refer to and that were missing already. */
  missing: readonly string[]
  /** Files that are neither records nor uploads and are left out. */
  skipped: readonly string[]
  files: readonly ArchivedFile[]
}

export const manifestName = 'manifest.json'
/** Increment it when an older program could not restore what this one archives. */
export const archiveFormat = 1
/** Enough for some 400,000 files. */
export const maxManifestBytes = 64 * 1_048_576
/** Several times the largest record that a call can save. */
export const maxRecordBytes = 32 * 1_048_576

/** Folders of the program itself, in the data folder or beside the uploads. */
const reserved = /^(lock|orders|quarantine|(replaced|restoring)-.*)$/
export const isContentFolder = (name: string): boolean => /^[A-Za-z0-9_-]{1,80}$/.test(name) && !reserved.test(name)
export const isUploadName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,95}$/.test(name)

export const agreementName = `data/${agreementFile}`
export const recordName = (collection: string, id: string): string => `data/${collection}/${id}.json`
export const uploadName = (folder: string, name: string): string => `uploads/${folder}/${name}`

export type EntryKind =
  | { is: 'record'; collection: string; id: string }
  | { is: 'agreement' }
  | { is: 'upload'; folder: string; name: string }

/** What an entry of an archive is, by its name; undefined when the name is not valid. */
export function entryKind(name: string): EntryKind | undefined {
  if (name === agreementName) return { is: 'agreement' }
  const [top, folder = '', file = '', ...rest] = name.split('/')
  if (rest.length > 0 || !isContentFolder(folder)) return undefined
  if (top === 'uploads') return isUploadName(file) ? { is: 'upload', folder, name: file } : undefined
  const [, id] = /^([A-Za-z0-9_-]{1,80})\.json$/.exec(file) ?? []
  return top === 'data' && id !== undefined ? { is: 'record', collection: folder, id } : undefined
}

/** One line per file, so that people can read it. */
export function manifestText({ files, ...facts }: Manifest): string {
  return `${JSON.stringify(facts, null, 1).slice(0, -2)},\n "files": [\n${files.map((file) => JSON.stringify(file)).join(',\n')}\n]}\n`
}

/** Checks every part, since archives come from outside; each name must be one that this program writes. */
export function readManifest(text: string): Manifest {
  const manifest = parsed(text)
  if (manifest.program !== 'zhuzhan') throw new BadArchive('不是筑站的备份文件')
  if (!isCount(manifest.format) || !isCount(manifest.dataFormat)) throw new BadArchive('备份文件的清单缺少格式编号')
  if (manifest.format > archiveFormat || manifest.dataFormat > dataFormat) {
    throw new BadArchive(`备份由更新版本的程序（${printableName(String(manifest.version))}）制作，请先升级本程序再恢复`)
  }
  const { counts, uploads, missing, files } = manifest
  if (!isFields(counts) || !isFields(uploads) || !Array.isArray(missing) || !Array.isArray(files)) throw new BadArchive('备份文件的清单不完整')
  if (typeof manifest.version !== 'string' || typeof manifest.time !== 'string' || Number.isNaN(Date.parse(manifest.time))) {
    throw new BadArchive('备份文件的清单没有版本和时间')
  }
  checkFiles(files, counts, uploads)
  return manifest as unknown as Manifest
}

function checkFiles(files: readonly unknown[], counts: Fields, uploads: Fields): void {
  const names = new Set<string>()
  const found = new Map<string, number>()
  let bytes = 0
  let uploadCount = 0
  for (const file of files) {
    if (!isFields(file) || typeof file.name !== 'string' || !isCount(file.size) || !/^[0-9a-f]{64}$/.test(String(file.sha256))) {
      throw new BadArchive('备份文件的清单有一行无法识别')
    }
    const kind = entryKind(file.name)
    if (!kind) throw new BadArchive(`备份中有不允许的文件名：${printableName(file.name)}`)
    // Some file systems ignore case.
    const key = file.name.toLowerCase()
    if (names.has(key)) throw new BadArchive(`备份中有重复的文件：${file.name}`)
    names.add(key)
    if (kind.is !== 'upload' && file.size > maxRecordBytes) throw new BadArchive(`备份中有过大的记录：${file.name}`)
    if (kind.is === 'record') found.set(kind.collection, (found.get(kind.collection) ?? 0) + 1)
    if (kind.is !== 'upload') continue
    uploadCount++
    bytes += file.size
  }
  const countsDiffer = Object.keys(counts).some((name) => counts[name] !== (found.get(name) ?? 0)) || [...found].some(([name, count]) => counts[name] !== count)
  if (countsDiffer || uploads.files !== uploadCount || uploads.bytes !== bytes) throw new BadArchive('备份文件的清单前后不一致')
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (isFields(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new BadArchive('备份文件的清单无法读取')
}

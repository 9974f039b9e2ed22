import { isObject } from '../../contract/site/siteFieldKinds.ts'
import { activityDay, activityFile } from '../store/activityDisk.ts'
import { countedAs, isCollection, isContentFolder } from '../store/collectionFolders.ts'
import { agreementFile, dataFormat } from '../store/format.ts'
import { BadArchive } from './backupFailure.ts'
import { printableName } from './tar.ts'

export interface ArchivedFile {
  name: string
  size: number
  sha256: string
}

export interface ArchivedSite {
  /** The id of the store; '' for one that is older than ids. */
  store: string
  /** '' while it is the shipped one. */
  company: string
  /** '' where SITE_URL is not set. */
  url: string
  /** The mark of the machine that made it; '' where none sends copies. */
  machine: string
  /** The machine and folder that it was on; absent in archives from before 1.1.0, and of a database. */
  place?: string
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
  /** Whose it is; absent in archives from before 0.6.0. */
  site?: ArchivedSite
  counts: Readonly<Record<string, number>>
  uploads: { files: number; bytes: number }
  /** Uploads that records name and that were not there. */
  missing: readonly string[]
  files: readonly ArchivedFile[]
}

/**
 * What a restore leaves out. Of the machine on which it was archived: what became of its backups and copies, what it has been warned of and
 * what it has found. And sessions, which may have ended since, with an account or a password, and links that sign in.
 */
export const ofTheMachine: ReadonlySet<string> = new Set([
  'backup',
  'offsite',
  'alarm',
  'scrub',
  'session',
  'signInLink',
])

export const manifestName = 'manifest.json'
/** Increment it when an older program could not restore what this one archives. */
export const archiveFormat = 3
/** Enough for some 400,000 files. */
export const maxManifestBytes = 64 * 1_048_576
/** Allows more than four JSON values for each of these files. */
const maxManifestValues = 2_500_000
/** Several times the largest record that a call can save. */
export const maxRecordBytes = 32 * 1_048_576

export const isUploadName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,95}$/.test(name)

export const agreementName = `data/${agreementFile}`
/** A day of the activity log. */
export const activityName = (day: string): string => `data/${activityFile(day)}`
export const recordName = (collection: string, id: string): string => `data/${collection}/${id}.json`
export const uploadName = (folder: string, name: string): string => `uploads/${folder}/${name}`

export type EntryKind =
  | { is: 'record'; collection: string; id: string }
  | { is: 'agreement' }
  | { is: 'activity'; day: string }
  | { is: 'upload'; folder: string; name: string }

/** What an entry of an archive is, by its name; undefined when the name is not valid. */
export function entryKind(name: string): EntryKind | undefined {
  if (name === agreementName) return { is: 'agreement' }
  const [, top, folder = '', file = ''] = /^(data|uploads)\/(.+)\/([^/]+)$/.exec(name) ?? []
  const day = activityDay(file)
  if (day !== undefined && name === activityName(day)) return { is: 'activity', day }
  if (top === 'uploads')
    return isContentFolder(folder) && isUploadName(file) ? { is: 'upload', folder, name: file } : undefined
  const [, id] = /^([A-Za-z0-9_-]{1,80})\.json$/.exec(file) ?? []
  return isCollection(folder) && id !== undefined ? { is: 'record', collection: folder, id } : undefined
}

/** One line per file, so that people can read it. */
export function manifestText({ files, ...facts }: Manifest): string {
  return `${JSON.stringify(facts, null, 1).slice(0, -2)},\n "files": [\n${files.map((file) => JSON.stringify(file)).join(',\n')}\n]}\n`
}

/** Records by collection, those of histories by the kind of the record. */
export function countsOf(files: readonly ArchivedFile[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of files) {
    const kind = entryKind(name)
    if (kind?.is !== 'record') continue
    const collection = countedAs(kind.collection)
    counts.set(collection, (counts.get(collection) ?? 0) + 1)
  }
  return counts
}

export function uploadsOf(files: readonly ArchivedFile[]): Manifest['uploads'] {
  const uploads = files.filter(({ name }) => entryKind(name)?.is === 'upload')
  return { files: uploads.length, bytes: bytesOf(uploads) }
}

export const bytesOf = (files: readonly Pick<ArchivedFile, 'size'>[]): number =>
  files.reduce((sum, { size }) => sum + size, 0)

/** Uploads that are missing, by their names in an archive. */
export const missingWords = (names: readonly string[]): string =>
  `缺少 ${names.length} 个上传的文件：${names.slice(0, 3).map(printableName).join('、')}${names.length > 3 ? ' 等' : ''}`

/** Checks every part, since archives come from outside; each name must be one that this program writes. */
export function readManifest(bytes: Buffer): Manifest {
  if (hasTooManyValues(bytes)) throw new BadArchive('备份文件的清单过大')
  const {
    program,
    format,
    dataFormat: recordFormat,
    version,
    time,
    site,
    counts,
    uploads,
    missing,
    files: listed,
  } = parsed(bytes.toString())
  if (program !== 'zhuzhan') throw new BadArchive('不是筑站的备份文件')
  if (!isCount(format) || !isCount(recordFormat)) throw new BadArchive('备份文件的清单缺少格式编号')
  if (format > archiveFormat || recordFormat > dataFormat) {
    throw new BadArchive(`备份由更新版本的程序（${printableName(String(version))}）制作，请先升级本程序再恢复`)
  }
  if (format < archiveFormat) throw new BadArchive('备份是0.5.0以前的格式，请先用0.5.0恢复，再升级到本版本')
  if (!isObject(counts) || !isObject(uploads) || !Array.isArray(listed)) throw new BadArchive('备份文件的清单不完整')
  if (typeof version !== 'string' || typeof time !== 'string' || Number.isNaN(Date.parse(time)))
    throw new BadArchive('备份文件的清单没有版本和时间')
  const files = checkedFiles(listed)
  const listedCounts = countsOf(files)
  const listedUploads = uploadsOf(files)
  const countsDiffer =
    Object.keys(counts).some((name) => counts[name] !== (listedCounts.get(name) ?? 0)) ||
    [...listedCounts.keys()].some((name) => !Object.hasOwn(counts, name))
  if (countsDiffer || uploads.files !== listedUploads.files || uploads.bytes !== listedUploads.bytes)
    throw new BadArchive('备份文件的清单前后不一致')
  return {
    program,
    format,
    dataFormat: recordFormat,
    version,
    time,
    ...(isObject(site) && { site: archivedSite(site) }),
    counts: Object.fromEntries(Object.keys(counts).map((name) => [name, listedCounts.get(name) ?? 0])),
    uploads: listedUploads,
    missing: Array.isArray(missing) ? missing.map(String) : [],
    files,
  }
}

const archivedSite = ({ store, company, url, machine, place }: Fields): ArchivedSite => ({
  store: shortText(store),
  company: shortText(company),
  url: shortText(url),
  machine: shortText(machine),
  ...(typeof place === 'string' && { place: shortText(place) }),
})
const shortText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 300) : '')

/** Whose archive it is and what is in it, in words for the operator. */
export function siteWords({ site, time, version, counts, uploads }: Manifest): string {
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const whose = site
    ? `${printableName(site.company) || '示例公司（还没有改成自己的资料）'}，网址 ${printableName(site.url) || '没有设置'}，站点编号 ${printableName(site.store) || '无'}`
    : '没有写明公司的旧备份'
  return (
    `${whose}，备份时间 ${time.slice(0, 19).replace('T', ' ')}（程序版本 ${printableName(version)}），` +
    `${records} 条记录，${uploads.files} 个上传的文件`
  )
}

function checkedFiles(listed: readonly unknown[]): ArchivedFile[] {
  const names = new Set<string>()
  return listed.map((file) => {
    const { name, size, sha256 }: Fields = isObject(file) ? file : {}
    if (typeof name !== 'string' || !isCount(size) || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
      throw new BadArchive('备份文件的清单有一行无法识别')
    }
    const kind = entryKind(name)
    if (!kind) throw new BadArchive(`备份中有不允许的文件名：${printableName(name)}`)
    // Some file systems ignore case.
    const key = name.toLowerCase()
    if (names.has(key)) throw new BadArchive(`备份中有重复的文件：${name}`)
    names.add(key)
    if ((kind.is === 'record' || kind.is === 'agreement') && size > maxRecordBytes)
      throw new BadArchive(`备份中有过大的记录：${name}`)
    return { name, size, sha256 }
  })
}

/** Values of a byte or two each would need twenty times the memory of their text. */
function hasTooManyValues(bytes: Buffer): boolean {
  let values = 0
  for (const byte of bytes) if (byte === 0x2c /* , */ || byte === 0x5b /* [ */ || byte === 0x7b /* { */) values++
  return values > maxManifestValues
}

type Fields = Readonly<Record<string, unknown>>
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new BadArchive('备份文件的清单无法读取')
}

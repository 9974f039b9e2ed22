import { type Dirent, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { activityDay, activityFolder } from '../store/activityDisk.ts'
import { collectionsIn, isContentFolder } from '../store/collectionFolders.ts'
import { agreementFile, storeIdIn } from '../store/format.ts'
import { noUploadCodes, uploadFlags } from '../system/openUpload.ts'
import { unless } from '../system/systemErrors.ts'
import { BackupFailure } from './backupFailure.ts'
import { activityName, agreementName, entryKind, isUploadName, uploadName } from './manifest.ts'

/** A file of an archive as it was listed; it may be gone, or longer, when it is read. */
export interface ListedFile {
  name: string
  size: number
}

/** What an archive has besides the snapshot, where the site keeps it: in folders, or in a database. */
export interface SiteContent {
  /** For messages. */
  uploadsPlace: string
  /** So much more space is needed than the archive takes, while an upload of this size is read. */
  scratchFor(largest: number): number
  /** '' for a store that is older than ids. */
  storeId(): Promise<string>
  /** The collections that are not part of the snapshot, histories for example; the company's own agreement; the activity log. */
  others(inSnapshot: Readonly<Record<string, number>>): Promise<ListedFile[]>
  /** Reads these; those that are gone are left out. */
  read(files: readonly ListedFile[]): AsyncIterable<readonly [name: string, bytes: Buffer]>
  /** Throws where the place itself is not there. */
  requireUploads(): void
  uploads(): Promise<ListedFile[]>
  /** Resolves to a file descriptor, which the caller closes; undefined for an upload that is gone. */
  openUpload(name: string): Promise<number | undefined>
  /** Which of these records of the media library there are still. */
  mediaHeld(ids: readonly string[]): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

interface Folders {
  dataDir: string
  uploadsDir: string
}

/** The content of two folders, as it is on disk. */
export function folderContent({ dataDir, uploadsDir }: Folders): SiteContent {
  const folder = resolve(uploadsDir)
  const pathOf = (name: string): string =>
    name.startsWith('uploads/')
      ? join(uploadsDir, name.slice('uploads/'.length))
      : join(dataDir, name.slice('data/'.length))
  return {
    uploadsPlace: folder,
    scratchFor: () => 0,
    storeId: async () => storeIdIn(dataDir) ?? '',
    others: async (inSnapshot) => [...otherFiles(dataDir, uploadsDir, inSnapshot)],
    async *read(files) {
      for (const { name } of files) {
        const bytes = unless(() => readFileSync(pathOf(name)))
        if (bytes) yield [name, bytes]
      }
    },
    requireUploads() {
      if (!isFolder(folder))
        throw new BackupFailure(`图片目录 ${folder} 不存在：请核对 UPLOADS_DIR，或先挂载它所在的磁盘`)
    },
    uploads: async () => [...uploadFiles(uploadsDir)],
    openUpload: async (name) => unless(() => openSync(pathOf(name), uploadFlags), noUploadCodes),
    mediaHeld: async (ids) => new Set(ids.filter((id) => existsSync(join(dataDir, 'media', `${id}.json`)))),
    close: async () => {},
  }
}

function* otherFiles(
  dataDir: string,
  uploadsDir: string,
  inSnapshot: Readonly<Record<string, number>>,
): Generator<ListedFile> {
  yield* listedFile(agreementName, join(dataDir, agreementFile))
  for (const { name } of entriesOf(join(dataDir, activityFolder))) {
    const day = activityDay(name)
    if (day !== undefined) yield* listedFile(activityName(day), join(dataDir, activityFolder, name))
  }
  for (const collection of collectionsIn(dataDir)) {
    const folder = join(dataDir, collection)
    if (Object.hasOwn(inSnapshot, collection) || resolve(folder) === resolve(uploadsDir)) continue
    for (const file of entriesOf(folder)) {
      const name = `data/${collection}/${file.name}`
      if (entryKind(name)?.is === 'record') yield* listedFile(name, join(folder, file.name))
    }
  }
}

function* uploadFiles(uploadsDir: string): Generator<ListedFile> {
  for (const folder of entriesOf(uploadsDir)) {
    if (!isContentFolder(folder.name) || !isFolder(join(uploadsDir, folder.name))) continue
    for (const file of entriesOf(join(uploadsDir, folder.name))) {
      if (!file.isFile() || !isUploadName(file.name)) continue
      yield* listedFile(uploadName(folder.name, file.name), join(uploadsDir, folder.name, file.name))
    }
  }
}

/** Nothing where there is no file. */
function* listedFile(name: string, path: string): Generator<ListedFile> {
  const stats = unless(() => statSync(path), ['ENOENT', 'ELOOP'])
  if (stats?.isFile()) yield { name, size: stats.size }
}

/** Also a link to one: its files are served like the others. */
const isFolder = (path: string): boolean => unless(() => statSync(path), ['ENOENT', 'ELOOP'])?.isDirectory() ?? false

/** Sorted, so that archives of the same content are equal. Empty for a missing folder. */
const entriesOf = (folder: string): Dirent[] =>
  unless(() => readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) ?? []

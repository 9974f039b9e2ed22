import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isLarge, limits, uploadFolders } from '../../contract/rules.ts'
import { isUploadName } from '../backup/manifest.ts'
import { makeFolder, syncFile, syncFolder } from '../system/folders.ts'
import type { Log } from '../system/log.ts'
import { collectionsIn } from '../store/collectionFolders.ts'
import type { Disk } from '../store/disk.ts'
import { openStorageEngine, type StorageEngine, type StorageLocation } from '../store/storageEngine.ts'
import { agreementFile, agreementRecord } from '../store/format.ts'
import { placeOf } from '../store/storeFolders.ts'
import type { SiteDatabase } from '../store/postgres/siteDatabase.ts'
import { ignoreMissing } from '../system/systemErrors.ts'

/** A folder of files or a database, with everything that a site keeps. */
export interface Side {
  /** Where it is, in words for the operator. */
  place: string
  disk: Disk
  collections(): Promise<string[]>
  agreement: {
    get(): Promise<string | undefined>
    put(text: string | undefined): Promise<void>
  }
  uploads: {
    /** Their names, such as `product/0123….jpg`. */
    list(): Promise<string[]>
    get(name: string): Promise<Buffer>
    put(name: string, bytes: Buffer): Promise<void>
    /** Makes the uploads that were put durable. */
    flush(): Promise<void>
  }
  close(): Promise<void>
}

/** Throws a LockHeld while a server runs on the folder. */
export async function openSide(options: StorageLocation, log: Log): Promise<Side> {
  const engine = await openStorageEngine(options, log)
  await engine.started()
  const side = engine.database ? databaseSide(engine, engine.database) : folderSide(engine, options)
  return {
    ...side,
    place: `${placeOf(options)}；图片目录：${resolve(options.uploadsDir)}`,
    async close() {
      await engine.disk.close()
      await engine.release()
    },
  }
}

function folderSide(
  { disk, agreement }: StorageEngine,
  { dataDir, uploadsDir }: StorageLocation,
): Omit<Side, 'close' | 'place'> {
  const path = join(dataDir, agreementFile)
  return {
    disk,
    collections: async () => [...collectionsIn(dataDir)],
    agreement: {
      get: agreement,
      async put(text) {
        await (text === undefined ? rm(path, { force: true }) : writeDurably(path, text, 0o600))
        await syncFolder(dataDir)
      },
    },
    uploads: uploadFiles(uploadsDir),
  }
}

function databaseSide(
  { disk, agreement }: StorageEngine,
  { collections, uploads }: SiteDatabase,
): Omit<Side, 'close' | 'place'> {
  const { collection, id } = agreementRecord
  const { large } = uploads
  return {
    disk,
    collections,
    agreement: {
      get: agreement,
      async put(text) {
        if (text === undefined) await disk.remove(collection, id)
        else await disk.put(collection, id, { id, text })
      },
    },
    uploads: {
      list: uploads.list,
      async get(name) {
        const bytes = await (isLarge(name) ? concatParts(await large.get(name)) : uploads.get(name))
        if (!bytes) throw new Error(`the upload ${name} is missing`)
        return bytes
      },
      put: (name, bytes) => (isLarge(name) ? large.put(name, chunksOf(bytes)) : uploads.put(name, bytes)),
      flush: async () => {},
    },
  }
}

async function concatParts(parts: AsyncIterable<Buffer> | undefined): Promise<Buffer | undefined> {
  if (!parts) return undefined
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += limits.uploadChunk)
    yield bytes.subarray(start, start + limits.uploadChunk)
}

async function writeDurably(path: string, content: string | Buffer, mode: number): Promise<void> {
  await writeFile(path, content, { mode })
  await syncFile(path)
}

function uploadFiles(root: string): Side['uploads'] {
  return {
    async list() {
      const lists = await Promise.all(
        uploadFolders.map(async (folder) =>
          ((await readdir(join(root, folder)).catch(ignoreMissing)) ?? [])
            .filter(isUploadName)
            .map((name) => `${folder}/${name}`),
        ),
      )
      return lists.flat()
    },
    get: (name) => readFile(join(root, name)),
    async put(name, bytes) {
      const [folder = ''] = name.split('/')
      makeFolder(join(root, folder), 0o755)
      makeFolder(join(root, '.incoming'))
      const temp = join(root, '.incoming', randomUUID())
      await writeDurably(temp, bytes, 0o644)
      await rename(temp, join(root, name))
    },
    async flush() {
      for (const folder of uploadFolders) await syncFolder(join(root, folder)).catch(ignoreMissing)
    },
  }
}

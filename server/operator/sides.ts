import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isLarge, limits, storedFolders } from '../../contract/calls/rules.ts'
import { isUploadName } from '../keeping/manifest.ts'
import { readRows } from '../media/isIntact.ts'
import { createUploads } from '../media/uploads.ts'
import { syncFile, syncFolder } from '../system/folders.ts'
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
        if (text === undefined) await rm(path, { force: true })
        else {
          await writeFile(path, text, { mode: 0o600 })
          await syncFile(path)
        }
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
        const parts: Buffer[] = []
        for await (const part of readRows(uploads)(name)) parts.push(part)
        return Buffer.concat(parts)
      },
      put: (name, bytes) => (isLarge(name) ? large.put(name, chunksOf(bytes)) : uploads.put(name, bytes)),
    },
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += limits.uploadChunk)
    yield bytes.subarray(start, start + limits.uploadChunk)
}

function uploadFiles(root: string): Side['uploads'] {
  const uploads = createUploads(root)
  return {
    async list() {
      const lists = await Promise.all(
        storedFolders.map(async (folder) =>
          ((await readdir(join(root, folder)).catch(ignoreMissing)) ?? [])
            .filter(isUploadName)
            .map((name) => `${folder}/${name}`),
        ),
      )
      return lists.flat()
    },
    get: (name) => readFile(join(root, name)),
    async put(name, bytes) {
      // Makes the folders.
      await uploads.prepare()
      const temp = join(uploads.incoming, randomUUID())
      await writeFile(temp, bytes, { mode: 0o644 })
      await uploads.keepFile(temp, `/uploads/${name}`)
    },
  }
}

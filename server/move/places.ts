import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits, uploadFolders } from '../../contract/rules.ts'
import { isContentFolder, isUploadName } from '../backup/manifest.ts'
import { makeFolder, syncFile, syncFolder } from '../folders.ts'
import type { Log } from '../log.ts'
import type { Disk } from '../store/disk.ts'
import { agreementFile, agreementRecord, openEngine } from '../store/engine.ts'
import { ignore } from '../systemErrors.ts'

/** A folder of files or a database, with everything that a site keeps. */
export interface Place {
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
    /** Makes durable what was put. */
    flush(): Promise<void>
  }
  close(): Promise<void>
}

export interface Address {
  dataDir: string
  uploadsDir: string
  /** Undefined for a folder of files. */
  databaseUrl: string | undefined
}

/** Throws a LockHeld while a server runs on the folder. */
export async function openPlace(address: Address, log: Log): Promise<Place> {
  const { disk, shared, agreement, started, release } = await openEngine(address, log)
  await started()
  const close = async (): Promise<void> => {
    await disk.close()
    await release()
  }
  if (!shared) {
    const path = join(address.dataDir, agreementFile)
    const put = async (text: string | undefined): Promise<void> => {
      await (text === undefined ? rm(path, { force: true }) : writeDurably(path, text, 0o600))
      await syncFolder(address.dataDir)
    }
    return { disk, collections: () => foldersIn(address.dataDir), agreement: { get: agreement, put }, uploads: uploadFiles(address.uploadsDir), close }
  }
  const { collection, id } = agreementRecord
  const putAgreement = async (text: string | undefined): Promise<void> => void (await (text === undefined ? disk.remove(collection, id) : disk.put(collection, id, { id, text })))
  const { list, get, put, films } = shared.uploads
  const isFilm = (name: string): boolean => name.startsWith('film/')
  const getOrFail = async (name: string): Promise<Buffer> => {
    const bytes = await (isFilm(name) ? concatParts(await films.get(name)) : get(name))
    if (!bytes) throw new Error(`the upload ${name} is missing`)
    return bytes
  }
  const putAny = (name: string, bytes: Buffer): Promise<void> => (isFilm(name) ? films.put(name, partsOf(bytes)) : put(name, bytes))
  return { disk, collections: shared.collections, agreement: { get: agreement, put: putAgreement }, uploads: { list, get: getOrFail, put: putAny, flush: async () => {} }, close }
}

async function concatParts(parts: AsyncIterable<Buffer> | undefined): Promise<Buffer | undefined> {
  if (!parts) return undefined
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

async function* partsOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += limits.filmChunk) yield bytes.subarray(at, at + limits.filmChunk)
}

async function writeDurably(path: string, content: string | Buffer, mode: number): Promise<void> {
  await writeFile(path, content, { mode })
  await syncFile(path)
}

const foldersIn = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir, { withFileTypes: true })).filter((entry) => entry.isDirectory() && isContentFolder(entry.name)).map(({ name }) => name)

function uploadFiles(root: string): Place['uploads'] {
  return {
    async list() {
      const lists = await Promise.all(
        uploadFolders.map(async (folder) => ((await readdir(join(root, folder)).catch(ignore('ENOENT'))) ?? []).filter(isUploadName).map((name) => `${folder}/${name}`)),
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
      for (const folder of uploadFolders) await syncFolder(join(root, folder)).catch(ignore('ENOENT'))
    },
  }
}

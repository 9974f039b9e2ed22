import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { categoryOf, mediaTypes, type MediaType } from '../../contract/media/mediaTypes.ts'
import {
  filesOfUpload,
  pictureFacts,
  pictureSuffix,
  uploadExtension,
  uploadStem,
} from '../../contract/media/pictureName.ts'
import {
  isLarge,
  limits,
  messages,
  storedFolders,
  type UploadFolder,
  uploadFolders,
  type UploadType,
} from '../../contract/calls/rules.ts'
import type { ReceivedFile, ReceivedVariant } from '../call.ts'
import { Failure, uploadFailure, writeFailure } from '../failure.ts'
import type { UploadRows } from '../store/postgres/uploadRows.ts'
import { checkAccess, makeFolder, syncFile, syncFolder } from '../system/folders.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import { ignore, ignoreMissing } from '../system/systemErrors.ts'
import { openUpload } from '../system/openUpload.ts'
import { readFiles, readRows } from './isIntact.ts'
import { type PreparedPicture, preparePicture, prepareVariant, stemOf } from './preparePicture.ts'
import { readStoredFilm } from './readFilm.ts'
import { readPicture, shownSize } from './readPicture.ts'

/** Parts of films and documents wait in it. It is not served, and no content for a backup. */
export const unfinishedFolder = '.unfinished'

/** What is known of an upload from its name and bytes. */
export interface UploadFacts {
  address: string
  type: MediaType
  bytes: number
  width: number
  height: number
  seconds?: number
  /** Only pictures have the hash of their bytes here. */
  hash?: string
}

interface KeepOptions {
  variants?: readonly ReceivedVariant[]
  color?: string
  /** Called when the file is durable, before anybody else can add or remove it. */
  record?: (facts: UploadFacts) => Promise<unknown>
  /** Finds the address of an upload of this kind with the same bytes, which is then used instead. */
  same?: (hash: string, kind: UploadType | 'logo') => string | undefined
}

/** Which uploads there are. Large ones are among them, except for their bytes where several servers share them. */
type UploadFiles = Pick<UploadRows, 'list' | 'get' | 'facts'>
/** Those that several servers share; the folder then holds copies. */
type SharedUploads = Omit<UploadRows, 'large'> & { large: Pick<UploadRows['large'], 'put' | 'get'> }

export type Uploads = ReturnType<typeof createUploads>

/** Files are named after their content and size: the same bytes twice are one file, and an address never serves other bytes. */
export function createUploads(uploadsDir: string, shared?: SharedUploads, now: () => number = Date.now) {
  const folder = resolve(uploadsDir)
  /** For files while they are received. */
  const incoming = join(folder, '.incoming')
  const files = shared ?? filesIn(folder)
  /** Fetches an upload of another server into the folder. False when there is none. */
  const fetch = shared ? createFetch(shared, folder, incoming) : async () => false
  /** By stem: uploads with the same stem have the same variants. */
  const queue = new KeyedQueue()
  /** Runs work on an upload while nobody else can add or remove it. */
  const exclusively = <T>(address: string, work: () => Promise<T>): Promise<T> => queue.run(uploadStem(address), work)

  const { factsOf, missing } = createFacts(folder, files, shared && fetch)
  const keep = createKeep({ folder, shared, missing, queue, exclusively })
  const { list, remove, removeStrayVariants, removeStrayFiles, dropCopy } = createRemoval({
    folder,
    files,
    shared,
    exclusively,
    now,
  })

  return {
    incoming,
    read: shared ? readRows(shared) : readFiles(folder),
    exclusively,
    fetch,
    factsOf,
    missing,
    keep,
    list,
    remove,
    removeStrayVariants,
    removeStrayFiles,
    dropCopy,

    /** Keeps a picture in memory. */
    async keepBytes(bytes: Buffer, kind: UploadType, options?: KeepOptions): Promise<string> {
      const path = join(incoming, randomUUID())
      try {
        await writeFile(path, bytes)
        return await keep({ path, size: bytes.length }, kind, options)
      } catch (error) {
        throw uploadFailure(error)
      } finally {
        await rm(path, { force: true })
      }
    },

    /**
     * Keeps a complete file as it is, which is in the folder of the uploads, and resolves when it is durable. Of what a visitor has sent no
     * server has a copy: it is erased in one place.
     */
    async keepFile(path: string, address: string): Promise<void> {
      const name = storedName(address)
      try {
        if (shared && !isLarge(name)) return await online(shared.put(name, await readFile(path)))
        if (shared) await online(shared.large.put(name, fileChunks(path)))
        await syncFile(path)
        await rename(path, join(folder, name))
        await syncFolder(join(folder, folderOf(address)))
      } catch (error) {
        throw uploadFailure(error)
      }
    },

    /** Creates the folders and removes what a killed server left half received. Call it once, before the first request. */
    async prepare(): Promise<void> {
      for (const kind of ['', ...uploadFolders]) makeFolder(join(folder, kind), 0o755)
      for (const hidden of ['.incoming', unfinishedFolder, 'lead']) makeFolder(join(folder, hidden))
      for (const kind of ['', ...storedFolders, '.incoming', unfinishedFolder]) checkAccess(join(folder, kind))
      for (const name of await readdir(incoming)) await rm(join(incoming, name), { recursive: true, force: true })
    },
  }
}

interface KeptUploads {
  folder: string
  shared: SharedUploads | undefined
  missing(addresses: readonly string[]): Promise<ReadonlySet<string>>
  queue: KeyedQueue
  exclusively<T>(address: string, work: () => Promise<T>): Promise<T>
}

/** Keeps a picture and its variants, and resolves to its address when all of them are durable. */
function createKeep({ folder, shared, missing, queue, exclusively }: KeptUploads) {
  /** Stores again what another server has removed since it was shared: from its record on, nobody removes it by mistake. */
  const shareRemoved = async (names: readonly string[]): Promise<void> => {
    const held = await online(shared?.held(names))
    for (const name of names)
      if (held && !held.has(name)) await online(shared?.put(name, await readFile(join(folder, name))))
  }
  /** The picture comes last, since its name lists the variants. */
  const store = async (
    kind: UploadFolder,
    files: readonly { path: string; name: string }[],
    record: () => unknown,
  ): Promise<void> => {
    for (const { path, name } of files) await online(shared?.put(`${kind}/${name}`, await readFile(path)))
    // Replaces equal files, which also repairs a damaged one.
    for (const { path, name } of files) await rename(path, join(folder, kind, name))
    await syncFolder(join(folder, kind))
    await record()
    await shareRemoved(files.map(({ name }) => `${kind}/${name}`))
  }

  return async (file: ReceivedFile, kind: UploadType | 'logo', options: KeepOptions = {}): Promise<string> => {
    const { variants: receivedVariants = [], color = '', record, same } = options
    try {
      const main = await preparePicture(file.path)
      const { type, path, bytes, width, height } = main
      if (type === 'webp') throw new Failure(422, messages.pictureOnly)
      const variants: PreparedPicture[] = []
      for (const variant of receivedVariants) variants.push(await prepareVariant(variant, main))

      const hash = main.hash.slice(0, 32)
      const stem = stemOf(main, variants)
      const widths = variants.map((variant) => variant.width)
      const name = `${stem}.${pictureSuffix({ ...main, color, widths })}.${type}`
      const address = `/uploads/${kind}/${name}`
      const files = variants.map((variant) => ({ path: variant.path, name: `${stem}.${variant.width}w.webp` }))
      files.push({ path, name })
      const isThere = async (other: string): Promise<boolean> =>
        same?.(hash, kind) === other && (await missing([other])).size === 0
      // Two uploads of the same bytes with other variants wait for each other.
      return await queue.run(hash, async () => {
        const other = same?.(hash, kind)
        if (other !== undefined && other !== address && (await exclusively(other, () => isThere(other)))) return other
        await exclusively(address, () =>
          store(kind, files, () => record?.({ address, type: mediaTypes[type], bytes, width, height, hash })),
        )
        return address
      })
    } catch (error) {
      throw uploadFailure(error)
    }
  }
}

type RemovedUploads = Pick<KeptUploads, 'folder' | 'shared' | 'exclusively'> & { files: UploadFiles; now: () => number }

/** The addresses of uploads, as they lie in the folders. */
function createAddresses(files: UploadFiles) {
  /** The addresses of all files in a folder. */
  const addressesIn = async (name: string): Promise<string[]> =>
    (await files.list(`${name}/`)).map((file) => `/uploads/${file}`)
  const uploadsIn = async (name: string): Promise<string[]> =>
    (await addressesIn(name)).filter((address) => uploadExtension(address) !== undefined)

  /** Without the variants that another upload has, too: the same picture with another colour in its name. */
  const ownFilesOf = async (address: string): Promise<string[]> => {
    const allFiles = filesOfUpload(address)
    if (allFiles.length === 1) return allFiles
    const others = (await uploadsIn(folderOf(address))).filter(
      (other) => uploadStem(other) === uploadStem(address) && other !== address,
    )
    const filesOfOthers = new Set(others.flatMap(filesOfUpload))
    return allFiles.filter((file) => !filesOfOthers.has(file))
  }
  return { addressesIn, uploadsIn, ownFilesOf }
}

function createRemoval({ folder, files, shared, exclusively, now }: RemovedUploads) {
  const { addressesIn, uploadsIn, ownFilesOf } = createAddresses(files)

  const removeFiles = async (addresses: readonly string[]): Promise<void> => {
    try {
      // The picture comes first, as its name lists the variants.
      for (const address of addresses) await rm(join(folder, storedName(address)), { force: true })
      await syncFolder(join(folder, folderOf(addresses[0] ?? '')))
    } catch (error) {
      throw uploadFailure(error)
    }
  }

  const removeStray = (address: string, isNeeded: () => Promise<boolean>): Promise<void> =>
    exclusively(address, async () => {
      // An upload may have added its picture meanwhile.
      if (await isNeeded()) return
      // Another server stores the variants first, and the picture right after them; a file, and then its record.
      const name = storedName(address)
      if (shared && ((await shared.facts([name])).get(name)?.madeAt ?? now()) > now() - settledMs) return
      await shared?.remove([name])
      await removeFiles([address])
    })

  return {
    /** The addresses of all uploads, without variants. */
    list: async () => (await Promise.all(uploadFolders.map(uploadsIn))).flat(),

    /**
     * Removes an upload, and its variants unless another upload has the same. First calls `forget`, while nobody else on this server can
     * add the upload, which resolves to the id of the record that it has removed; if there was none, the files stay.
     */
    remove: (address: string, forget: () => Promise<string | undefined>): Promise<void> =>
      exclusively(address, async () => {
        const mediaId = await forget()
        if (mediaId === undefined) return
        const ownFiles = await ownFilesOf(address)
        await online(shared?.remove(ownFiles.map(storedName), mediaId))
        await removeFiles(ownFiles)
      }),

    /** Removes variants whose picture a server has removed right before it was killed. */
    async removeStrayVariants(): Promise<void> {
      for (const name of uploadFolders) {
        const pictures = new Set((await uploadsIn(name)).map(uploadStem))
        for (const address of await addressesIn(name)) {
          if (!isVariant.test(address) || pictures.has(uploadStem(address))) continue
          await removeStray(address, async () =>
            (await uploadsIn(name)).some((upload) => uploadStem(upload) === uploadStem(address)),
          )
        }
      }
    },

    /** Removes what visitors have sent and no record names: a crash has left it, or a restore. */
    async removeStrayFiles(isKnown: (address: string) => boolean): Promise<void> {
      for (const address of await addressesIn('lead'))
        if (!isKnown(address)) await removeStray(address, async () => isKnown(address))
    },

    /** Removes this server's copy of an upload that another server has removed. */
    async dropCopy(address: string): Promise<void> {
      if (shared && uploadExtension(address) !== undefined)
        await exclusively(address, () => removeFiles(filesOfUpload(address)))
    },
  }
}

type Fetch = (kind: string, name: string) => Promise<boolean>

/** What is known of the uploads; `fetch` where others have their files. */
function createFacts(folder: string, files: UploadFiles, fetch: Fetch | undefined) {
  return {
    /** Reads the facts of an upload, and when it was made; undefined when it is missing or damaged. */
    async factsOf(address: string): Promise<(UploadFacts & { madeAt: number }) | undefined> {
      const extension = uploadExtension(address)
      const name = storedName(address)
      const fileFacts = (await files.facts([name])).get(name)
      if (extension === undefined || fileFacts === undefined) return undefined
      const type = mediaTypes[extension]
      if (type === 'image/jpeg' || type === 'image/png') {
        const size = pictureFacts(address) ?? sizeOf((await files.get(name)) ?? Buffer.alloc(0))
        return size && { address, type, width: size.width, height: size.height, ...fileFacts }
      }
      // Its bytes were checked before it got this name, which says all about it.
      if (categoryOf(type) === 'document') return { address, type, width: 0, height: 0, ...fileFacts }
      // Of an older version, which has checked it.
      const ofWebm = /\.(\d+)x(\d+)\.webm$/.exec(address)
      if (ofWebm) return { address, type, width: Number(ofWebm[1]), height: Number(ofWebm[2]), ...fileFacts }
      const isHere = !fetch || (await fetch('film', name.slice('film/'.length)))
      const film = isHere ? await readStoredFilm(join(folder, name)) : undefined
      if (!film) return undefined
      const { width, height, seconds } = film
      return { address, type, width, height, ...(seconds !== undefined && { seconds }), ...fileFacts }
    },

    /** Which of these uploads have no file. */
    async missing(addresses: readonly string[]): Promise<ReadonlySet<string>> {
      const uploads = addresses.filter((address) => uploadExtension(address) !== undefined)
      // Unknown without the database; the library is shown all the same.
      const present = await files.facts(uploads.map(storedName)).catch(() => undefined)
      return new Set(present ? uploads.filter((address) => !present.has(storedName(address))) : [])
    },
  }
}

function filesIn(folder: string): UploadFiles {
  const factsOf = async (name: string) => {
    const stats = await lstat(join(folder, name)).catch(ignore('ENOENT', 'ENOTDIR'))
    return stats?.isFile() ? [[name, { bytes: stats.size, madeAt: stats.mtimeMs }] as const] : []
  }
  return {
    list: async (prefix = '') =>
      ((await readdir(join(folder, prefix)).catch(ignoreMissing)) ?? []).map((name) => `${prefix}${name}`),
    get: (name) => readUpload(join(folder, name)),
    facts: async (names) => new Map((await Promise.all(names.map(factsOf))).flat()),
  }
}

async function readUpload(path: string): Promise<Buffer | undefined> {
  const file = await openUpload(path)
  try {
    return await file?.readFile()
  } finally {
    await file?.close()
  }
}

/** Copies what other servers have stored into the folder, each file once. */
function createFetch(shared: SharedUploads, folder: string, incoming: string): Fetch {
  const fetching = new Map<string, Promise<boolean>>()
  const fetchNow = async (name: string): Promise<boolean> => {
    const content = await (isLarge(name) ? shared.large.get(name) : shared.get(name))
    if (!content) return false
    const temp = join(incoming, randomUUID())
    try {
      await writeFile(temp, content, { mode: 0o644 })
      // One that another server deletes meanwhile ends early.
      if (isLarge(name) && (await stat(temp)).size !== (await shared.facts([name])).get(name)?.bytes) return false
      // A copy is never checked again, so a crash must not leave its name without its content.
      await syncFile(temp)
      await rename(temp, join(folder, name))
      return true
    } finally {
      await rm(temp, { force: true })
    }
  }
  return async (kind, file) => {
    const name = `${kind}/${file}`
    const request = fetching.get(name) ?? fetchNow(name).finally(() => fetching.delete(name))
    fetching.set(name, request)
    try {
      return await request
    } catch (cause) {
      throw new Failure(503, '文件暂时无法读取，请稍后重试', { cause, headers: { 'Retry-After': '5' } })
    }
  }
}

/** Rejects with a message when the database does not answer. */
export async function online<T>(work: T | Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new Failure(...writeFailure('OFFLINE', 'upload'), { cause })
  }
}

/** Longer than any server takes from the first file of an upload to the last, and than their clocks differ. */
const settledMs = 3_600_000

const isVariant = /\/[0-9a-f]{32}\.\d{2,5}w\.webp$/

/** The name of an address in the folder, such as `product/<hash>.jpg`. A record could name any address. */
export function storedName(address: string): string {
  if (!address.startsWith('/uploads/') || address.includes('..'))
    throw new TypeError(`${JSON.stringify(address)} is no upload`)
  return address.slice('/uploads/'.length)
}
const folderOf = (address: string): (typeof storedFolders)[number] | '' =>
  storedFolders.find((folder) => address.startsWith(`/uploads/${folder}/`)) ?? ''

async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  for await (const part of createReadStream(path, { highWaterMark: limits.uploadChunk })) yield part as Buffer
}

function sizeOf(bytes: Buffer) {
  const picture = readPicture(bytes)
  return picture && shownSize(picture)
}

import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure, uploadFailure } from '../failure.ts'
import { ignoreMissing } from '../system/systemErrors.ts'
import type { FilmFacts } from './filmFacts.ts'
import { type DocumentFacts, readDocument } from './readDocument.ts'
import { readerOf, readFilm } from './readFilm.ts'
import { online, unfinishedFolder, type UploadFacts, type Uploads } from './uploads.ts'

/** Chunks that several servers receive. */
interface SharedChunks {
  append(id: string, offset: number, bytes: Buffer): Promise<void>
  get(id: string): Promise<AsyncIterable<Buffer> | undefined>
  remove(ids: readonly string[]): Promise<void>
}

const zeroes = Buffer.alloc(65_536)

export type Films = ReturnType<typeof createFilms>

/** The bytes of films and documents that are being uploaded, by the id of the upload. */
export function createFilms(uploadsDir: string, uploads: Uploads, shared?: SharedChunks) {
  const folder = join(resolve(uploadsDir), unfinishedFolder)
  const pathOf = (id: string): string => join(folder, id)
  const { begin, stop } = createChunkFiles(pathOf)

  /** The complete file in the folder; with a database its parts are put together. */
  const complete = async (id: string, bytes: number): Promise<string> => {
    const path = pathOf(id)
    if (shared) {
      const parts = await online(shared.get(id))
      if (parts) await pipeline(parts, createWriteStream(path, { mode: 0o644 }))
    }
    const stats = await stat(path).catch(ignoreMissing)
    if (stats === undefined || stats.size < bytes) throw new Failure(404, '已上传的内容不完整，请重新上传')
    return path
  }

  return {
    /** Begins a chunk at an offset. The returned function writes it, and resolves when it is durable. */
    begin: async (id: string, offset: number): Promise<WriteChunk> =>
      shared ? (chunks) => appendRows(shared, id, offset, chunks) : begin(id, offset),

    /** Where the complete file is, which is not kept: it goes when the upload is cancelled, or after a day. */
    async pathOf(id: string, bytes: number): Promise<string> {
      await stop(id)
      return complete(id, bytes).catch(rethrow)
    },

    /** Checks the complete file. Throws a Failure for a film that browsers do not play, and for what is neither film nor document. */
    async check(id: string, bytes: number): Promise<UploadFacts> {
      await stop(id)
      return complete(id, bytes)
        .then((path) => checkFile(path, bytes))
        .catch(rethrow)
    },

    /** Keeps the file that was checked, unless it is kept already. */
    keep: (id: string, address: string): Promise<void> =>
      uploads.exclusively(address, async () => {
        const path = pathOf(id)
        if (await stat(path).catch(ignoreMissing)) await uploads.keepFile(path, address)
        await shared?.remove([id])
      }),

    /** The facts of a file that is kept; undefined when there is none. */
    async kept(address: string): Promise<UploadFacts | undefined> {
      const fileFacts = await uploads.factsOf(address)
      if (!fileFacts) return undefined
      const { madeAt: _madeAt, ...facts } = fileFacts
      return facts
    },

    async discard(id: string): Promise<void> {
      await stop(id)
      await rm(pathOf(id), { force: true })
      await shared?.remove([id])
    },

    /** Removes the bytes of uploads that are not known. */
    async removeOthers(isKnown: (id: string) => boolean): Promise<void> {
      const ids = (await readdir(folder).catch(ignoreMissing)) ?? []
      for (const id of ids) if (!isKnown(id)) await rm(pathOf(id), { recursive: true, force: true })
    },
  }
}

const rethrow = (error: unknown): never => {
  throw uploadFailure(error)
}

type WriteChunk = (chunks: AsyncIterable<Buffer>) => Promise<void>

/** Writes chunks into the file of their upload. */
function createChunkFiles(pathOf: (id: string) => string) {
  /** By the id of the upload: a connection that was lost may still deliver bytes beside the one that repeats them. */
  const writing = new Map<string, Set<FileHandle>>()

  return {
    async begin(id: string, offset: number): Promise<WriteChunk> {
      // What a server that was killed has written behind the offset is overwritten.
      const file = await open(pathOf(id), constants.O_WRONLY | constants.O_CREAT, 0o644).catch(rethrow)
      const files = writing.get(id) ?? new Set()
      writing.set(id, files.add(file))
      return async (chunks) => {
        try {
          await writeChunks(file, offset, chunks)
        } catch (error) {
          throw writing.get(id) === files ? uploadFailure(error) : new Failure(409, '这次上传已经完成或取消')
        } finally {
          await file.close()
          files.delete(file)
          if (files.size === 0 && writing.get(id) === files) writing.delete(id)
        }
      }
    },

    /** No byte is written once it resolves. */
    async stop(id: string): Promise<void> {
      const files = writing.get(id)
      writing.delete(id)
      for (const file of files ?? []) await file.close()
    },
  }
}

async function checkFile(path: string, bytes: number): Promise<UploadFacts> {
  const file = await open(path, 'r+')
  try {
    await file.truncate(bytes)
    const reader = await readerOf(file)
    const facts = (await readDocument(reader)) ?? (await readFilm(reader))
    if ('blanked' in facts) await blank(file, facts)
    await file.sync()
    return await factsOf(path, bytes, facts)
  } finally {
    await file.close()
  }
}

async function writeChunks(file: FileHandle, offset: number, chunks: AsyncIterable<Buffer>): Promise<void> {
  let position = offset
  for await (const bytes of chunks) {
    for (let start = 0; start < bytes.length; )
      start += (await file.write(bytes, start, bytes.length - start, position + start)).bytesWritten
    position += bytes.length
  }
  await file.sync()
}

/** No more than this is kept in memory of a chunk that is sent slowly. */
const rowBytes = 1_048_576

async function appendRows(
  shared: SharedChunks,
  id: string,
  offset: number,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  let position = offset
  let row: Buffer = Buffer.alloc(0)
  const append = async (): Promise<void> => {
    await online(shared.append(id, position, row))
    position += row.length
    row = Buffer.alloc(0)
  }
  for await (const bytes of chunks) {
    row = Buffer.concat([row, bytes])
    if (row.length >= rowBytes) await append()
  }
  if (row.length > 0) await append()
}

/**
 * Blanks the metadata about place and author, as for pictures, without changing the length. The zeroes come first: a server that is killed
 * in between finds the rest by its name again.
 */
async function blank(file: FileHandle, { blanked }: FilmFacts): Promise<void> {
  for (const {
    position,
    bytes,
    zeroes: { from, to },
  } of blanked) {
    for (let next = from; next < to; next += zeroes.length)
      await file.write(zeroes, 0, Math.min(zeroes.length, to - next), next)
    await file.write(bytes, 0, bytes.length, position)
  }
}

async function factsOf(path: string, bytes: number, facts: FilmFacts | DocumentFacts): Promise<UploadFacts> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), hash)
  const stem = hash.digest('hex').slice(0, 32)
  const { type, extension } = facts
  if (!('blanked' in facts))
    return { address: `/uploads/document/${stem}.${extension}`, type, bytes, width: 0, height: 0 }
  const { width, height, seconds } = facts
  const address = `/uploads/film/${stem}.${width}x${height}.${extension}`
  return { address, type, bytes, width, height, ...(seconds !== undefined && { seconds }) }
}

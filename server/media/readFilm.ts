import type { FileHandle } from 'node:fs/promises'
import { messages } from '../../contract/calls/rules.ts'
import { Failure } from '../failure.ts'
import { type FilmFacts, type FilmReader, UnplayableFilm } from './filmFacts.ts'
import { readMp4 } from './mp4.ts'
import { openUpload } from '../system/openUpload.ts'

const maxSide = 16_384

export async function readerOf(file: FileHandle): Promise<FilmReader> {
  const { size } = await file.stat()
  return {
    size,
    async read(position, length) {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
      return buffer.subarray(0, bytesRead)
    },
  }
}

/** Reads the facts of a film from a small part of its bytes. Throws a Failure for a file that browsers do not play. */
export async function readFilm(reader: FilmReader): Promise<FilmFacts> {
  try {
    const facts = await readMp4(reader)
    if (!facts || !isSide(facts.width) || !isSide(facts.height)) throw new Failure(422, messages.filmOnly)
    return facts
  } catch (error) {
    if (error instanceof UnplayableFilm) throw new Failure(422, `${error.message}，${messages.filmOnly}`)
    throw error
  }
}

const isSide = (pixels: number): boolean => pixels > 0 && pixels <= maxSide

/** The facts of a stored film; undefined for one that is damaged. */
export async function readStoredFilm(path: string): Promise<FilmFacts | undefined> {
  const file = await openUpload(path)
  if (!file) return undefined
  try {
    return await readFilm(await readerOf(file))
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  } finally {
    await file.close()
  }
}

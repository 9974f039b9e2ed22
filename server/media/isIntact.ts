import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { filesOfUpload, uploadStem } from '../../contract/media/pictureName.ts'
import { isLarge } from '../../contract/calls/rules.ts'
import type { UploadRows } from '../store/postgres/uploadRows.ts'
import { openUpload } from '../system/openUpload.ts'
import { stemOf } from './preparePicture.ts'

/** Resolves to the SHA-256 of the bytes of an upload's file, such as `product/0123….jpg`; rejects where it is missing. */
export type HashOfUpload = (name: string) => Promise<string>

/** Whether an upload and its variants are there with the bytes that they are named after. */
export async function isIntact(hashOf: HashOfUpload, address: string): Promise<boolean> {
  try {
    const files: { hash: string }[] = []
    for (const file of filesOfUpload(address)) files.push({ hash: await hashOf(file.slice('/uploads/'.length)) })
    const [main = { hash: '' }, ...variants] = files
    return uploadStem(address).endsWith(`/${stemOf(main, variants)}`)
  } catch {
    // One that cannot be read, for whatever reason, is not shown to visitors either.
    return false
  }
}

interface Rows extends Pick<UploadRows, 'get'> {
  large: Pick<UploadRows['large'], 'get'>
}

/** The bytes of an upload; fails where it is missing. */
type ReadUpload = (name: string) => AsyncGenerator<Buffer, void, undefined>

/** Of files, in parts that are short enough for requests in between. */
export const readFiles = (uploadsDir: string): ReadUpload =>
  async function* (name) {
    const file = await openUpload(join(uploadsDir, name))
    if (!file) throw new Error(`${name} is no file`)
    // The stream closes the file, also when nobody reads on.
    for await (const part of file.createReadStream({ highWaterMark: 262_144 })) yield part as Buffer
  }

/** Of the rows of a database. */
export const readRows = (uploads: Rows): ReadUpload =>
  async function* (name) {
    const bytes = await (isLarge(name) ? uploads.large.get(name) : uploads.get(name))
    if (!bytes) throw new Error(`the upload ${name} is missing`)
    yield* Buffer.isBuffer(bytes) ? [bytes] : bytes
  }

export const hashesOf =
  (read: ReadUpload): HashOfUpload =>
  async (name) => {
    const hash = createHash('sha256')
    for await (const part of read(name)) hash.update(part)
    return hash.digest('hex')
  }

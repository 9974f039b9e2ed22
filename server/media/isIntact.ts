import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { filesOfUpload, uploadStem } from '../../contract/pictureName.ts'
import { isLarge } from '../../contract/rules.ts'
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

/** Of files, in parts that are short enough for requests in between. */
export const hashesIn =
  (uploadsDir: string): HashOfUpload =>
  async (name) => {
    const file = await openUpload(join(uploadsDir, name))
    if (!file) throw new Error(`${name} is no file`)
    // The stream closes the file.
    return hashOfParts(file.createReadStream({ highWaterMark: 262_144 }))
  }

/** Of the rows of a database. */
export const hashesOf =
  (uploads: Pick<UploadRows, 'get' | 'large'>): HashOfUpload =>
  async (name) => {
    const bytes = await (isLarge(name) ? uploads.large.get(name) : uploads.get(name))
    if (!bytes) throw new Error(`the upload ${name} is missing`)
    return hashOfParts(Buffer.isBuffer(bytes) ? [bytes] : bytes)
  }

async function hashOfParts(parts: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of parts) hash.update(part)
  return hash.digest('hex')
}

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { filesOfUpload, uploadStem } from '../../contract/pictureName.ts'
import { openUpload } from '../system/openUpload.ts'
import { stemOf } from './preparePicture.ts'

/** Whether an upload and its variants are there with the bytes that they are named after. */
export async function isIntact(uploadsDir: string, address: string): Promise<boolean> {
  try {
    const files: { hash: string }[] = []
    for (const file of filesOfUpload(address))
      files.push({ hash: await hashOf(join(uploadsDir, file.slice('/uploads/'.length))) })
    const [main = { hash: '' }, ...variants] = files
    return uploadStem(address).endsWith(`/${stemOf(main, variants)}`)
  } catch {
    // One that cannot be read, for whatever reason, is not shown to visitors either.
    return false
  }
}

/** In parts that are short enough for requests in between. */
async function hashOf(path: string): Promise<string> {
  const file = await openUpload(path)
  if (!file) throw new Error(`${path} is no file`)
  const hash = createHash('sha256')
  // The stream closes the file.
  await pipeline(file.createReadStream({ highWaterMark: 262_144 }), hash)
  return hash.digest('hex')
}

import { join } from 'node:path'
import { isStarterDocument } from '../../contract/documents.ts'
import { isStarterPicture, uploadExtension } from '../../contract/pictureName.ts'
import { openUpload } from '../system/openUpload.ts'
import type { Uploads } from './uploads.ts'

interface StoredFilesParts {
  uploads: Pick<Uploads, 'factsOf' | 'fetch'>
  uploadsFolder: string
  /** Of the program's own pictures and documents. */
  mediaFolder: string
}

export type StoredFiles = ReturnType<typeof createStoredFiles>

/** The bytes of uploads and of what the program brings, by their addresses. */
export function createStoredFiles({ uploads, uploadsFolder, mediaFolder }: StoredFilesParts) {
  const isStarter = (address: string): boolean => isStarterPicture(address) || isStarterDocument(address)
  const pathOf = (address: string): string =>
    isStarter(address)
      ? join(mediaFolder, address.slice('/media/'.length))
      : join(uploadsFolder, address.slice('/uploads/'.length))

  const open = async (address: string) => {
    const file = await openUpload(pathOf(address))
    if (file || isStarter(address)) return file
    // Another server may have stored it.
    const [kind = '', name = ''] = address.slice('/uploads/'.length).split('/')
    return (await uploads.fetch(kind, name)) ? openUpload(pathOf(address)) : undefined
  }

  return {
    /** Undefined where there is no such file, or none of this site. */
    async bytesOf(address: string): Promise<number | undefined> {
      if (uploadExtension(address) !== undefined) return (await uploads.factsOf(address))?.bytes
      if (!isStarter(address)) return undefined
      const file = await openUpload(pathOf(address))
      try {
        return (await file?.stat())?.size
      } finally {
        await file?.close()
      }
    },

    async *read(address: string): AsyncGenerator<Buffer, void, undefined> {
      const file = await open(address)
      if (!file) throw new Error(`${address} is missing`)
      // The stream closes the file, also when nobody reads on.
      for await (const chunk of file.createReadStream({ highWaterMark: 65_536 })) yield chunk as Buffer
    },
  }
}

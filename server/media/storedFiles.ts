import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isStarterDocument } from '../../contract/media/documents.ts'
import { isStarterPicture, uploadExtension } from '../../contract/media/pictureName.ts'
import { ignoreMissing } from '../system/systemErrors.ts'
import { readFiles } from './isIntact.ts'
import { storedName, type Uploads } from './uploads.ts'

export type StoredFiles = ReturnType<typeof createStoredFiles>

/** The bytes of uploads and of what the program brings, by their addresses. */
export function createStoredFiles(uploads: Pick<Uploads, 'factsOf' | 'read'>, mediaFolder: string) {
  const isStarter = (address: string): boolean => isStarterPicture(address) || isStarterDocument(address)
  const starterName = (address: string): string => address.slice('/media/'.length)
  const readStarter = readFiles(mediaFolder)

  return {
    /** Undefined where there is no such file, or none of this site. */
    async bytesOf(address: string): Promise<number | undefined> {
      if (uploadExtension(address) !== undefined) return (await uploads.factsOf(address))?.bytes
      if (!isStarter(address)) return undefined
      return (await stat(join(mediaFolder, starterName(address))).catch(ignoreMissing))?.size
    },

    read: (address: string): AsyncGenerator<Buffer, void, undefined> =>
      isStarter(address) ? readStarter(starterName(address)) : uploads.read(storedName(address)),
  }
}

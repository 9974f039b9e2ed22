import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { ignore } from './systemErrors.ts'

/**
 * A pipe would keep its thread of four from all other work on files until somebody writes into it, and a link could show any file of the
 * machine. The folder may be a link: it is the operator's.
 */
export const uploadFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** What opening says of what is missing, a link or a socket. */
export const noUploadCodes = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'] as const

/** Opens a file of UPLOADS_DIR; undefined when there is none. */
export async function openUpload(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, uploadFlags).catch(ignore(...noUploadCodes))
  if (file === undefined || (await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

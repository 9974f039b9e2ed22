import { useSyncExternalStore } from 'react'
import { createUploadQueue, type Upload } from '../../lib/uploads.ts'

export const uploads = createUploadQueue()

/** What the uploads show of themselves; the same value, or the same object, until that changes. */
export const useUploads = <T extends string | number | boolean | readonly Upload[] | Upload | undefined>(
  select: () => T,
): T => useSyncExternalStore(uploads.subscribe, select)

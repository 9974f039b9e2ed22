import { open } from 'node:fs/promises'
import { foldersSync } from './makeFolder.ts'

/** A new name is on disk only when its folder is. */
export async function syncFolders(paths: readonly string[]): Promise<void> {
  if (!foldersSync) return
  for (const path of paths) {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}

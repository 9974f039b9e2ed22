import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** A folder can be synced everywhere but on Windows, whose file system journals names by itself. */
export const foldersSync = process.platform !== 'win32'

/** Makes the folder and those above it where they are missing, for the owner alone, so that they outlive a power cut. */
export function makeFolder(path: string): void {
  const folder = resolve(path)
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined || !foldersSync) return
  const above = dirname(resolve(first))
  for (let made = folder; made !== above; made = dirname(made)) syncFolder(dirname(made))
}

function syncFolder(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

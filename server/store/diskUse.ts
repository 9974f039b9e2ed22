import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface DiskUse {
  data: number
  uploads: number
}

const freshMs = 10 * 60_000
/** Many files side by side, but never so many that nobody else gets to the disk. */
const atOnce = 32

/** Counted at most every ten minutes, since it asks for every file; only for the first count somebody waits, then the last one serves. */
export function createDiskUse(dataDir: string, uploadsDir: string, now: () => number): () => Promise<DiskUse> {
  let known: Promise<DiskUse> | undefined
  let begunAt = -Infinity
  return () => {
    if (known && begunAt > now() - freshMs) return known
    begunAt = now()
    const next = count(dataDir, uploadsDir)
    next.then(
      () => (known = next),
      () => {
        // A count that failed is no answer for ten minutes.
        begunAt = -Infinity
        if (known === next) known = undefined
      },
    )
    return (known ??= next)
  }
}

async function count(dataDir: string, uploadsDir: string): Promise<DiskUse> {
  return { data: await bytesIn(dataDir), uploads: await bytesIn(uploadsDir) }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(gone)
  let bytes = 0
  while (entries.length > 0) {
    const some = entries.splice(-atOnce).map((entry) => bytesOf(join(folder, entry.name), entry.isDirectory()))
    for (const each of await Promise.all(some)) bytes += each
  }
  return bytes
}

async function bytesOf(path: string, isFolder: boolean): Promise<number> {
  if (isFolder) return bytesIn(path)
  const found = await stat(path).catch(gone)
  return 'size' in found ? found.size : 0
}

/** Files come and go while they are counted. */
function gone(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}

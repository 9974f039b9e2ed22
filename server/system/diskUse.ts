import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from './systemErrors.ts'

export interface DiskUse {
  data: number
  uploads: number
}

const freshMs = 10 * 60_000
/** Concurrent stat calls; more would keep other requests from the disk. */
const concurrentStats = 32

/** Counts now and at most every ten minutes, since it stats every file. Later callers get the last count at once. */
export function createDiskUse(dataDir: string, uploadsDir: string, now: () => number): () => Promise<DiskUse> {
  let cached: Promise<DiskUse> | undefined
  let startedAt = -Infinity
  const diskUse = (): Promise<DiskUse> => {
    if (cached && Math.abs(now() - startedAt) < freshMs) return cached
    startedAt = now()
    const next = count(dataDir, uploadsDir)
    next.then(
      () => (cached = next),
      () => {
        // Do not cache a failed count.
        startedAt = -Infinity
        if (cached === next) cached = undefined
      },
    )
    return (cached ??= next)
  }
  void diskUse()
  return diskUse
}

async function count(dataDir: string, uploadsDir: string): Promise<DiskUse> {
  return { data: await bytesIn(dataDir), uploads: await bytesIn(uploadsDir) }
}

/** Files may be removed while they are counted. */
async function bytesIn(folder: string): Promise<number> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? []
  let bytes = 0
  while (entries.length > 0) {
    const chunk = entries
      .splice(-concurrentStats)
      .map((entry) => bytesOnDisk(join(folder, entry.name), entry.isDirectory()))
    for (const size of await Promise.all(chunk)) bytes += size
  }
  return bytes
}

async function bytesOnDisk(path: string, isFolder: boolean): Promise<number> {
  if (isFolder) return bytesIn(path)
  return (await stat(path).catch(ignoreMissing))?.size ?? 0
}

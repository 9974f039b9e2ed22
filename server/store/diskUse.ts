import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

export interface DiskUse {
  data: number
  uploads: number
  free: number
}

const freshMs = 10 * 60_000

/** Counted at most every ten minutes, since it asks for every file; meanwhile the last count serves. */
export function createDiskUse(dataDir: string, uploadsDir: string, now: () => number): () => Promise<DiskUse> {
  let counted: { at: number; use: Promise<DiskUse> } | undefined
  return () => {
    if (!counted || counted.at <= now() - freshMs) {
      const use = count(dataDir, uploadsDir)
      counted = { at: now(), use }
      use.catch(() => (counted = undefined))
    }
    return counted.use
  }
}

async function count(dataDir: string, uploadsDir: string): Promise<DiskUse> {
  const { bavail, bsize } = await statfs(dataDir)
  return { data: await bytesIn(dataDir), uploads: await bytesIn(uploadsDir), free: bavail * bsize }
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(gone)) {
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? await bytesIn(path) : ((await stat(path).catch(gone)) as { size?: number }).size ?? 0
  }
  return bytes
}

/** Files come and go while they are counted. */
function gone(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}

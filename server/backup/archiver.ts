import { fstatSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { BadArchive } from './backupFailure.ts'
import { lowerPriority } from './lowerPriority.ts'
import { verifyArchive } from './verifyArchive.ts'
import { type ArchiveSource, NoSpace, writeArchive } from './writeArchive.ts'

export interface Archived {
  /** The moment of the snapshot. */
  time: string
  bytes: number
  records: number
  uploads: number
  /** How many uploads are missing that records refer to. */
  missing: number
  skipped: number
}
export type FromArchiver = { progress: number } | { archived: Archived } | { refused: string }

/** The thread that writes and verifies an archive, while the main thread serves the site. */
const source = workerData as ArchiveSource
const send = (message: FromArchiver): void => parentPort?.postMessage(message)

let last = 0
const progress = (share: number): void => {
  if (performance.now() - last < 250) return
  last = performance.now()
  send({ progress: share })
}

// On Linux this changes the priority of the thread; elsewhere that of the process, which would slow down the site.
if (process.platform === 'linux') lowerPriority()
async function archive(): Promise<FromArchiver> {
  try {
    const manifest = writeArchive(source, progress)
    await verifyArchive(source.archive, manifest, progress)
    return {
      archived: {
        time: manifest.time,
        bytes: fstatSync(source.archive).size,
        records: Object.values(manifest.counts).reduce((sum, count) => sum + count, 0),
        uploads: manifest.uploads.files,
        missing: manifest.missing.length,
        skipped: manifest.skipped.length,
      },
    }
  } catch (error) {
    // Any other error ends the thread and is reported with its stack.
    if (!(error instanceof BadArchive || error instanceof NoSpace)) throw error
    return { refused: error.message }
  }
}

void archive().then(send)

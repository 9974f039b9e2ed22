import { fstatSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { BadArchive } from './badArchive.ts'
import { verifyArchive } from './verifyArchive.ts'
import { type ArchiveSource, NoSpace, writeArchive } from './writeArchive.ts'

export interface Archived {
  /** The moment whose records it holds. */
  time: string
  bytes: number
  records: number
  uploads: number
  /** Uploads that records name and that are not there. */
  missing: number
  skipped: number
}
export type FromArchiver = { progress: number } | { archived: Archived } | { refused: string }

/** The thread that writes an archive and verifies it, while the site is served by another. */
const source = workerData as ArchiveSource
const send = (message: FromArchiver): void => parentPort?.postMessage(message)

let last = 0
const progress = (share: number): void => {
  if (performance.now() - last < 250) return
  last = performance.now()
  send({ progress: share })
}

// On Linux this is the thread's own priority; elsewhere the process's, which would slow the site itself.
if (process.platform === 'linux') setPriority(10)
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
    // Anything else ends the thread with its stack.
    if (!(error instanceof BadArchive || error instanceof NoSpace)) throw error
    return { refused: error.message }
  }
}

void archive().then(send)

import { fstatSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerReply } from '../system/workerReply.ts'
import { BadArchive } from './backupFailure.ts'
import { bytesOfFile } from './readArchive.ts'
import { verifyArchive } from './verifyArchive.ts'
import { type ArchiveSource, RefusedSource, writeArchive } from './writeArchive.ts'

export interface Archived {
  /** The moment of the snapshot. */
  time: string
  bytes: number
  records: number
  uploads: number
  missing: readonly string[]
}

/** The thread that writes and verifies an archive, while the main thread serves the site. */
const source = workerData as ArchiveSource

async function archive(): Promise<WorkerReply<Archived>> {
  try {
    const manifest = writeArchive(source)
    await verifyArchive(bytesOfFile(source.archive), manifest)
    const { time, counts, uploads, missing } = manifest
    const records = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { done: { time, bytes: fstatSync(source.archive).size, records, uploads: uploads.files, missing } }
  } catch (error) {
    // Any other error ends the thread and is reported with its stack.
    if (!(error instanceof BadArchive || error instanceof RefusedSource)) throw error
    return { refused: error.message }
  }
}

void archive().then((message) => parentPort?.postMessage(message))

import { fstatSync, openSync, rmSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { sendReply } from '../system/workerReply.ts'
import type { StorageLocation } from '../store/storageEngine.ts'
import { reasonOf } from './backupFailure.ts'
import { databaseContent } from './databaseContent.ts'
import type { Manifest } from './manifest.ts'
import { bytesOfFile } from './readArchive.ts'
import { folderContent } from './siteContent.ts'
import { verifyArchive } from './verifyArchive.ts'
import { type ArchiveSource, writeArchive } from './writeArchive.ts'

/** With the paths of the snapshot, which is removed, and of the new archive. */
export interface ArchiverWork extends Omit<ArchiveSource, 'snapshot' | 'archive' | 'content'>, StorageLocation {
  snapshot: string
  archive: string
  /** Beside the archive; of nothing that exists. */
  scratch: string
}

export interface Archived {
  /** The moment of the snapshot. */
  time: string
  bytes: number
  records: number
  uploads: number
  missing: readonly string[]
}

/** The thread that writes and verifies an archive, while the main thread serves the site. */
const work = workerData as ArchiverWork

async function archived(): Promise<Archived> {
  const snapshot = openSync(work.snapshot, 'r')
  // It has no name from here on, so it disappears with the process.
  rmSync(work.snapshot)
  const archive = openSync(work.archive, 'wx+', 0o600)
  const { databaseUrl, dataDir, scratch } = work
  const content = databaseUrl === undefined ? folderContent(work) : databaseContent({ databaseUrl, dataDir, scratch })
  let manifest: Manifest
  try {
    manifest = await writeArchive({ ...work, content, snapshot, archive })
  } finally {
    await content.close()
  }
  await verifyArchive(bytesOfFile(archive), manifest)
  const { time, counts, uploads, missing } = manifest
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { time, bytes: fstatSync(archive).size, records, uploads: uploads.files, missing }
}

void sendReply(archived, reasonOf)

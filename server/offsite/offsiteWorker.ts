import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { reasonOf } from '../backup/backupFailure.ts'
import { bytesOfFile } from '../backup/readArchive.ts'
import { expired } from '../backup/schedule.ts'
import { verifyArchive } from '../backup/verifyArchive.ts'
import type { Config, OffsiteSettings } from '../config.ts'
import type { WorkerReply } from '../system/workerReply.ts'
import { archivesIn, fetchArchive, objectName } from './archives.ts'
import { openBucket } from './bucket.ts'
import { seal, sealedSize } from './sealed.ts'

export type OffsiteWork = { settings: OffsiteSettings; name: string } & (
  | { do: 'send'; path: string; keep: Config['backupKeep']; now: number; storeId: string | undefined }
  | { do: 'check' }
)

/** The thread that encrypts and sends an archive, or fetches and verifies one. */
const work = workerData as OffsiteWork
const bucket = openBucket(work.settings)

/** Resolves to the bytes of the encrypted archive. One that is there already was sent by a server that could not record it. */
async function send({ settings, path, name, keep, now, storeId }: OffsiteWork & { do: 'send' }): Promise<number> {
  const object = objectName(name)
  const file = await open(path)
  try {
    const size = sealedSize((await file.stat()).size)
    await bucket.abortUploads(object)
    const [there] = await bucket.list(object)
    if (there?.size !== size) await bucket.put(object, seal(bytesOfFile(file.fd), settings.passphrase))
    for (const old of expired(await archivesIn(bucket), keep, now, storeId)) await bucket.remove(objectName(old))
    return size
  } finally {
    await file.close()
  }
}

async function reply(): Promise<WorkerReply<number>> {
  try {
    if (work.do === 'send') return { done: await send(work) }
    // As a restore reads it.
    await verifyArchive(fetchArchive(bucket, work.name, work.settings))
    return { done: 0 }
  } catch (error) {
    const refused = reasonOf(error)
    if (refused === undefined) throw error
    return { refused }
  }
}

void reply().then((message) => parentPort?.postMessage(message))

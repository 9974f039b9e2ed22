import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { reasonOf } from '../backup/backupFailure.ts'
import { bytesOfFile } from '../backup/readArchive.ts'
import { expired, type Keeping, minutesKeptMs } from '../backup/schedule.ts'
import { verifyArchive } from '../backup/verifyArchive.ts'
import type { Config, OffsiteSettings } from '../config.ts'
import { openUpload } from '../system/openUpload.ts'
import { sendReply } from '../system/workerReply.ts'
import { archivesIn, fetchArchive, objectName, refuseOthers, refuseRenamed } from './archives.ts'
import { openBucket } from './bucket.ts'
import {
  isOlder,
  minuteHash,
  minuteName,
  minutesPrefix,
  packed,
  timeOfMinute,
  uploadIn,
  uploadObject,
  uploadsPrefix,
} from './minuteFile.ts'
import { seal, sealedSize } from './sealed.ts'

export type OffsiteWork = { settings: OffsiteSettings } & (
  | { do: 'send'; name: string; path: string; keep: Config['backupKeep']; now: number; keeping: Keeping }
  | { do: 'check'; name: string }
  | Minute
)

interface Minute {
  do: 'minute'
  storeId: string | undefined
  at: string
  text: string
  /** Uploads by their names in an archive, of which those are sent that were stored since. */
  uploads: readonly string[]
  uploadsDir: string
  storedSince: number
  isFirst: boolean
}

/** The thread that encrypts and sends an archive or a minute, or fetches and verifies an archive. */
const work = workerData as OffsiteWork
/** What hangs or drips ends so soon that staff see it within ten minutes. */
const runMs = 4 * 60_000
const bucket = openBucket(work.settings, { runMs })

/** Resolves to the bytes of the encrypted archive. One that is there already was sent by a server that could not record it. */
async function send({ settings, path, name, keep, now, keeping }: OffsiteWork & { do: 'send' }): Promise<number> {
  const object = objectName(name)
  const { store } = keeping
  refuseOthers(await archivesIn(bucket), store, settings)
  const file = await open(path)
  try {
    const size = sealedSize((await file.stat()).size, object)
    await bucket.abortUploads(object)
    const [there] = await bucket.list(object)
    if (there?.size !== size) await bucket.put(object, seal(bytesOfFile(file.fd), settings.passphrase, object))
    for (const prefix of [minutesPrefix(store), uploadsPrefix(store)]) {
      for (const { name: old } of await bucket.list(prefix))
        if (isOlder(old, now - minutesKeptMs)) await bucket.remove(old)
    }
    const [first] = await bucket.list(minutesPrefix(store))
    const oldestMinute = first && timeOfMinute(first.name)
    for (const old of expired(await archivesIn(bucket), keep, now, { ...keeping, oldestMinute }))
      await bucket.remove(objectName(old))
    return size
  } finally {
    await file.close()
  }
}

/** Resolves to the hash of its text. The uploads come first, so that what names them never lacks them. */
async function sendMinute(minute: OffsiteWork & Minute): Promise<string> {
  const {
    settings: { passphrase },
    storeId,
    at,
    text,
    isFirst,
  } = minute
  const prefix = uploadsPrefix(storeId)
  if (isFirst) for (const each of [minutesPrefix(storeId), prefix]) await bucket.abortUploads(each)
  const there = new Map(
    minute.uploads.length === 0 ? [] : (await bucket.list(prefix)).map(({ name, size }) => [uploadIn(name), size]),
  )
  for (const upload of minute.uploads) {
    // One that is gone has lost its record since.
    const file = await openUpload(join(minute.uploadsDir, upload.slice('uploads/'.length)))
    try {
      const { ctimeMs = 0, size = 0 } = (await file?.stat()) ?? {}
      const object = uploadObject(storeId, at, upload)
      if (!file || ctimeMs < minute.storedSince || there.get(upload) === sealedSize(size, object)) continue
      await bucket.put(object, seal(bytesOfFile(file.fd), passphrase, object))
    } finally {
      await file?.close()
    }
  }
  const object = minuteName(storeId, at)
  await bucket.put(object, seal([packed(text)], passphrase, object))
  return minuteHash(text)
}

async function doWork(): Promise<number | string> {
  if (work.do === 'minute') return sendMinute(work)
  if (work.do === 'send') return send(work)
  const { name } = work
  // As a restore reads it.
  refuseRenamed(name, await verifyArchive(fetchArchive(bucket, name, work.settings)))
  return 0
}

void sendReply(doWork, reasonOf)

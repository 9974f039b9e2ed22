import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { reasonOf } from './backupFailure.ts'
import { bytesOfFile } from './readArchive.ts'
import { expired, type Keeping, minutesKeptMs } from './schedule.ts'
import { verifyArchive } from './verifyArchive.ts'
import type { Config, OffsiteSettings } from '../config.ts'
import { openUpload } from '../system/openUpload.ts'
import { sha256 } from '../system/sha256.ts'
import { sendReply } from '../system/workerReply.ts'
import { archivesIn, fetchArchive, objectName, refuseOthers, refuseRenamed } from './archives.ts'
import { openBucket } from './bucket.ts'
import { takeOver } from './machines.ts'
import {
  isOlder,
  minuteName,
  minutesPrefix,
  packed,
  timeOfMinute,
  uploadIn,
  uploadObject,
  uploadsPrefix,
} from './minuteFile.ts'
import { newSealingKey, seal, type SealingKey, sealedSize } from './sealed.ts'

export type OffsiteWork = { settings: OffsiteSettings } & (
  | { do: 'send'; mark: string; name: string; path: string; keep: Config['backupKeep']; now: number; keeping: Keeping }
  | { do: 'check'; name: string }
  | Minute
  | Uploads
)

interface OfStore {
  storeId: string | undefined
  mark: string
  key: SealingKey
  at: string
}

interface Minute extends OfStore {
  do: 'minute'
  text: string
  /** The last object that was tried. */
  last: string
}

interface Uploads extends OfStore {
  do: 'uploads'
  /** By their names in an archive. Those are sent that were stored since. */
  names: readonly string[]
  folder: string
  storedSince: number
}

/** The thread that encrypts and sends an archive or a minute, or fetches and verifies an archive. */
const work = workerData as OffsiteWork
/** What hangs or drips ends so soon that staff see it within ten minutes. */
const runMs = 4 * 60_000
const bucket = openBucket(work.settings, { runMs })

/** Resolves to the bytes of the encrypted archive. One that is there already was sent by a server that could not record it. */
async function send({ settings, mark, path, name, keep, now, keeping }: OffsiteWork & { do: 'send' }): Promise<number> {
  const object = objectName(name)
  const { store } = keeping
  refuseOthers(await archivesIn(bucket), store, settings)
  await takeOver(bucket, store, mark)
  const file = await open(path)
  try {
    const size = sealedSize((await file.stat()).size, object)
    await bucket.abortUploads(object)
    const [there] = await bucket.list(object)
    if (there?.size !== size) {
      const key = await newSealingKey(settings.passphrase)
      await bucket.put(object, seal(bytesOfFile(file.fd), key, object))
    }
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

/** Resolves to the hash of its text. */
async function sendMinute({ storeId, mark, key, at, text, last }: Minute): Promise<string> {
  await takeOver(bucket, storeId, mark, last)
  const object = minuteName(storeId, at, mark)
  await bucket.put(object, seal([packed(text)], key, object))
  return sha256(text)
}

async function sendUploads({ storeId, mark, key, at, names, folder, storedSince }: Uploads): Promise<number> {
  await takeOver(bucket, storeId, mark)
  const prefix = uploadsPrefix(storeId)
  await bucket.abortUploads(prefix)
  const there = new Map((await bucket.list(prefix)).map(({ name, size }) => [uploadIn(name), size]))
  for (const upload of names) {
    // One that is gone has lost its record since.
    const file = await openUpload(join(folder, upload.slice('uploads/'.length)))
    try {
      const { ctimeMs = 0, size = 0 } = (await file?.stat()) ?? {}
      const object = uploadObject(storeId, at, upload)
      if (!file || ctimeMs < storedSince || there.get(upload) === sealedSize(size, object)) continue
      await bucket.put(object, seal(bytesOfFile(file.fd), key, object))
    } finally {
      await file?.close()
    }
  }
  return names.length
}

async function doWork(): Promise<number | string> {
  if (work.do === 'minute') return sendMinute(work)
  if (work.do === 'uploads') return sendUploads(work)
  if (work.do === 'send') return send(work)
  const { name } = work
  // As a restore reads it.
  refuseRenamed(name, await verifyArchive(fetchArchive(bucket, name, work.settings)))
  return 0
}

void sendReply(doWork, reasonOf)

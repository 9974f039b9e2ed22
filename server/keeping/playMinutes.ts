import { filesOfUpload } from '../../contract/media/pictureName.ts'
import type { LaterChange } from './laterChanges.ts'
import type { Manifest } from './manifest.ts'
import { concat } from './readArchive.ts'
import { ForOperator } from '../system/systemErrors.ts'
import type { Bucket } from './bucket.ts'
import { BucketFailure } from './bucketFailure.ts'
import {
  addressIn,
  markIn,
  type Minute,
  minuteIn,
  minuteName,
  minutesPrefix,
  placeAt,
  timeIn,
  uploadIn,
  uploadsPrefix,
} from './minuteFile.ts'
import { openObject } from './sealed.ts'

export type Minutes = ReturnType<typeof minutesUntil>

/** The minutes after an archive of this store, up to a moment. How far they reach is known when all changes were read. */
export function minutesUntil(
  end: number,
  storeId: string | undefined,
  bucket: Pick<Bucket, 'list' | 'get'>,
  passphrase: string,
  /** Of the machine whose they are; those without a mark are of its time before marks. */
  mark = '',
) {
  const read = { reached: 0, isBroken: false, changes }

  async function* changes({ time, dataFormat }: Manifest): AsyncGenerator<LaterChange, void, undefined> {
    read.reached = Date.parse(time)
    const start = placeAt(read.reached)
    const uploads = new Map((await bucket.list(uploadsPrefix(storeId))).map(({ name }) => [uploadIn(name), name]))
    let last: Minute | undefined
    for (const { name } of await bucket.list(minutesPrefix(storeId))) {
      const place = timeIn(name)
      if (place === undefined || place <= start || !['', mark].includes(markIn(name))) continue
      const minute = await fetchMinute(name)
      const follows =
        minute !== undefined &&
        minute.dataFormat === dataFormat &&
        Date.parse(minute.since) <= read.reached &&
        (minute.previous === '' || !last || [last.hash, last.previous].includes(minute.previous))
      // The next one shows whether one is missing before it: what it begins with lies after what was reached, and not after the end.
      if (place > placeAt(end)) {
        const since = minute ? Date.parse(minute.since) : Infinity
        read.isBroken ||= since > read.reached && since <= end
        return
      }
      // A later run stands for itself again.
      read.isBroken = !follows
      if (!follows) continue
      yield* changesOf(minute, (upload) => uploads.get(upload))
      last = minute
      read.reached = Date.parse(minute.at)
    }
  }

  /** Undefined for one that is not as it was sent, or not there any more. */
  async function fetchMinute(name: string): Promise<Minute | undefined> {
    try {
      const minute = minuteIn(await concat(openObject(bucket, name, passphrase)))
      return minute && minuteName(storeId, minute.at, markIn(name)) === name ? minute : undefined
    } catch (error) {
      if (!(error instanceof ForOperator) || (error instanceof BucketFailure && error.status !== 404)) throw error
      return undefined
    }
  }

  function* changesOf(
    { names = {}, lines }: Minute,
    objectOf: (upload: string) => string | undefined,
  ): Generator<LaterChange> {
    for (const [collection, ids] of Object.entries(names)) yield { is: 'names', collection, ids: new Set(ids) }
    for (const [name, record] of lines) {
      yield { is: 'record', name, record: record ?? undefined }
      const address = addressIn(name, record)
      if (address === undefined) continue
      const files = filesOfUpload(address).map((path) => {
        const object = objectOf(path.slice(1))
        return { name: path.slice(1), bytes: object === undefined ? undefined : openObject(bucket, object, passphrase) }
      })
      yield { is: 'upload', address, files }
    }
  }

  return read
}

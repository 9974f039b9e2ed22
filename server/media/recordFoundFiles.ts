import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../system/log.ts'
import type { Store } from '../store/store.ts'
import type { Uploads } from './uploads.ts'
import { mediaId, recordUpload } from './library.ts'

/** Few enough for requests in between, and enough for the writes to share a batch. */
const concurrency = 16

/** Records the uploads that have no record: those of a restored folder, or of a server that was killed between file and record. */
export async function recordFoundFiles(
  store: Store,
  uploads: Uploads,
  log: Log,
  isStopped: () => boolean,
): Promise<void> {
  await uploads.removeStrayVariants()
  const unrecorded = (await uploads.list()).filter((address) => !store.media.get(mediaId(address)))
  let recorded = 0

  const record = (address: string): Promise<void> =>
    uploads.exclusively(address, async () => {
      if (store.media.get(mediaId(address))) return
      const facts = await uploads.factsOf(address)
      if (!facts) return
      const { madeAt, ...rest } = facts
      await recordUpload(store, rest, { name: '', by: '', madeAt })
      recorded++
    })

  for (let start = 0; start < unrecorded.length && !isStopped(); start += concurrency) {
    await Promise.all(unrecorded.slice(start, start + concurrency).map(record))
    await nextTurn()
  }
  if (recorded > 0) log('info', `recorded ${recorded} uploads that the media library did not know`)
}

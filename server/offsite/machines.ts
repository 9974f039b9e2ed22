import { hostname } from 'node:os'
import { dayMs } from '../../contract/durations.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { ForOperator } from '../system/systemErrors.ts'
import type { Bucket } from './bucket.ts'
import { placeAt } from './minuteFile.ts'
import { untried } from './offsiteState.ts'

/**
 * Marks the machine that sends a store's copies: since when, in China time, and what it is called, so that marks sort by it. It is of what
 * no restore brings: a store that was restored has a mark of its own.
 */
export async function ownMark({ offsite }: Pick<Store, 'offsite'>, now: number): Promise<string> {
  const known = offsite.get('machine')
  if (known) return known.name
  const name = `${placeAt(now).slice(0, 14)}-${hostname()}`
  await offsite.put({ ...untried, id: 'machine', createdAt: chinaTime(now), name })
  return name
}

/** Has others know of this machine before anything else of it is in the bucket. Who finds a newer one there sends nothing. */
export async function takeOver(bucket: Pick<Bucket, 'list' | 'put'>, storeId = '', mark: string): Promise<void> {
  const prefix = `machine-${storeId}/`
  const marks = (await bucket.list(prefix)).map(({ name }) => name.slice(prefix.length))
  // One of a clock that was ahead does not count.
  const newest = marks.findLast((each) => each < placeAt(Date.now() + dayMs)) ?? mark
  if (newest > mark) {
    const reason =
      '已接手这个站点，本机不再发送任何内容。请停掉不该再用的那一台；该留下的是本机的，见docs/backup.md的“Two machines”'
    throw new ForOperator(`另一台机器（${newest}）${reason}`)
  }
  if (!marks.includes(mark)) await bucket.put(prefix + mark, [Buffer.from(mark)])
}

import { readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { dayMs } from '../../contract/text/durations.ts'
import type { Config } from '../config.ts'
import { shownMinute } from '../store/kind.ts'
import type { OffsiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { isInContainer, realPath } from '../system/folders.ts'
import { ForOperator, unless } from '../system/systemErrors.ts'
import type { Bucket } from './bucket.ts'
import { markIn, minutesPrefix, placeAt, timeIn, timeOfMinute } from './minuteFile.ts'
import { untried } from './offsiteState.ts'
import { sha256 } from '../system/sha256.ts'

type Records = Pick<Store, 'offsite' | 'backup'>

/**
 * Which machine and folder a store is on: words for people, then a hash. A container has another name and machine-id at each start, so there
 * it is the folder itself, which its volume keeps and no copy has. '' with a database, which several machines share.
 */
export function machinePlace({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
  if (databaseUrl !== undefined) return ''
  const folder = realPath(dataDir)
  const { ino, birthtimeMs, ctimeMs } = statSync(folder)
  // Where the system does not say when it was made, it is when it was changed.
  const made = birthtimeMs === ctimeMs ? 0 : birthtimeMs
  const machineId = unless(() => readFileSync('/etc/machine-id', 'utf8'), ['ENOENT', 'EACCES']) ?? ''
  const [words, kept] = isInContainer() ? [folder, `${ino} ${made}`] : [`${hostname()}:${folder}`, machineId]
  return `${words}#${sha256(`zhuzhan ${kept}`).slice(0, 16)}`
}

/** Since when, in China time, and what the machine is called, so that marks sort by it. */
const newMark = (now: number): string => `${placeAt(now).slice(0, 14)}-${hostname()}`

/**
 * Marks the machine that sends a store's copies. A restore brings no mark, and on another machine or in another folder the store gets a new
 * one, and knows until somebody decides where it was before.
 */
export async function ownMark({ offsite, backup }: Records, now: number, place?: string): Promise<string> {
  const known = offsite.get('machine')
  const before = known ? known.place : backup.get('restored')?.place
  const hasMoved = Boolean(place && before && before !== place)
  if (known?.name && !hasMoved && (known.place || !place)) return known.name
  const name = (!hasMoved && known?.name) || newMark(now)
  const record: OffsiteRecord = { ...untried, ...known, id: 'machine', createdAt: chinaTime(now), name }
  await offsite.put({ ...record, ...(place && { place }), ...(hasMoved && before && { movedFrom: before }) })
  return name
}

/** Somebody has decided that this machine is the real one: it takes over, and begins anew. */
export async function keepHere({ offsite }: Pick<Store, 'offsite'>, now: number): Promise<void> {
  await offsite.update('machine', ({ movedFrom: _, ...known }) => ({ ...known, name: newMark(now) }))
  for (const id of ['send', 'minute', 'uploads'])
    await offsite.update(id, (known) => ({ ...known, failure: '', since: '', ...(id === 'minute' && { name: '' }) }))
}

const onlyHere = '该留下的是本机的话，请管理员在本机的首页点“这台是正式的”'
const decide = `两台的通知都照常发出，不该再用的那一台请马上停掉，或设置SEND=off；${onlyHere}`
/** Behind the mark of two machines, before the time of the last minute that both have. */
export const twinSign = '__'

/** Why this machine sends no more until somebody decides: another one does. */
export const stoppedBy = ({ offsite }: { offsite: Pick<Store['offsite'], 'get'> }): string | undefined =>
  ['minute', 'send', 'uploads'].map((id) => offsite.get(id)?.failure).find((failure) => failure?.includes(onlyHere))

/**
 * Has others know of this machine before anything else of it is in the bucket. Who finds a newer one there sends nothing; nor do two with
 * one mark, as of a cloned disk, once one of them finds a minute behind `last`, the last that it has tried to send itself.
 */
export async function takeOver(
  bucket: Pick<Bucket, 'list' | 'put'>,
  storeId = '',
  mark: string,
  last = '',
): Promise<void> {
  const prefix = `machine-${storeId}/`
  const marks = (await bucket.list(prefix)).map(({ name }) => name.slice(prefix.length))
  const later = last ? await bucket.list(minutesPrefix(storeId), last) : []
  const unknown = later.find(({ name }) => markIn(name) === mark)
  if (unknown) {
    const twin = `${mark}${twinSign}${timeIn(last)}`
    await bucket.put(prefix + twin, [Buffer.from(twin)])
    marks.push(twin)
  }
  // One of a clock that was ahead does not count.
  const newest = marks.findLast((mark) => mark < placeAt(Date.now() + dayMs)) ?? mark
  if (newest.startsWith(mark + twinSign)) {
    const since = unknown ? `，从 ${shownMinute(chinaTime(timeOfMinute(unknown.name) ?? 0))} 起` : ''
    throw new ForOperator(
      `异地存储里有同样的标记（${mark}）、本机却不知道的改动${since}。本机退回过从前（恢复过快照），请技术人员先用 zhuzhan restore offsite: 取回这些改动，再确认；不然就是克隆的硬盘，另一台也在写，两台都不再往异地存储发送。${decide}`,
    )
  }
  if (newest > mark)
    throw new ForOperator(
      `另一台机器（${newest.replace(/__.*/, '')}）已接手这个站点，本机不再往异地存储发送。${decide}`,
    )
  if (!marks.includes(mark)) await bucket.put(prefix + mark, [Buffer.from(mark)])
}

/** The marks that two machines have, with the time of the last minute that both have. */
export async function twinsIn(bucket: Pick<Bucket, 'list'>, storeId = ''): Promise<ReadonlyMap<string, string>> {
  const prefix = `machine-${storeId}/`
  const names = (await bucket.list(prefix)).map(({ name }) => name.slice(prefix.length))
  const twins = names.filter((name) => name.includes(twinSign)).map((name) => name.split(twinSign, 2))
  return new Map(twins.reverse().map(([mark = '', time = '']) => [mark, time]))
}

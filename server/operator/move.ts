import { createHash } from 'node:crypto'
import { filesOfUpload } from '../../contract/media/pictureName.ts'
import { missingWords } from '../keeping/manifest.ts'
import { countedAs, isHistory } from '../store/collectionFolders.ts'
import { agreementRecord, moveMarker } from '../store/format.ts'
import { recordText } from '../store/kind.ts'
import type { MediaRecord } from '../store/records.ts'
import { ForOperator } from '../system/systemErrors.ts'
import type { Side } from './sides.ts'

/** Why nothing was moved; the message is for the person who asked. */
export class MoveFailure extends ForOperator {}

interface Moved {
  /** Records by collection, those of histories by the kind of the record. */
  records: Readonly<Record<string, number>>
  uploads: number
  /** All records, uploads and the activity log are hashed; both sides have the same. */
  hash: string
}

/** The target writes so many in one batch. */
const concurrency = 256

/**
 * Copies everything into an empty place, and reads it back from there. The target is marked until that has succeeded, and no server
 * starts on it: a move that was interrupted is run again.
 */
export async function move(
  from: Side,
  to: Side,
  mayLackUploads: boolean,
  progress: (text: string) => void,
): Promise<Moved> {
  const source = await recordsIn(from)
  if (source.size === 0) throw new MoveFailure('原有的一边没有站点的数据')
  const missing = mayLackUploads ? [] : await missingUploads(source, from)
  if (missing.length > 0)
    throw new MoveFailure(`原有的一边${missingWords(missing)}。请先恢复，或加上 --allow-missing 照样复制其余的`)
  const isRepeat = await isMarked(to)
  if (!isRepeat && (await hasContent(to)))
    throw new MoveFailure(`目标中已有数据（${to.place}）：请换一个空的数据库或目录`)
  await to.disk.put(moveMarker.collection, moveMarker.id, { id: moveMarker.id })
  await copyRecords(source, await recordsIn(to), to, progress)
  await copyHistories(from, to, progress)
  await copyActivity(from, to)
  await to.agreement.put(await from.agreement.get())
  await copyUploads(from, to, progress)

  progress('正在核对')
  const original = await digest(source, from)
  const copy = await digest(await recordsIn(to), to)
  if (original.hash !== copy.hash)
    throw new MoveFailure('核对不一致，目标不可使用：请确认原站点没有在运行，然后重新执行')
  await to.disk.remove(moveMarker.collection, moveMarker.id)
  return copy
}

const uploadsPath = '/uploads/'

type Records = Map<string, Map<string, unknown>>

/** Stored like a record by this program, and not a record of the site. */
const isInternal = (collection: string, id: string): boolean =>
  [moveMarker, agreementRecord].some((internal) => internal.collection === collection && internal.id === id)

/** Leaves out the mark of a move, the agreement, which is a file in a folder, and histories. */
async function recordsIn({ disk, collections }: Side): Promise<Records> {
  const records: Records = new Map()
  for (const collection of (await collections()).filter((name) => !isHistory(name)).sort()) {
    // What one machine has found is not so on another.
    if (collection === 'alarm') continue
    const ofSite = (await disk.load(collection)).filter(({ id }) => !isInternal(collection, id))
    ofSite.sort((a, b) => (a.id < b.id ? -1 : 1))
    records.set(collection, new Map(ofSite.map(({ id, value }) => [id, value])))
  }
  return records
}

async function missingUploads(source: Records, { uploads }: Side): Promise<string[]> {
  const present = new Set(await uploads.list())
  const addresses = [...(source.get('media')?.values() ?? [])].flatMap((record) =>
    filesOfUpload((record as MediaRecord).address),
  )
  return addresses
    .filter((address) => address.startsWith(uploadsPath))
    .map((address) => address.slice(uploadsPath.length))
    .filter((name) => !present.has(name))
}

async function isMarked({ disk }: Side): Promise<boolean> {
  return (await disk.load(moveMarker.collection)).some(({ id }) => id === moveMarker.id)
}

const hasContent = async (side: Side): Promise<boolean> =>
  [...(await recordsIn(side)).values()].some((records) => records.size > 0) ||
  (await historiesIn(side)).length > 0 ||
  (await side.uploads.list()).length > 0

async function copyRecords(
  source: Records,
  target: Records,
  { disk }: Side,
  progress: (text: string) => void,
): Promise<void> {
  const writes: (() => Promise<unknown>)[] = []
  for (const [collection, records] of source) {
    for (const [id, value] of records) {
      const copy = target.get(collection)?.get(id)
      if (copy === undefined || recordText(copy as object) !== recordText(value as object)) {
        writes.push(() => disk.put(collection, id, value as object))
      }
    }
  }
  for (const [collection, records] of target) {
    for (const id of records.keys())
      if (!source.get(collection)?.has(id)) writes.push(() => disk.remove(collection, id))
  }
  // Folders are made by the first load.
  for (const collection of source.keys()) await disk.load(collection)
  for (let start = 0; start < writes.length; start += concurrency) {
    progress(`正在复制数据 ${start}/${writes.length}`)
    await Promise.all(writes.slice(start, start + concurrency).map((write) => write()))
  }
}

const historiesIn = async ({ collections }: Side): Promise<string[]> => (await collections()).filter(isHistory).sort()

/** The states of a record, by their names; histories together may be larger than the memory. */
async function* statesIn({ disk }: Side, history: string): AsyncGenerator<readonly [id: string, text: string]> {
  for (const id of (await disk.list(history)).sort()) {
    const state = await disk.read(history, id)
    if (state !== undefined) yield [id, recordText(state as object)]
  }
}

async function copyHistories(from: Side, to: Side, progress: (text: string) => void): Promise<void> {
  const histories = await historiesIn(from)
  const inTarget = new Set(await historiesIn(to))
  const parents = new Set(histories.map((history) => history.slice(0, history.lastIndexOf('/'))))
  for (const parent of parents) await to.disk.load(parent)
  const writes: (() => Promise<unknown>)[] = []
  const flush = (): Promise<unknown> => Promise.all(writes.splice(0).map((write) => write()))
  for (const [index, history] of [...new Set([...histories, ...inTarget])].entries()) {
    progress(`正在复制历史版本 ${index}/${histories.length}`)
    /** The states in the target. Those that the source has are taken out of it one by one, and the rest is removed. */
    const surplus = new Map<string, string>()
    if (inTarget.has(history)) for await (const [id, text] of statesIn(to, history)) surplus.set(id, text)
    for await (const [id, text] of statesIn(from, history)) {
      if (surplus.get(id) !== text) writes.push(() => to.disk.write([{ collection: history, id, text }]))
      surplus.delete(id)
      if (writes.length >= concurrency) await flush()
    }
    for (const id of surplus.keys()) writes.push(() => to.disk.remove(history, id))
  }
  await flush()
}

async function copyActivity({ disk: { activity } }: Side, { disk: { activity: target } }: Side): Promise<void> {
  for (const day of await activity.days()) {
    const lines = wholeLines(await activity.read(day))
    if (wholeLines(await target.read(day)).join('\n') === lines.join('\n')) continue
    await target.remove(day)
    await target.append(day, lines, true)
  }
}

/** What is left of a torn line is cut off. */
const wholeLines = (text: string): string[] => text.split('\n').slice(0, -1)

/** An upload never changes under its name, so those that exist are skipped. */
async function copyUploads(from: Side, to: Side, progress: (text: string) => void): Promise<void> {
  const present = new Set(await to.uploads.list())
  const missing = (await from.uploads.list()).filter((name) => !present.has(name))
  for (const [index, name] of missing.entries()) {
    progress(`正在复制图片 ${index}/${missing.length}`)
    await to.uploads.put(name, await from.uploads.get(name))
  }
}

async function digest(records: Records, side: Side): Promise<Moved> {
  const { agreement, uploads } = side
  const all = createHash('sha256').update(`${await agreement.get()}\n`)
  const counts: Record<string, number> = {}
  for (const [collection, content] of records) {
    if (content.size === 0) continue
    counts[collection] = content.size
    for (const [id, value] of content) all.update(`${collection}/${id}\n${recordText(value as object)}`)
  }
  for (const history of await historiesIn(side)) {
    for await (const [id, text] of statesIn(side, history)) {
      counts[countedAs(history)] = (counts[countedAs(history)] ?? 0) + 1
      all.update(`${history}/${id}\n${text}`)
    }
  }
  for (const day of await side.disk.activity.days())
    all.update(`log/${day}\n${wholeLines(await side.disk.activity.read(day)).join('\n')}\n`)
  const names = (await uploads.list()).sort()
  for (const name of names) {
    const hash = createHash('sha256').update(await uploads.get(name))
    all.update(`${name}\n${hash.digest('hex')}\n`)
  }
  return { records: counts, uploads: names.length, hash: all.digest('hex') }
}

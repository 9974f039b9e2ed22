import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hourMs, minuteMs } from '../../contract/text/durations.ts'
import { type KindName, kinds } from '../../contract/kinds/kinds.ts'
import { filesOfUpload } from '../../contract/media/pictureName.ts'
import { reasonOf } from './backupFailure.ts'
import { minutesKeptMs, timeOf } from './schedule.ts'
import type { OffsiteSettings } from '../config.ts'
import { historyOf } from '../store/changes.ts'
import { isHistory } from '../store/collectionFolders.ts'
import { dataFormat } from '../store/format.ts'
import type { Stored } from '../store/kind.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import { ignoreMissing } from '../system/systemErrors.ts'
import { addressIn, maxMinuteLength, type MinuteHead, type MinuteLine, minuteName } from './minuteFile.ts'
import { ownMark } from './machines.ts'
import { inWorker } from './offsiteCopies.ts'
import { untried } from './offsiteState.ts'
import { newSealingKey, type SealingKey } from './sealed.ts'

interface MinutesParts {
  settings: OffsiteSettings
  dataDir: string
  uploadsDir: string
  store: Store
  jobs: Pick<Jobs, 'add' | 'stopping'>
  now: () => number
  log: Log
}

/** A clock may have been set. */
const marginMs = hourMs
/** They keep the versions before them in memory. */
const maxNoted = 10_000
/** So that a thread with them ends within its time. */
const uploadsAtOnce = 100
/** Their own state, what a restore leaves out, and what counts the bytes of unfinished films. */
const leftOut: ReadonlySet<string> = new Set(['offsite', 'session', 'signInLink', 'filmUpload'])
const collectionOf = (name: string): string => name.slice(0, name.lastIndexOf('/'))

/** Records by their names, as they are now; undefined for removed ones. */
type Changes = Map<string, Stored | undefined>

interface Sent {
  at: number
  hash: string
}

/**
 * Sends each minute what was committed since the last one. The changes of a killed server are unknown: the first minute of a run has what
 * is newer than the newest archive that was sent, with the names of all records, so that each run stands for itself.
 */
export function offsiteMinutes({ settings, dataDir, uploadsDir, store, jobs, now, log }: MinutesParts): void {
  const changes: Changes = new Map()
  const archive = (): string => store.offsite.get('send')?.name ?? ''
  /** Uploads by their names in an archive. They follow beside the minutes, which no film holds up. */
  const uploads = new Set<string>()
  let key: Promise<SealingKey> | undefined
  let scanned: (Newer & { archive: string }) | undefined
  let last: Sent | undefined
  let triedAt = -Infinity
  let uploadsTriedAt = -Infinity
  let visitsAt = -Infinity
  let isNoting = false
  let mark = ''
  store.follow((name, record) => {
    if (!isNoting || leftOut.has(collectionOf(name))) return
    changes.set(name, record)
    if (changes.size <= maxNoted + (scanned?.found.size ?? 0)) return
    // Nothing can be sent for long: the first that can begins anew, from the files.
    isNoting = false
    changes.clear()
    scanned = last = undefined
  })

  /** They change each minute while somebody visits the site. */
  const isDue = (name: string): boolean => !name.startsWith('visit/') || Math.abs(now() - visitsAt) >= hourMs

  /** What is newer than this is sent. An archive in the future is of a clock that was ahead, and whatever it lacks is no older than minutes are. */
  const base = (): number => {
    const time = timeOf(archive())
    return time > now() ? now() - minutesKeptMs : time
  }

  /** The clock was put right: under the times that it had no restore finds what is sent. */
  const wasAhead = (): boolean => last !== undefined && last.at > now() + minuteMs

  const workOfRun = async (at: string) => ({
    settings,
    storeId: store.storeId,
    mark: await ownMark(store, now()),
    key: await (key ??= newSealingKey(settings.passphrase)),
    at,
  })

  /** The record knows each object before it is sent: what is in the bucket behind it is of a machine with the same mark. */
  async function send(lines: readonly string[], head: MinuteHead): Promise<string> {
    const text = [JSON.stringify(head), ...lines].join('\n')
    const work = await workOfRun(head.at)
    const known = store.offsite.get('minute') ?? untried
    const object = minuteName(store.storeId, head.at, work.mark)
    const name = known.name > object ? known.name : object
    await store.offsite.put({ ...known, id: 'minute', createdAt: head.at, name })
    return inWorker<string>({ do: 'minute', ...work, text, last: known.name }, jobs.stopping)
  }

  /** Sends what was changed until then in as many files as it needs, and takes out of the changes what was sent. */
  async function sendAll(taken: Changes, until: number, allNames: MinuteHead['names']): Promise<void> {
    let at = until
    let since = last?.at ?? base()
    let names = allNames
    let previous = last?.hash ?? ''
    for await (const { lines, uploads: named, sent } of minuteParts(taken)) {
      const head = { format: 1, dataFormat, since: chinaTime(since), at: chinaTime(at), previous } as const
      previous = await send(lines, { ...head, ...(names && { names }) })
      for (const name of sent) taken.delete(name)
      for (const name of named) uploads.add(name)
      if (isNoting) last = { at, hash: previous }
      since = at
      at++
      names = undefined
    }
  }

  /** Notes changes from now on, and what is newer than the archive. Resolves to whether there is room for all of it. */
  async function begin(): Promise<boolean> {
    const newest = archive()
    if (scanned?.archive === newest) return true
    changes.clear()
    isNoting = true
    const newer = await newerIn(dataDir, store, base() - marginMs)
    // Too many have been noted meanwhile.
    if (!isNoting) return false
    scanned = { archive: newest, ...newer }
    addOlder(newer.found)
    return true
  }

  /** Adds records, unless they have changed since. */
  function addOlder(records: Changes): void {
    for (const [name, record] of records) if (!changes.has(name)) changes.set(name, record)
  }

  function takeDue(): Changes {
    const due: Changes = new Map([...changes].filter(([name]) => isDue(name)))
    for (const name of due.keys()) changes.delete(name)
    return due
  }

  /** Keeps what became of it. Resolves to whether it was done. */
  async function attempt(id: 'minute' | 'uploads', act: () => Promise<string>): Promise<boolean> {
    const before = store.offsite.get(id) ?? untried
    let { doneAt } = before
    let failure = ''
    try {
      doneAt = await act()
    } catch (error) {
      if (jobs.stopping.aborted) return false
      log('error', `the ${id} could not be sent elsewhere`, error)
      failure = reasonOf(error) ?? '程序出错，详见服务器日志'
    }
    const createdAt = chinaTime(now())
    const since = failure && (before.since || createdAt)
    // Nothing is saved while nothing is sent.
    if (before.failure !== failure || before.doneAt !== doneAt)
      await store.offsite.put({ ...untried, ...store.offsite.get(id), id, createdAt, doneAt, failure, since })
    return failure === ''
  }

  async function sendMinute(): Promise<void> {
    triedAt = now()
    const own = await ownMark(store, now())
    if (wasAhead() || own !== mark) scanned = last = undefined
    mark = own
    if (!last && !(await begin())) return
    // From here to the next await is one moment.
    const at = Math.max(now(), (last?.at ?? 0) + 1)
    const names = last ? undefined : { ...scanned?.versions, ...refreshed(changes, store) }
    const hasVisits = isDue('visit/')
    const batch = takeDue()
    const isSent = await attempt('minute', async () => {
      await sendAll(batch, at, names)
      return chinaTime(at)
    })
    if (isSent && hasVisits) visitsAt = at
    if (!isSent && isNoting) addOlder(batch)
  }

  async function sendUploads(): Promise<void> {
    uploadsTriedAt = now()
    const batch = [...uploads].slice(0, uploadsAtOnce)
    await attempt('uploads', async () => {
      const uploadsWork = { names: batch, folder: uploadsDir, storedSince: base() - marginMs }
      await inWorker({ do: 'uploads', ...(await workOfRun(chinaTime(now()))), ...uploadsWork }, jobs.stopping)
      for (const name of batch) uploads.delete(name)
      return ''
    })
  }

  const hasSome = (): boolean =>
    !last || wasAhead() || store.offsite.get('machine')?.name !== mark || [...changes.keys()].some(isDue)
  const afterAMinute = (time: number): number => (Math.abs(now() - time) < minuteMs ? time + minuteMs : 0)
  jobs.add({
    failed: 'what became of the changes of a minute could not be saved',
    next: () => (archive() === '' || !hasSome() ? Infinity : afterAMinute(triedAt)),
    run: sendMinute,
    sends: true,
  })
  jobs.add({
    failed: 'what became of the uploads of a minute could not be saved',
    next() {
      if (uploads.size === 0) return Infinity
      return store.offsite.get('uploads')?.failure ? afterAMinute(uploadsTriedAt) : 0
    },
    run: sendUploads,
    sends: true,
  })
}

/** A file of a minute: its lines, the uploads that they name, and the names of their records. */
interface MinutePart {
  lines: string[]
  uploads: string[]
  sent: string[]
}

/** Histories come last: what is public is safe first. There is one part at least. */
async function* minuteParts(changes: Changes): AsyncGenerator<MinutePart, void, undefined> {
  const names = [...changes.keys()]
  const ordered = [...names.filter((name) => !isHistory(name)), ...names.filter(isHistory)]
  let part: MinutePart = { lines: [], uploads: [], sent: [] }
  let length = 0
  for (const [index, name] of ordered.entries()) {
    const record = changes.get(name) ?? null
    const line = JSON.stringify([name, record] satisfies MinuteLine)
    if (length > 0 && length + line.length > maxMinuteLength) {
      yield part
      part = { lines: [], uploads: [], sent: [] }
      length = 0
    }
    part.lines.push(line)
    part.sent.push(name)
    length += line.length
    const address = addressIn(name, record)
    if (address !== undefined) part.uploads.push(...filesOfUpload(address).map((path) => path.slice(1)))
    if (index % 100 === 99) await nextTurn()
  }
  yield part
}

interface Newer {
  found: Changes
  /** The names of all versions in the histories of what is newer. */
  versions: Readonly<Record<string, readonly string[]>>
}

/** The records whose files have come there since, of which those in memory are not read. */
async function newerIn(dataDir: string, store: Store, since: number): Promise<Newer> {
  const found: Changes = new Map()
  const versions: Record<string, readonly string[]> = {}
  for (const [collection] of store.snapshot()) {
    if (leftOut.has(collection)) continue
    const kind = collection.split('/').at(-1) ?? ''
    for (const id of await newerFiles(join(dataDir, collection), since)) {
      found.set(`${collection}/${id}`, undefined)
      const history = historyOf(kind, id)
      if (!hasHistory(kind) || versions[history]) continue
      versions[history] = await store.history.list(kind, id)
      for (const version of await newerFiles(join(dataDir, history), since)) {
        const state = await store.history.read(kind, id, version)
        if (state) found.set(`${history}/${version}`, state)
      }
    }
  }
  return { found, versions }
}

const hasHistory = (kind: string): kind is KindName | 'site' => kind === 'site' || kind in kinds

/** A file that is renamed or copied has a new ctime. */
async function newerFiles(folder: string, since: number): Promise<string[]> {
  const newer: string[] = []
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    if (!/^[\w-]+\.json$/.test(name)) continue
    const { ctimeMs } = (await stat(join(folder, name)).catch(ignoreMissing)) ?? { ctimeMs: 0 }
    if (ctimeMs >= since) newer.push(name.slice(0, -'.json'.length))
  }
  return newer
}

/** Has what was found as it is now. Returns the ids of all records. */
function refreshed(changes: Changes, store: Store): Record<string, string[]> {
  const names: Record<string, string[]> = {}
  for (const [collection, records] of store.snapshot()) {
    if (leftOut.has(collection)) continue
    names[collection] = records.map(({ id }) => id)
    for (const record of records)
      if (changes.has(`${collection}/${record.id}`)) changes.set(`${collection}/${record.id}`, record)
  }
  return names
}

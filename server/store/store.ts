import { deletable, type TrashKind } from '../../contract/kinds/entities.ts'
import { type KindName, kindNames, ofEach } from '../../contract/kinds/kinds.ts'
import { readRecord } from '../../contract/kinds/read.ts'
import type { Log } from '../system/log.ts'
import { type ActivityLog, createActivityLog } from './activityLog.ts'
import { historyId, historyOf } from './changes.ts'
import { Collection, type OpenedCount } from './collection.ts'
import type { Disk } from './disk.ts'
import { claimFormat } from './format.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import * as kinds from './records.ts'
import { agentKind, type LeadRecord, doubtfulKind } from './leadRecords.ts'
import { type Edited, type Kind, type Stored, versionOf } from './kind.ts'
import type { AnyRecord, DraftRecord, RecordOf } from './records.ts'
import { leftOf, openStates, type States } from './states.ts'
import { admitUnique } from './uniqueField.ts'
import { SaveFailure } from './writeQueue.ts'

type RecordCollections = { readonly [N in KindName]: Collection<RecordOf<N>> }
type DraftCollections = Readonly<Record<KindName, Collection<DraftRecord>>>
type TrashCollections = { readonly [N in TrashKind]: AllStates[N]['trash'] }
type AllStates = Readonly<Record<KindName, States>> & { readonly agent: States<LeadRecord, LeadRecord> }

type PlainKinds = typeof kinds.plainKinds
type PlainCollections = {
  readonly [N in keyof PlainKinds]: PlainKinds[N] extends Kind<infer R> ? Collection<R> : never
}

export interface Store
  extends RecordCollections,
    PlainCollections,
    Pick<Disk, 'exclusive' | 'catchUp' | 'check' | 'quarantined' | 'close'> {
  readonly agent: Collection<LeadRecord>
  readonly doubtful: Collection<LeadRecord>
  readonly drafts: DraftCollections
  readonly trash: TrashCollections
  /** The same records, by kinds. What moves one from one place to another goes through these. */
  readonly states: AllStates
  readonly history: History
  readonly operationFiles: FilesBeside
  /** Where 1.0.0 kept the bytes of visitors' files. */
  readonly leadFileParts: FilesBeside
  readonly activity: ActivityLog
  /** Names its archives; undefined for a store that is older than such names. */
  readonly storeId: string | undefined
  /**
   * Calls back with each record that changes, by its name, such as `news/12`, once all of a change is visible; undefined for one that is
   * removed. The versions that the history keeps and removes are among them.
   */
  follow(note: Note): void
  /** Increases with every change of published content: a page rendered at a lower revision is out of date. */
  readonly revision: number
  /** Every record of every collection, collected synchronously, so that it is the state of one moment. */
  snapshot(): Snapshot
  /** What the start has found, by the names of the collections. */
  readonly opened: Readonly<Record<string, OpenedCount>>
  /** Writes records again that are not kept as they are in memory. */
  mend(isStopped: () => boolean): Promise<Mended>
}

interface Mended {
  /** How many records were compared. */
  count: number
  /** The names of those that were written again. */
  mended: string[]
  /** Those that could not be, and why. */
  unwritten: { name: string; failure: SaveFailure }[]
}

type Note = (name: string, record: Stored | undefined) => void

/** What records were before their changes; read when somebody asks for it. */
interface History {
  /** The names of the versions of a record that are kept, the oldest first. */
  list(kind: KindName | 'site', id: string): Promise<string[]>
  /** The record as it was, by its version or the name of it. */
  read(kind: KindName | 'site', id: string, version: string): Promise<Edited | undefined>
  remove(kind: KindName | 'site', id: string, names: readonly string[]): Promise<void>
}

/** Beside a record, and never in memory: the rows of an operation, and what each has been before. */
interface FilesBeside {
  read(id: string, name: string): Promise<unknown>
  write(id: string, name: string, value: object): Promise<void>
  /** The names of all of a record. */
  list(id: string): Promise<string[]>
  /** All of a record. */
  remove(id: string): Promise<void>
}

export type Snapshot = readonly (readonly [collection: string, records: readonly Stored[]])[]

/** Rejects with a NewerFormat, without changing anything, when a newer version has written the folder. */
export async function openStore({ disk, now, log }: { disk: Disk; now: () => number; log: Log }): Promise<Store> {
  const storeId = await claimFormat(disk)
  let revision = 0
  let note: Note = () => {}
  /** By the names of their folders, as backups and other servers call them. */
  const named = new Map<string, Pick<Collection<Stored>, 'all' | 'applyChange' | 'drain' | 'mend' | 'opened'>>()
  const open = async <R extends Stored>(kind: Kind<R>, writes = new KeyedQueue()): Promise<Collection<R>> => {
    const { published } = kind
    const isPublished = typeof published === 'function' ? published : () => published
    const collection = await Collection.open(disk, kind, { now, log, writes })
    named.set(kind.name, collection)
    collection.watch('revision', ({ id, record, before }) => {
      if (isPublished(record, before)) revision++
      note(`${kind.name}/${id}`, record)
      const oldVersion = kind.history && before && versionOf(before)
      if (oldVersion && !(record && versionOf(record) === oldVersion))
        note(`${historyOf(kind.name, id)}/${historyId(oldVersion)}`, before)
    })
    return collection
  }
  const kindStates = kindNames.map(
    async (name) =>
      [
        name,
        await openStates<AnyRecord, DraftRecord>(
          { disk, open },
          { live: kinds.liveKinds[name], draft: kinds.draftKinds[name], trash: kinds.trashKinds[name] },
          { left: leftOf, admit: admitUnique(name, disk) },
        ),
      ] as const,
  )
  const leadKinds = { live: agentKind, draft: doubtfulKind, trash: kinds.trashKinds.agent }
  const states = {
    ...(Object.fromEntries(await Promise.all(kindStates)) as Record<KindName, States>),
    agent: await openStates<LeadRecord, LeadRecord>({ disk, open }, leadKinds, { left: () => 'live' }),
  }
  const placeIn = (place: 'live' | 'draft' | 'trash', names: readonly TrashKind[]): object =>
    ofEach(names, (name) => states[name][place])
  const drafts = placeIn('draft', kindNames) as DraftCollections
  const trash = placeIn('trash', deletable) as TrashCollections
  const plain = Object.entries<Kind<never>>(kinds.plainKinds).map(
    async ([name, kind]) => [name, await open(kind)] as const,
  )
  const collections = {
    ...(placeIn('live', kindNames) as RecordCollections),
    agent: states.agent.live,
    doubtful: states.agent.draft,
    ...(Object.fromEntries(await Promise.all(plain)) as object as PlainCollections),
  }
  const activity = createActivityLog(disk.activity, now, log)
  const beside = async (place: string): Promise<FilesBeside> => {
    // Makes the folder.
    await disk.load(place)
    return filesBeside(place, disk, now, (name, record) => note(name, record))
  }
  const operationFiles = await beside('history/operation')
  const leadFileParts = await beside('history/leadFile')
  await disk.follow((name, change) => named.get(name)?.applyChange(change))
  return {
    ...collections,
    drafts,
    trash,
    states,
    history: historyOn(disk, (name) => note(name, undefined)),
    operationFiles,
    leadFileParts,
    activity,
    storeId,
    follow(follower) {
      note = follower
    },
    exclusive: (key, work) => disk.exclusive(key, work),
    get revision() {
      return revision
    },
    snapshot: () => Array.from(named, ([name, collection]) => [name, collection.all()] as const),
    catchUp: () => disk.catchUp(),
    check: () => disk.check(),
    quarantined: () => disk.quarantined(),
    opened: Object.fromEntries(Array.from(named, ([name, { opened }]) => [name, opened])),
    async mend(isStopped) {
      const mended: Mended['mended'] = []
      const unwritten: Mended['unwritten'] = []
      let count = 0
      for (const [name, collection] of named) {
        for (const { id } of collection.all()) {
          if (isStopped()) break
          try {
            if (await collection.mend(id)) mended.push(`${name}/${id}`)
          } catch (failure) {
            // Without the database nothing is known of the others either.
            if (!(failure instanceof SaveFailure) || failure.code === 503) throw failure
            unwritten.push({ name: `${name}/${id}`, failure })
          }
          count++
        }
      }
      return { count, mended, unwritten }
    },
    async close() {
      for (const collection of named.values()) await collection.drain()
      await activity.flush()
      await disk.close()
    },
  }
}

const filesBeside = (place: string, disk: Disk, now: () => number, changed: Note): FilesBeside => {
  const folderOf = (id: string): string => `${place}/${id}`
  return {
    read: (id, name) => disk.read(folderOf(id), name),
    list: (id) => disk.list(folderOf(id)),
    async write(id, name, value) {
      const record = { ...value, id, createdAt: chinaTime(now()) }
      await disk.put(folderOf(id), name, record)
      changed(`${folderOf(id)}/${name}`, record)
    },
    async remove(id) {
      const folder = folderOf(id)
      for (const name of await disk.list(folder)) {
        await disk.remove(folder, name)
        changed(`${folder}/${name}`, undefined)
      }
    },
  }
}

const historyOn = (disk: Disk, removed: (name: string) => void): History => ({
  list: async (kind, id) => (await disk.list(historyOf(kind, id))).sort(),
  async read(kind, id, version) {
    const stored = await disk.read(historyOf(kind, id), historyId(version))
    const { complete } = kind === 'site' ? kinds.siteKind : kinds.liveKinds[kind]
    return readRecord(complete, id, stored).record as object as Edited | undefined
  },
  async remove(kind, id, names) {
    const [first, ...others] = names.map((name) => ({ collection: historyOf(kind, id), id: name }))
    if (first) await disk.write([first, ...others])
    for (const name of names) removed(`${historyOf(kind, id)}/${name}`)
  },
})

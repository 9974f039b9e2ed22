import type { AgentRow } from '../../contract/entities.ts'
import { type KindName, kindNames, type RowOf } from '../../contract/kinds.ts'
import type { Log } from '../log.ts'
import { Collection } from './collection.ts'
import type { Disk } from './disk.ts'
import { claimFormat } from './format.ts'
import * as kinds from './records.ts'
import type {
  AgentRecord, BackupRecord, Edited, FilmUploadRecord, ItemRecord, Kind, MediaRecord, NoticeRecord, RecordOf, SecretRecord, SessionRecord,
  SiteRecord, Stored, StoredMediaRow, UserRecord, VisitRecord,
} from './records.ts'

type RecordCollections = { readonly [N in KindName]: Collection<RecordOf<N>, RowOf<N>> }

export interface Store extends RecordCollections {
  readonly agent: Collection<AgentRecord, AgentRow>
  readonly item: Collection<ItemRecord, ItemRecord>
  readonly user: Collection<UserRecord, UserRecord>
  readonly session: Collection<SessionRecord, SessionRecord>
  readonly secret: Collection<SecretRecord, SecretRecord>
  readonly site: Collection<SiteRecord, SiteRecord>
  readonly notice: Collection<NoticeRecord, NoticeRecord>
  readonly visit: Collection<VisitRecord, VisitRecord>
  readonly backup: Collection<BackupRecord, BackupRecord>
  readonly media: Collection<MediaRecord, StoredMediaRow>
  readonly filmUpload: Collection<FilmUploadRecord, FilmUploadRecord>
  /** Increases with every change of published content: a page rendered at a lower revision is out of date. */
  readonly revision: number
  /** Every record of every collection, collected synchronously, so that it is the state of one moment. */
  snapshot(): Snapshot
  /** Resolves when every change that any server has committed before the call is visible. */
  catchUp(): Promise<void>
  /** Whether every collection can be read and written durably now. */
  check(): Promise<boolean>
  /** Waits for pending writes; later ones are refused. */
  close(): Promise<void>
}

export type Snapshot = readonly (readonly [collection: string, records: readonly Stored[]])[]

/** A collection of records that staff edit, for code that treats them alike. */
export const editedCollection = (
  store: Store, name: KindName | 'site' | 'media',
): Collection<Edited & Readonly<Record<string, unknown>>, object> =>
  store[name] as unknown as Collection<Edited & Readonly<Record<string, unknown>>, object>

/** Rejects with a NewerFormat, without changing anything, when a newer version has written the folder. */
export async function openStore({ disk, now, log }: { disk: Disk; now: () => number; log: Log }): Promise<Store> {
  await claimFormat(disk)
  let revision = 0
  const open = async <R extends Stored, Row>(kind: Kind<R, Row>): Promise<Collection<R, Row>> => {
    const { published } = kind
    const isPublished = typeof published === 'function' ? published : () => published
    const collection = await Collection.open(disk, kind, { now, log })
    collection.watch((record, before) => void (isPublished(record, before) && revision++))
    return collection
  }
  const openRecords = <N extends KindName>(name: N): Promise<Collection<RecordOf<N>, RowOf<N>>> =>
    open<RecordOf<N>, RowOf<N>>(kinds.recordKinds[name])
  const collections = {
    ...(Object.fromEntries(await Promise.all(kindNames.map(async (name) => [name, await openRecords(name)]))) as RecordCollections),
    agent: await open(kinds.agentKind),
    item: await open(kinds.itemKind),
    user: await open(kinds.userKind),
    session: await open(kinds.sessionKind),
    secret: await open(kinds.secretKind),
    site: await open(kinds.siteKind),
    notice: await open(kinds.noticeKind),
    visit: await open(kinds.visitKind),
    backup: await open(kinds.backupKind),
    media: await open(kinds.mediaKind),
    filmUpload: await open(kinds.filmUploadKind),
  }
  const byName: Readonly<Record<string, Pick<Collection<never, never>, 'applyChange'> | undefined>> = collections
  await disk.follow((name, change) => byName[name]?.applyChange(change))
  return {
    ...collections,
    get revision() {
      return revision
    },
    snapshot: () => Object.entries(collections).map(([name, collection]) => [name, collection.all()] as const),
    catchUp: () => disk.catchUp(),
    check: () => disk.check(),
    async close() {
      for (const collection of Object.values(collections)) await collection.drain()
      await disk.close()
    },
  }
}

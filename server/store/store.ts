import type { AgentRow } from '../../contract/entities.ts'
import { type KindName, kindNames, type RowOf } from '../../contract/kinds.ts'
import type { Log } from '../log.ts'
import { Collection } from './collection.ts'
import type { Disk } from './disk.ts'
import { claimFormat } from './format.ts'
import * as kinds from './records.ts'
import type {
  AgentRecord, BackupRecord, ItemRecord, Kind, RecordOf, RefusalRecord, SecretRecord, SessionRecord, SiteRecord, Stored, UserRecord, VisitRecord,
} from './records.ts'

type RecordCollections = { readonly [N in KindName]: Collection<RecordOf<N>, RowOf<N>> }

export interface Store extends RecordCollections {
  readonly agent: Collection<AgentRecord, AgentRow>
  readonly item: Collection<ItemRecord, ItemRecord>
  readonly user: Collection<UserRecord, UserRecord>
  readonly session: Collection<SessionRecord, SessionRecord>
  readonly secret: Collection<SecretRecord, SecretRecord>
  readonly site: Collection<SiteRecord, SiteRecord>
  readonly visit: Collection<VisitRecord, VisitRecord>
  readonly refusal: Collection<RefusalRecord, RefusalRecord>
  readonly backup: Collection<BackupRecord, BackupRecord>
  /** Increases with every change of published content: a page rendered at a lower revision is out of date. */
  readonly revision: number
  /** Every record of every collection, collected synchronously, so that it is the state of one moment. */
  snapshot(): Snapshot
  /** Whether every collection can be read and written durably now. */
  check(): Promise<boolean>
  /** Waits for pending writes; later ones are refused. */
  close(): Promise<void>
}

export type Snapshot = readonly (readonly [collection: string, records: readonly Stored[]])[]

/** Rejects with a NewerFormat, without changing anything, when a newer version has written the folder. */
export async function openStore({ disk, now, log }: { disk: Disk; now: () => number; log: Log }): Promise<Store> {
  await claimFormat(disk)
  let revision = 0
  const open = <R extends Stored, Row>(kind: Kind<R, Row>): Collection<R, Row> =>
    new Collection(disk, kind, { now, log, ...(kind.published && { changed: () => void revision++ }) })
  const openRecords = <N extends KindName>(name: N): Collection<RecordOf<N>, RowOf<N>> => open<RecordOf<N>, RowOf<N>>(kinds.recordKinds[name])
  const collections = {
    ...(Object.fromEntries(kindNames.map((name) => [name, openRecords(name)])) as unknown as RecordCollections),
    agent: open(kinds.agentKind),
    item: open(kinds.itemKind),
    user: open(kinds.userKind),
    session: open(kinds.sessionKind),
    secret: open(kinds.secretKind),
    site: open(kinds.siteKind),
    visit: open(kinds.visitKind),
    refusal: open(kinds.refusalKind),
    backup: open(kinds.backupKind),
  }
  return {
    ...collections,
    get revision() {
      return revision
    },
    snapshot: () => Object.entries(collections).map(([name, collection]) => [name, collection.all()] as const),
    check: () => disk.check(),
    async close() {
      for (const collection of Object.values(collections)) await collection.drain()
      await disk.close()
    },
  }
}

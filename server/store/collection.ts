import type { ListPage } from '../../contract/kinds/entities.ts'
import { readRecord } from '../../contract/kinds/read.ts'
import type { Log } from '../system/log.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { commitWrites, historyOp, retried, type Write } from './changes.ts'
import type { Seen } from './commit.ts'
import type { Change, Disk } from './disk.ts'
import { followed, type Follower } from './followers.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import { newId } from './newId.ts'
import { type Query, RecordIndex, type Sorting } from './recordIndex.ts'
import { type Kind, recordText, type Stored, versionOf } from './kind.ts'
import { ChangedMeanwhile } from './writeQueue.ts'

interface RecordChange<R> {
  id: string
  /** Undefined when it is new. */
  before: R | undefined
  /** Undefined when it was removed. */
  record: R | undefined
  byOtherServer: boolean
}

/** How many records there were at the start, and how many more could not be read. */
export interface OpenedCount {
  read: number
  refused: number
}

/** More than a tenth is no damage of single files: the program does not fit the data. */
export const losesMuch = ({ read, refused }: OpenedCount): boolean => refused * 10 > read + refused

const lossLine = (name: string, { read, refused }: OpenedCount): string =>
  `${refused} of ${read + refused} records of ${name} cannot be read, and are not served. Nothing is deleted: return to the version that ran ` +
  'before (zhuzhan rollback), or restore a backup (zhuzhan restore)'

interface OpenedRecords<R> {
  records: R[]
  revisions: readonly (readonly [id: string, revision: number])[]
  opened: OpenedCount
}

interface CollectionOptions {
  now: () => number
  log: Log
  /** Where collections share one, a record of the same id is changed in all of them at once. */
  writes?: KeyedQueue
}

/**
 * The records of one kind. Reads come from memory; the records are shared by all readers and therefore frozen. A write becomes visible only
 * when it is durable, so that nobody acts on what a crash could undo.
 */
export class Collection<R extends Stored> {
  readonly opened: OpenedCount
  readonly #disk: Disk
  readonly #kind: Kind<R>
  readonly #options: CollectionOptions
  readonly #records: RecordIndex<R>
  readonly #writes: KeyedQueue
  /** The revisions of records that other servers may change; empty on a folder of files. */
  readonly #revisions: Map<string, number>
  readonly #followed = followed<RecordChange<R>>()

  static async open<R extends Stored>(disk: Disk, kind: Kind<R>, options: CollectionOptions): Promise<Collection<R>> {
    const records: R[] = []
    const revisions: [string, number][] = []
    const refused: { id: string; refusal: string }[] = []
    // Makes the folder. What is in it is read when somebody asks for it.
    if (kind.history) await disk.load(`history/${kind.name}`)
    for (const { id, value, revision } of await disk.load(kind.name)) {
      const { record, refusal } = readRecord(kind.complete, id, value)
      if (refusal !== undefined) {
        refused.push({ id, refusal })
        continue
      }
      records.push(Object.freeze(record as object as R))
      if (revision > 0) revisions.push([id, revision])
    }
    const opened = { read: records.length, refused: refused.length }
    // It stands above the lines of the records.
    if (losesMuch(opened)) options.log('error', lossLine(kind.name, opened))
    for (const { id, refusal } of refused) disk.quarantine(kind.name, id, refusal)
    return new Collection(disk, kind, options, { records, revisions, opened })
  }

  private constructor(
    disk: Disk,
    kind: Kind<R>,
    options: CollectionOptions,
    { records, revisions, opened }: OpenedRecords<R>,
  ) {
    this.opened = opened
    this.#disk = disk
    this.#kind = kind
    this.#options = options
    this.#writes = options.writes ?? new KeyedQueue()
    this.#records = new RecordIndex(kind, records)
    this.#revisions = new Map(revisions)
  }

  get size(): number {
    return this.#records.size
  }

  get(id: string): R | undefined {
    return this.#records.get(id)
  }

  /** `extra` records are shown among the others, as if they were in the collection. */
  page(query: Query<R>, extra?: readonly R[]): ListPage<R> {
    return this.#records.page(query, extra)
  }

  /** A page in another order than newest first. Waits until that order is built, which slows down no other request. */
  sortedPage(query: Query<R>, sorting: Sorting, extra?: readonly R[]): Promise<ListPage<R>> {
    return this.#records.sortedPage(query, sorting, extra)
  }

  /** Its neighbours in list order. */
  beside(id: string): { newer: R | undefined; older: R | undefined } {
    return this.#records.beside(id)
  }

  /** Newest first. Do not iterate across an await. */
  newest(): Iterable<R> {
    return this.#records.newest()
  }

  /** A snapshot: the records are frozen, and later writes do not change the list. */
  all(): readonly R[] {
    return this.#records.all()
  }

  /** With an id, only once: a second insert of the same id returns the record of the first, whichever server made it. */
  async insert(fields: Omit<R, 'id' | 'createdAt'> & { createdAt?: string }, id?: string): Promise<R> {
    const now = this.#options.now()
    const record = { id: id ?? newId(now), createdAt: chinaTime(now), ...fields } as R
    // Another server may have removed it meanwhile. While the database does not answer, what is known counts.
    if (this.get(record.id)) await this.#disk.catchUp().catch(() => {})
    return this.change(record.id, (current) => current ?? record)
  }

  /** Inserts or replaces the record with this id. */
  put(record: R): Promise<R> {
    const copy = { ...record }
    return this.change(copy.id, () => copy)
  }

  /** Returns undefined when there is no such record. It cannot change the id. */
  update(id: string, change: (current: R) => R): Promise<R | undefined> {
    return this.change(id, (current) => current && { ...change(current), id })
  }

  /** Returns the removed record; undefined when there was none. */
  async remove(id: string): Promise<R | undefined> {
    let before: R | undefined
    await this.change(id, (current) => {
      before = current
      return undefined
    })
    return before
  }

  /**
   * Inserts, changes or removes a record. `plan` is called after all earlier writes of it, and again when another server has changed it
   * meanwhile; it may throw to leave it unchanged.
   */
  async change<N extends R | undefined>(id: string, plan: (current: R | undefined) => N): Promise<N> {
    let next: N | undefined
    await this.changeSeveral([id], () => [[id, (next = plan(this.get(id)))]])
    return next as N
  }

  /** Writes what `plan` returns, in that order, if it names only these records. One that it returns unchanged must still be as it is. */
  changeSeveral(
    ids: readonly string[],
    plan: () => readonly (readonly [id: string, next: R | undefined])[],
  ): Promise<void> {
    const work = (): Promise<void> =>
      retried(this.#disk, () => {
        const planned = plan().map(([id, next]) => ({ ...this.at(id), next }))
        const writes = planned.flatMap(({ to, next }) => to(next))
        return commitWrites(
          this.#disk,
          writes,
          planned.map(({ seen }) => seen),
        )
      })
    return [...ids].sort().reduceRight<() => Promise<void>>((inner, id) => () => this.#writes.run(id, inner), work)()
  }

  /** Calls back with each change that becomes visible, whichever server made it. */
  watch(follower: Follower, listener: (change: RecordChange<R>) => void): void {
    this.#followed.watch(follower, listener)
  }

  /** Shows a change that the disk follows, unless it is visible already. */
  applyChange({ id, value, revision, own }: Change): void {
    const { record, refusal } = value === undefined ? {} : readRecord(this.#kind.complete, id, value)
    if (refusal !== undefined)
      this.#options.log('error', `${this.#kind.name}/${id}, written by another server, is not served: ${refusal}`)
    this.#show(id, record && Object.freeze(record as object as R), revision, !own)()
  }

  /** A record as it is seen, and the writes to another state. */
  at(id: string): { record: R | undefined; seen: Seen; to(next: R | undefined): Write[] } {
    const { name, history } = this.#kind
    const record = this.get(id)
    const op = { collection: name, id }
    return {
      record,
      seen: { ...op, revision: record ? (this.#revisions.get(id) ?? 0) : 0 },
      to: (next) => {
        if (next === record) return []
        const checked = next && this.#checked(next)
        // A move within a list makes no new version.
        const isKept = history && record && !(checked && versionOf(checked) === versionOf(record))
        return [
          {
            kept: isKept ? [historyOp(name, record)] : [],
            op: checked ? { ...op, text: recordText(checked) } : op,
            show: (revision) => this.#show(id, checked, revision),
            rollBack: () => this.#rollBack(id),
          },
        ]
      },
    }
  }

  /** Writes a record again that is not kept as it is in memory. Resolves to whether it was not. */
  mend(id: string): Promise<boolean> {
    const { name } = this.#kind
    const isKept = async (record: R): Promise<boolean> =>
      this.#disk.holds(
        name,
        id,
        recordText(record),
        (stored) => JSON.stringify(readRecord(this.#kind.complete, id, stored).record) === JSON.stringify(record),
      )
    return this.#writes.run(id, async () => {
      const record = this.get(id)
      if (!record || (await isKept(record))) return false
      // Another server may have changed it.
      await this.#disk.catchUp()
      if (this.get(id) !== record) return false
      try {
        const { seen } = this.at(id)
        const [revision = 0] = await this.#disk.write([{ collection: name, id, text: recordText(record) }], [seen])
        this.#show(id, record, revision)
        return true
      } catch (error) {
        if (error instanceof ChangedMeanwhile) return false
        throw error
      }
    })
  }

  drain(): Promise<void> {
    return this.#writes.drain()
  }

  /** The record as the next start reads it; throws where that would refuse it. A copy, so that the caller cannot change it later. */
  #checked({ ...record }: R): R {
    const { record: read, refusal } = readRecord(this.#kind.complete, record.id, record)
    if (refusal !== undefined) throw new TypeError(`${this.#kind.name} ${record.id}: ${refusal}`)
    return Object.freeze(read as object as R)
  }

  /** Makes a durable state visible, unless a later one is already: undefined for a removed record. */
  #show(id: string, record: R | undefined, revision: number, byOtherServer = false): () => void {
    if (revision > 0) {
      if (revision <= (this.#revisions.get(id) ?? 0)) return () => {}
      // The revision of a removed record is kept, or a late notice of an earlier state would bring the record back.
      this.#revisions.set(id, revision)
    }
    const before = this.get(id)
    if (record) this.#records.set(record)
    else this.#records.delete(id)
    return () => this.#followed.emit({ id, before, record, byOtherServer })
  }

  /** A write that the caller was told has failed may be on disk; the next start must not find it. */
  async #rollBack(id: string): Promise<void> {
    const { name } = this.#kind
    const current = this.get(id)
    try {
      await (current ? this.#disk.put(name, id, current) : this.#disk.remove(name, id))
    } catch (error) {
      this.#options.log(
        'error',
        `${name}/${id}.json could not be rolled back; after a restart it may show a change that was refused`,
        error,
      )
    }
  }
}

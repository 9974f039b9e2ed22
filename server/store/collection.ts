import type { Page } from '../../contract/entities.ts'
import type { Log } from '../log.ts'
import { chinaTime } from './chinaTime.ts'
import { commitSteps, historyOp, retried, type Step } from './changes.ts'
import type { Op } from './commit.ts'
import type { Change, Disk } from './disk.ts'
import { KeyedQueue } from './keyedQueue.ts'
import { newId } from './newId.ts'
import { type Query, RecordIndex, type Sorting } from './recordIndex.ts'
import { type Kind, recordText, type Stored, versionOf } from './kind.ts'

/** `record` is undefined when it was removed, `before` when it is new. */
type Listener<R> = (record: R | undefined, before: R | undefined, byOtherServer: boolean) => void

interface Options {
  now: () => number
  log: Log
}

/**
 * The records of one kind. Reads come from memory; the records are shared by all readers and therefore frozen. A write becomes visible only
 * when it is durable, so that nobody acts on what a crash could undo.
 */
export class Collection<R extends Stored, Row> {
  readonly #disk: Disk
  readonly #kind: Kind<R, Row>
  readonly #options: Options
  readonly #records: RecordIndex<R, Row>
  readonly #writes = new KeyedQueue()
  /** The revisions of records that other servers may change; empty on a folder of files. */
  readonly #revisions: Map<string, number>
  readonly #watchers: Listener<R>[] = []

  /** Loads the records. */
  static async open<R extends Stored, Row>(disk: Disk, kind: Kind<R, Row>, options: Options): Promise<Collection<R, Row>> {
    const records: R[] = []
    const revisions: [string, number][] = []
    // Makes the folder. What is in it is read when somebody asks for it.
    if (kind.history) await disk.load(`history/${kind.name}`)
    for (const { id, value, revision } of await disk.load(kind.name)) {
      const reason = rejectionReason(kind, id, value)
      if (reason !== undefined) {
        disk.quarantine(kind.name, id, reason)
        continue
      }
      records.push(Object.freeze(value as R))
      if (revision > 0) revisions.push([id, revision])
    }
    return new Collection(disk, kind, options, records, revisions)
  }

  private constructor(disk: Disk, kind: Kind<R, Row>, options: Options, records: R[], revisions: readonly [string, number][]) {
    this.#disk = disk
    this.#kind = kind
    this.#options = options
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
  page(query: Query<R>, extra?: readonly R[]): Page<Row> {
    return this.#records.page(query, extra)
  }

  /** A page in another order than newest first. Waits until that order is built, which slows down no other request. */
  sortedPage(query: Query<R>, sorting: Sorting, extra?: readonly R[]): Promise<Page<Row>> {
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
    if (id === undefined) return this.put(record)
    return this.#writes.run(id, () =>
      retried(this.#disk, async () => {
        // Another server may have removed it meanwhile. While the database does not answer, what is known counts.
        if (this.get(id)) await this.#disk.catchUp().catch(() => {})
        return this.get(id) ?? this.#save(record)
      }),
    )
  }

  /** Inserts or replaces the record with this id. */
  async put(record: R): Promise<R> {
    const checked = this.#checked(record)
    return this.#writes.run(checked.id, () => retried(this.#disk, () => this.#save(checked)))
  }

  /** Inserts or changes the record with this id. `change` is called again when another server has changed the record meanwhile. */
  async upsert(id: string, change: (current: R | undefined) => R): Promise<R> {
    return this.#writes.run(id, () => retried(this.#disk, () => this.#save(change(this.get(id)))))
  }

  /**
   * Returns undefined when there is no such record. `change` is called after all earlier writes of the record, and may throw to leave
   * it unchanged; it is called again when another server has changed the record meanwhile. It cannot change the id.
   */
  async update(id: string, change: (current: R) => R): Promise<R | undefined> {
    return this.#writes.run(id, () =>
      retried(this.#disk, async () => {
        const current = this.get(id)
        if (!current) return undefined
        return this.#save({ ...change(current), id })
      }),
    )
  }

  /** Returns the removed record; undefined when there was none. */
  async remove(id: string): Promise<R | undefined> {
    return this.#writes.run(id, () =>
      retried(this.#disk, async () => {
        const current = this.get(id)
        if (current) await commitSteps(this.#disk, [this.step(id, undefined)])
        return current
      }),
    )
  }

  /** Calls back with each change that becomes visible, whichever server made it. */
  watch(listener: Listener<R>): void {
    this.#watchers.push(listener)
  }

  /** Shows a change that the disk follows, unless it is visible already. */
  applyChange({ id, value, revision, own }: Change): void {
    const reason = value === undefined ? undefined : rejectionReason(this.#kind, id, value)
    if (reason !== undefined) this.#options.log('error', `${this.#kind.name}/${id}, written by another server, is not served: ${reason}`)
    const record = value === undefined || reason !== undefined ? undefined : Object.freeze(value as R)
    this.#show(id, record, revision, !own)
  }

  /** Runs work after the earlier writes of a record and before the later ones. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#writes.run(id, work)
  }

  /** For `changeTogether`: what writes a state of a record, shows it, and rolls it back. Run it `alone`. */
  step(id: string, record: R | undefined): Step {
    const { name } = this.#kind
    const checked = record && this.#checked(record)
    const op = { collection: name, id, expected: this.#expected(id) }
    return {
      ops: [...this.#historyOps(id, checked), checked ? { ...op, text: recordText(checked) } : op],
      show: (revision) => this.#show(id, checked, revision),
      rollBack: () => this.#rollBack(id),
    }
  }

  /** A version that is replaced or removed is kept before. A move within a list makes no new version. */
  #historyOps(id: string, next: R | undefined): Op[] {
    const current = this.get(id)
    const isKept = this.#kind.history && current && (!next || versionOf(next) !== versionOf(current))
    return isKept ? [historyOp(this.#kind.name, current)] : []
  }

  /** Waits for pending writes. */
  drain(): Promise<void> {
    return this.#writes.drain()
  }

  /** Throws for a record that the next start would not read back. Copies it, so that the caller cannot change it later. */
  #checked(record: R): R {
    const copy = Object.freeze({ ...record })
    const reason = rejectionReason(this.#kind, copy.id, copy)
    if (reason !== undefined) throw new TypeError(`${this.#kind.name} ${copy.id}: ${reason}`)
    return copy
  }

  async #save(record: R): Promise<R> {
    const checked = this.#checked(record)
    await commitSteps(this.#disk, [this.step(record.id, checked)])
    return checked
  }

  /** The revision of the visible record, which is the one that a write may replace. */
  #expected(id: string): number {
    return this.get(id) ? (this.#revisions.get(id) ?? 0) : 0
  }

  /** Makes a durable state visible, unless a later one is already: undefined for a removed record. */
  #show(id: string, record: R | undefined, revision: number, byOtherServer = false): void {
    if (revision > 0) {
      if (revision <= (this.#revisions.get(id) ?? 0)) return
      // The revision of a removed record is kept, or a late notice of an earlier state would bring the record back.
      this.#revisions.set(id, revision)
    }
    const before = this.get(id)
    if (record) this.#records.set(record)
    else this.#records.delete(id)
    for (const watcher of this.#watchers) watcher(record, before, byOtherServer)
  }

  /** A write that the caller was told has failed may be on disk; the next start must not find it. */
  async #rollBack(id: string): Promise<void> {
    const { name } = this.#kind
    const current = this.get(id)
    try {
      await (current ? this.#disk.put(name, id, current) : this.#disk.remove(name, id))
    } catch (error) {
      this.#options.log(
        'error', `${name}/${id}.json could not be rolled back; after a restart it may show a change that was refused`, error,
      )
    }
  }
}

/** Why a value is not the record of this id; undefined when it is. */
export function rejectionReason(kind: Pick<Kind<Stored, unknown>, 'name' | 'is'>, id: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not an object'
  const fields = value as Readonly<Record<string, unknown>>
  if (fields.id !== id) return 'its id is not its file name'
  if (typeof fields.createdAt !== 'string' || Number.isNaN(Date.parse(fields.createdAt))) return 'its createdAt is not a time'
  if (!kind.is(fields)) return `it is not a ${kind.name} record`
  return undefined
}

import type { Page } from '../../contract/entities.ts'
import type { Log } from '../log.ts'
import { chinaTime } from './chinaTime.ts'
import type { Disk } from './disk.ts'
import { newId } from './newId.ts'
import { Ordered, type Query } from './ordered.ts'
import { withPackedBody, withPackedBodySync } from './packedBody.ts'
import type { Kind, Stored } from './records.ts'
import { SaveFailure } from './saveFailure.ts'
import { Turns } from './turns.ts'

export interface CollectionOptions {
  now: () => number
  log: Log
  /** Called whenever what readers see has changed. */
  changed?: () => void
}

/**
 * The records of one kind. Reads come from memory and are shared by all readers, hence frozen; a write shows there only once it
 * is durable, so that nobody acts on what a crash could undo.
 */
export class Collection<R extends Stored, Row> {
  readonly #disk: Disk
  readonly #kind: Kind<R, Row>
  readonly #options: CollectionOptions
  readonly #records: Ordered<R, Row>
  readonly #turns = new Turns()

  constructor(disk: Disk, kind: Kind<R, Row>, options: CollectionOptions) {
    this.#disk = disk
    this.#kind = kind
    this.#options = options
    this.#records = new Ordered(kind, loadRecords(disk, kind))
  }

  get size(): number {
    return this.#records.size
  }

  get(id: string): R | undefined {
    return this.#records.get(id)
  }

  page(query: Query<R>): Page<Row> {
    return this.#records.page(query)
  }

  /** Those next to it in the order of the list. */
  beside(id: string): { newer: R | undefined; older: R | undefined } {
    return this.#records.beside(id)
  }

  /** Newest first. Not to be held across an await. */
  newest(): Iterable<R> {
    return this.#records.newest()
  }

  /** Every record as it is now. They are frozen, so this stays what it is while later writes replace them. */
  all(): readonly R[] {
    return this.#records.all()
  }

  async insert(fields: Omit<R, 'id' | 'createdAt'>): Promise<R> {
    const now = this.#options.now()
    return this.put({ id: newId(now), createdAt: chinaTime(now), ...fields } as unknown as R)
  }

  /** Saves a record under the id that it brings, whether there is one or not. */
  async put(record: R): Promise<R> {
    const whole = this.#checked(record)
    return this.#turns.take(whole.id, () => this.#save(whole))
  }

  /**
   * `change` is given the record as all earlier writes have left it, and may throw to leave it so; undefined when there is none.
   * Id and time of creation stay.
   */
  async update(id: string, change: (current: R) => R): Promise<R | undefined> {
    return this.#turns.take(id, async () => {
      const current = this.get(id)
      if (!current) return undefined
      return this.#save(this.#checked({ ...change(current), id, createdAt: current.createdAt }))
    })
  }

  /** The record that was removed; undefined when there was none. */
  async remove(id: string): Promise<R | undefined> {
    return this.#turns.take(id, async () => {
      const current = this.get(id)
      if (!current) return undefined
      await this.#durably(id, this.#disk.remove(this.#kind.name, id))
      this.#records.drop(id)
      this.#options.changed?.()
      return current
    })
  }

  /** Waits for the writes under way. */
  idle(): Promise<void> {
    return this.#turns.idle()
  }

  /** What would not be read back at the next start must not be written. The copy cannot be changed by whoever passed it. */
  #checked(record: R): R {
    const whole = Object.freeze({ ...record })
    const why = whyNone(this.#kind, whole.id, whole)
    if (why !== undefined) throw new TypeError(`${this.#kind.name} ${whole.id}: ${why}`)
    return whole
  }

  async #save(record: R): Promise<R> {
    const written = this.#durably(record.id, this.#disk.put(this.#kind.name, record.id, record))
    const [kept] = await Promise.all([withPackedBody(record, this.#kind.body), written])
    this.#records.place(kept)
    this.#options.changed?.()
    return record
  }

  async #durably(id: string, written: Promise<void>): Promise<void> {
    try {
      await written
    } catch (error) {
      if (error instanceof SaveFailure && error.landed) await this.#putBack(id)
      throw error
    }
  }

  /** A write that was refused may lie on disk already; the next start shall not find it. */
  async #putBack(id: string): Promise<void> {
    const { name } = this.#kind
    const before = this.get(id)
    try {
      await (before ? this.#disk.put(name, id, before) : this.#disk.remove(name, id))
    } catch (error) {
      this.#options.log('error', `${name}/${id}.json could not be put back; after a restart it may show a change that was refused`, error)
    }
  }
}

function loadRecords<R extends Stored, Row>(disk: Disk, kind: Kind<R, Row>): R[] {
  const records: R[] = []
  for (const { id, value } of disk.load(kind.name)) {
    const why = whyNone(kind, id, value)
    if (why === undefined) records.push(withPackedBodySync(Object.freeze(value as R), kind.body))
    else disk.setAside(kind.name, id, why)
  }
  return records
}

/** Why a value is not the record of this id; undefined when it is. */
export function whyNone<R extends Stored, Row>(kind: Kind<R, Row>, id: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not an object'
  const fields = value as Readonly<Record<string, unknown>>
  if (fields.id !== id) return 'its id is not its file name'
  if (typeof fields.createdAt !== 'string' || Number.isNaN(Date.parse(fields.createdAt))) return 'its createdAt is not a time'
  if (!kind.is(fields)) return `it is not a ${kind.name} record`
  return undefined
}

import type { OperationRow, StagedInput } from '../../contract/calls/operations.ts'
import type { OutsidePage, PageEntry } from '../../contract/kinds/outsidePages.ts'
import type { OperationRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Site } from '../../contract/kinds/entities.ts'
import { idOfRequest } from '../records/recordCalls.ts'
import { stagedPrefix } from '../store/reserve.ts'
import type { Journaled } from './states.ts'

/** What has become of a row: what it was before, or why it was not done. */
type Outcome =
  | Journaled
  | { row: OperationRow; round: number; settings: Readonly<Record<'before' | 'after', Partial<Site>>>; putBack?: true }
  | { row: OperationRow; round: number; note: string }
  | { row: OperationRow; round: number; page: OutsidePage }

/** A row as it is kept: what an import has sent for it is beside. */
export interface KeptRow extends OperationRow {
  wasPublic?: boolean
  title?: string
  key?: string
  page?: PageEntry
}

/** What a draft is made of, or which one is changed. */
export interface KeptInput extends StagedInput {
  isNew: boolean
}

type KeptIn = Pick<OperationRecord, 'id' | 'portions'>

const recordKey = ({ kind, id }: OperationRow): string => `${kind}/${id}`

export type OperationRows = ReturnType<typeof createOperationRows>

/** The rows of operations on the disk; in memory only while they are acted on. */
export function createOperationRows({ operation, operationFiles: files }: Pick<Store, 'operation' | 'operationFiles'>) {
  const loaded = new Map<string, { portions: number; rows: Map<string, KeptRow>; places: Map<string, number> }>()
  const stagedName = ({ kind, id }: OperationRow): string => stagedPrefix + idOfRequest(kind, id)

  /** By their keys, since a portion whose reply was lost comes again. */
  async function all({ id, portions }: KeptIn): Promise<ReadonlyMap<string, KeptRow>> {
    const known = loaded.get(id)
    const rows = known?.rows ?? new Map<string, KeptRow>()
    const places = known?.places ?? new Map<string, number>()
    for (let portion = known?.portions ?? 0; portion < portions; portion++) {
      const file = (await files.read(id, `rows-${portion}`)) as { rows: readonly KeptRow[] } | undefined
      for (const row of file?.rows ?? []) {
        if (!rows.has(recordKey(row))) places.set(recordKey(row), rows.size)
        rows.set(recordKey(row), row)
      }
    }
    loaded.set(id, { portions, rows, places })
    return rows
  }
  const outcome = async (id: string, index: number): Promise<Outcome | undefined> =>
    (await files.read(id, `row-${index}`)) as Outcome | undefined
  /** The last first, without itself. */
  const since = ({ id, createdAt }: OperationRecord): OperationRecord[] =>
    operation
      .all()
      .filter((each) => each.id !== id && each.createdAt >= createdAt)
      .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))

  return {
    all,
    outcome,
    since,
    /** The last operation after this one that has acted on the row, and what it has made of it. */
    async laterOutcome(
      record: OperationRecord,
      row: OperationRow,
      isMeant: (done: Journaled, by: OperationRecord) => boolean,
    ) {
      for (const by of since(record)) {
        await all(by)
        const index = loaded.get(by.id)?.places.get(recordKey(row))
        const done = index === undefined ? undefined : await outcome(by.id, index)
        if (index !== undefined && done && 'after' in done && !done.putBack && isMeant(done, by)) return { by, index }
      }
      return undefined
    },
    /** Whether something of it was put back, and nothing is left to be. */
    async isPutBack(record: KeptIn): Promise<boolean> {
      const { size } = await all(record)
      let isAny = false
      for (let index = 0; index < size; index++) {
        const done = await outcome(record.id, index)
        if (!done || !('after' in done || 'settings' in done)) continue
        if (!done.putBack) return false
        isAny = true
      }
      return isAny
    },
    async add(id: string, portion: number, rows: readonly KeptRow[]): Promise<void> {
      await files.write(id, `rows-${portion}`, { rows })
      // One of that number was written before, and not counted.
      if ((loaded.get(id)?.portions ?? 0) > portion) loaded.delete(id)
    },
    stage: (id: string, row: OperationRow, staged: KeptInput): Promise<void> =>
      files.write(id, stagedName(row), { staged }),
    staged: async (id: string, row: OperationRow): Promise<KeptInput | undefined> =>
      ((await files.read(id, stagedName(row))) as { staged: KeptInput } | undefined)?.staged,

    forgetAllBut(kept: ReadonlySet<string>): void {
      for (const id of loaded.keys()) if (!kept.has(id)) loaded.delete(id)
    },
    keep: (id: string, index: number, outcome: Outcome): Promise<void> => files.write(id, `row-${index}`, outcome),
  }
}

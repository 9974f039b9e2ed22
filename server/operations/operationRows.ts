import type { OperationRow, StagedInput } from '../../contract/operations.ts'
import type { OperationRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Site } from '../../contract/entities.ts'
import { idOfRequest } from '../content/recordCalls.ts'
import { stagedPrefix } from '../store/reserve.ts'
import type { Journaled } from './states.ts'

/** What has become of a row: what it was before, or why it was not done. */
export type Outcome =
  | Journaled
  | { row: OperationRow; round: number; settings: Readonly<Record<'before' | 'after', Partial<Site>>>; putBack?: true }
  | { row: OperationRow; round: number; note: string }

/** A row as it is kept: what an import has sent for it is beside. */
export interface KeptRow extends OperationRow {
  title?: string
  key?: string
}

/** What a draft is made of, or which one is changed. */
export interface KeptInput extends StagedInput {
  isNew: boolean
}

export const keyOf = ({ kind, id }: OperationRow): string => `${kind}/${id}`

export type OperationRows = ReturnType<typeof createOperationRows>

/** The rows of operations on the disk; in memory only while they are acted on. */
export function createOperationRows({ operationFiles: files }: Pick<Store, 'operationFiles'>) {
  const loaded = new Map<string, { portions: number; rows: Map<string, KeptRow> }>()
  const stagedName = ({ kind, id }: OperationRow): string => stagedPrefix + idOfRequest(kind, id)

  return {
    async add(id: string, portion: number, rows: readonly KeptRow[]): Promise<void> {
      await files.write(id, `rows-${portion}`, { rows })
      // One of that number was written before, and not counted.
      if ((loaded.get(id)?.portions ?? 0) > portion) loaded.delete(id)
    },
    stage: (id: string, row: OperationRow, staged: KeptInput): Promise<void> =>
      files.write(id, stagedName(row), { staged }),
    staged: async (id: string, row: OperationRow): Promise<KeptInput | undefined> =>
      ((await files.read(id, stagedName(row))) as { staged: KeptInput } | undefined)?.staged,

    /** By their keys, since a portion whose reply was lost comes again. */
    async all({ id, portions }: Pick<OperationRecord, 'id' | 'portions'>): Promise<ReadonlyMap<string, KeptRow>> {
      const known = loaded.get(id)
      const rows = known?.rows ?? new Map<string, KeptRow>()
      for (let portion = known?.portions ?? 0; portion < portions; portion++) {
        const file = (await files.read(id, `rows-${portion}`)) as { rows: readonly KeptRow[] } | undefined
        for (const row of file?.rows ?? []) rows.set(keyOf(row), row)
      }
      loaded.set(id, { portions, rows })
      return rows
    },
    forget: (id: string): void => void loaded.delete(id),

    outcome: async (id: string, index: number): Promise<Outcome | undefined> =>
      (await files.read(id, `row-${index}`)) as Outcome | undefined,
    keep: (id: string, index: number, outcome: Outcome): Promise<void> => files.write(id, `row-${index}`, outcome),
  }
}

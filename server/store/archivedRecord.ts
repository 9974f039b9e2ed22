import type { KindName } from '../../contract/kinds.ts'

/** What staff had typed into a record that is in an archive. */
export interface ArchivedRecord {
  kind: KindName
  id: string
  fields: Readonly<Record<string, unknown>>
  /** When a record that was published was made. */
  createdAt?: string
}

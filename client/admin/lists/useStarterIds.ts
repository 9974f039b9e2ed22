import type { KindName } from '../../../contract/kinds.ts'
import { api } from '../api.ts'
import { useLoaded } from '../ui/useLoaded.ts'

const none: ReadonlySet<string> = new Set()

/** The ids of records that are still as shipped. `rows` are the list's rows: when they change, somebody may have edited a record. */
export function useStarterIds(kind: KindName, rows: readonly object[]): ReadonlySet<string> {
  const load = async (signal: AbortSignal, known?: ReadonlySet<string>): Promise<ReadonlySet<string>> =>
    // There are never more of them than before.
    known?.size === 0 ? known : new Set((await api('siteSetup', {}, signal)).starterRecords[kind])
  return useLoaded(rows.length === 0 ? undefined : load, [rows]).data ?? none
}

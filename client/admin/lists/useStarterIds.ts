import { useEffect, useState } from 'react'
import type { KindName } from '../../../contract/kinds.ts'
import { api } from '../api.ts'

const none: ReadonlySet<string> = new Set()

/** The ids of records that are still as shipped. `rows` are the list's rows: when they change, somebody may have edited a record. */
export function useStarterIds(kind: KindName, rows: readonly object[]): ReadonlySet<string> {
  const [ids, setIds] = useState<ReadonlySet<string>>()

  useEffect(() => {
    // There are never more of them than before.
    if (rows.length === 0 || ids?.size === 0) return
    const request = new AbortController()
    api('siteSetup', {}, request.signal).then(
      ({ starterRecords }) => setIds(new Set(starterRecords[kind])),
      // Without an answer, no record is marked.
      () => {},
    )
    return () => request.abort()
  }, [rows])
  return ids ?? none
}

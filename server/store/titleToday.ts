import { type KindName, kinds } from '../../contract/kinds.ts'
import { textOf } from './kind.ts'
import { recordOfDraft } from './records.ts'
import type { Store } from './store.ts'

/** What a record is called today, wherever it is; undefined when there is none any more. */
export function titleToday(store: Store, kind: KindName, id: string): string | undefined {
  const { live, draft, trash } = store.states[kind].of(id)
  const unpublished = draft ?? trash?.draft
  const record = live ?? trash?.record ?? (unpublished && recordOfDraft(unpublished))
  return record && textOf(record, kinds[kind].title)
}

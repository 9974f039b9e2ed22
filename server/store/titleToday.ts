import type { KindName } from '../../contract/kinds/kinds.ts'
import { textOf } from './kind.ts'
import { nameAndModel, recordOfDraft } from './records.ts'
import type { Store } from './store.ts'

/** What a record is called today, wherever it is; undefined when there is none any more. */
export function titleToday(store: Store, kind: KindName, id: string, nameOf = nameAndModel): string | undefined {
  const { live, draft, trash } = store.states[kind].of(id)
  const unpublished = draft ?? trash?.draft
  const record = live ?? trash?.record ?? (unpublished && recordOfDraft(unpublished))
  return record && nameOf(kind, record)
}

/** A product's name alone, where its models stand beside it. */
export const productNameToday = (store: Store, productId: string) =>
  titleToday(store, 'product', productId, (_, record) => textOf(record, 'coverName'))

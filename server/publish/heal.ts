import { type KindName, kindNames } from '../../contract/kinds.ts'
import { fieldsOf, recordOfDraft, type AnyRecord, type DraftRecord } from '../store/records.ts'
import { editedCollection, type Store } from '../store/store.ts'
import { trashKinds } from './trash.ts'

/** Finishes what a killed server has left in two places. For the start. */
export async function heal(store: Store): Promise<void> {
  await store.catchUp()
  for (const kind of trashKinds) {
    const [trash, drafts] = [store.trash[kind], kind === 'agent' ? undefined : store.drafts[kind]]
    for (const { id, record } of trash.all()) {
      if (store[kind].get(id) || (!record && drafts?.get(id))) await trash.remove(id)
      else await drafts?.remove(id)
    }
  }
  for (const kind of kindNames) {
    const [live, drafts] = [editedCollection(store, kind), store.drafts[kind]]
    for (const { was, ...draft } of drafts.all()) {
      const record = live.get(draft.id)
      if (record && isPublished(kind, draft, record)) await drafts.remove(draft.id)
      // The record was about to be unpublished. The live one counts.
      else if (record && was) await drafts.put(draft)
    }
  }
}

/** Whether publishing the draft would change nothing. */
const isPublished = (kind: KindName, draft: DraftRecord, record: AnyRecord): boolean => {
  const next = { ...record, ...recordOfDraft({ ...draft, createdAt: record.createdAt }) }
  return JSON.stringify(fieldsOf(kind, next)) === JSON.stringify(fieldsOf(kind, record))
}

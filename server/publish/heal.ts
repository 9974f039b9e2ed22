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
    for (const draft of drafts.all()) {
      const record = live.get(draft.id)
      if (!record) continue
      if (draft.was) await live.remove(draft.id)
      else if (isPublished(kind, draft, record)) await drafts.remove(draft.id)
    }
  }
}

/** Whether publishing the draft would change nothing. */
const isPublished = (kind: KindName, draft: DraftRecord, record: AnyRecord): boolean => {
  const next = { ...record, ...recordOfDraft({ ...draft, createdAt: record.createdAt }) }
  return JSON.stringify(fieldsOf(kind, next)) === JSON.stringify(fieldsOf(kind, record))
}

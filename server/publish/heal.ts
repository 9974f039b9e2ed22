import { deletable, type TrashKind } from '../../contract/entities.ts'
import type { KindName } from '../../contract/kinds.ts'
import type { Step } from '../store/changes.ts'
import { type AnyRecord, type DraftRecord, fieldsOf, recordOfDraft } from '../store/records.ts'
import { editedCollection, type Store } from '../store/store.ts'

/** Finishes what a killed server has left in two places. For the start; other servers may be at work. */
export async function heal(store: Store): Promise<void> {
  await store.catchUp()
  const { agent, doubtful } = store
  for (const { id } of doubtful.all()) {
    await store.change(id, [agent, doubtful], () => (agent.get(id) ? [doubtful.step(id, undefined)] : []))
  }
  for (const kind of deletable) {
    const [trash, drafts] = [store.trash[kind], kind === 'agent' ? undefined : store.drafts[kind]]
    const ids = new Set([...trash.all(), ...(drafts?.all() ?? [])].map(({ id }) => id))
    for (const id of ids) await store.change(id, [store[kind], ...(drafts ? [drafts] : []), trash], () => healing(store, kind, id))
  }
}

function healing(store: Store, kind: TrashKind, id: string): Step[] {
  const trash = store.trash[kind]
  const [record, deleted] = [store[kind].get(id), trash.get(id)]
  if (kind === 'agent') return record && deleted ? [trash.step(id, undefined)] : []
  const drafts = store.drafts[kind]
  const draft = drafts.get(id)
  if (deleted && (record || (!deleted.record && draft))) return [trash.step(id, undefined)]
  if (!draft || !(deleted || record)) return []
  if (deleted || isPublished(kind, draft, editedCollection(store, kind).get(id))) return [drafts.step(id, undefined)]
  // The record was about to be unpublished. The live one counts.
  const { was, lostPublishAt, ...kept } = draft
  return was ? [drafts.step(id, { ...kept, ...(lostPublishAt && { publishAt: lostPublishAt }) })] : []
}

/** Whether publishing the draft would change nothing. */
function isPublished(kind: KindName, draft: DraftRecord, record: AnyRecord | undefined): boolean {
  if (!record) return false
  const next = { ...record, ...recordOfDraft({ ...draft, createdAt: record.createdAt }) }
  return JSON.stringify(fieldsOf(kind, next)) === JSON.stringify(fieldsOf(kind, record))
}

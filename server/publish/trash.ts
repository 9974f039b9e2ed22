import { deletable, type Page, type TrashKind, type TrashRow } from '../../contract/entities.ts'
import { notFound } from '../failure.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { Collection } from '../store/collection.ts'
import type { Stored } from '../store/kind.ts'
import type { TrashRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { withUniqueField } from './uniqueField.ts'

const keptMs = 30 * 86_400_000

export type Trash = ReturnType<typeof createTrash>

/** Deleted records, with the drafts that were beside them. */
export function createTrash(store: Store, now: () => number) {
  const collectionsOf = (kind: TrashKind) => {
    const live = store[kind] as unknown as Collection<Stored, object>
    return { live, drafts: kind === 'agent' ? undefined : store.drafts[kind], trash: store.trash[kind] }
  }

  async function erase(kind: TrashKind, id: string): Promise<void> {
    const { trash } = collectionsOf(kind)
    if (!trash.get(id)) throw notFound()
    // If this stops half-way, the record is still listed, and can be erased again.
    if (kind !== 'agent') await store.history.remove(kind, id, await store.history.list(kind, id))
    await trash.remove(id)
  }

  return {
    has: (kind: TrashKind, id: string): boolean => store.trash[kind].get(id) !== undefined,
    erase,
    /** A failure between two writes leaves the record in both places; then the live one counts. */
    async put(kind: TrashKind, id: string, by: string): Promise<Stored> {
      const { live, drafts, trash } = collectionsOf(kind)
      let removed: Stored | undefined
      await store.change(id, [live, ...(drafts ? [drafts] : []), trash], () => {
        const record = (removed = live.get(id))
        if (!record) throw notFound()
        const draft = drafts?.get(id)
        const deleted: TrashRecord = { id, createdAt: chinaTime(now()), deletedBy: by, record, ...(draft && { draft }) }
        return [trash.step(id, deleted), live.step(id, undefined), ...(drafts && draft ? [drafts.step(id, undefined)] : [])]
      })
      if (!removed) throw notFound()
      return removed
    },

    async restore(kind: TrashKind, id: string): Promise<void> {
      const { live, drafts, trash } = collectionsOf(kind)
      const change = (): Promise<void> => store.change(id, [live, ...(drafts ? [drafts] : []), trash], () => {
        const deleted = trash.get(id)
        if (!deleted) throw notFound()
        const { record, draft } = deleted
        // The record after its draft: once it is there, what is left in the trash no longer counts.
        return [
          ...(drafts && draft && !drafts.get(id) ? [drafts.step(id, draft)] : []),
          ...(record && !live.get(id) ? [live.step(id, record)] : []),
          trash.step(id, undefined),
        ]
      })
      if (kind === 'agent') return change()
      await withUniqueField(store, kind, id, { ...trash.get(id)?.record }, change, 409)
    },

    /** The last deleted first. */
    list(
      { kind, page, limit }: { kind: TrashKind | undefined; page: number; limit: number }, maySee: (kind: TrashKind) => boolean,
    ): Page<TrashRow> {
      const all = (kind === undefined ? deletable : [kind]).filter(maySee)
      const rows = all.flatMap((each) => store.trash[each].page({ page: 1, limit: Math.max(1, store.trash[each].size) }).data)
      rows.sort((a, b) => (a.deletedAt < b.deletedAt ? 1 : a.deletedAt > b.deletedAt ? -1 : 0))
      return { data: rows.slice((page - 1) * limit, page * limit), count: rows.length }
    },

    /** Erases what was deleted long ago. */
    async sweep(): Promise<void> {
      for (const kind of deletable) {
        for (const { id, createdAt } of store.trash[kind].all()) if (Date.parse(createdAt) < now() - keptMs) await erase(kind, id)
      }
    },
  }
}

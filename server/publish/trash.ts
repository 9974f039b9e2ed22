import { deletable, type Page, type TrashKind, type TrashRow } from '../../contract/entities.ts'
import { Failure, notFound } from '../failure.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { Collection } from '../store/collection.ts'
import type { Stored } from '../store/kind.ts'
import { newId } from '../store/newId.ts'
import { type AnyRecord, type DraftRecord, trashKinds, type TrashRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { draftLeft, isPast } from './drafts.ts'
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
    const { live, trash } = collectionsOf(kind)
    await live.alone(id, async () => {
      const deleted = trash.get(id)
      if (!deleted) throw notFound()
      if (live.get(id)) throw new Failure(409, `${titleOf(kind, deleted)}已经恢复，不能彻底删除`)
      // If this stops half-way, the record is still listed, and can be erased again.
      if (kind !== 'agent') await store.history.remove(kind, id, await store.history.list(kind, id))
      await trash.remove(id)
    })
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

    /** Returns in words what differs from what was deleted. */
    async restore(kind: TrashKind, id: string): Promise<readonly string[]> {
      const { live, drafts, trash } = collectionsOf(kind)
      let restored = restoredFrom(kind, trash.get(id), now())
      const change = (): Promise<void> => store.change(id, [live, ...(drafts ? [drafts] : []), trash], () => {
        const { record, draft } = (restored = restoredFrom(kind, trash.get(id), now()))
        // The record after its draft: once it is there, what is left in the trash no longer counts.
        return [
          ...(drafts && draft && !drafts.get(id) ? [drafts.step(id, draft)] : []),
          ...(record && !live.get(id) ? [live.step(id, record)] : []),
          trash.step(id, undefined),
        ]
      })
      await (kind === 'agent' ? change() : withUniqueField(store, kind, id, { ...restored.record }, change, 409))
      return restored.changes
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

    /** Erases what was deleted long ago. Resolves to how many records. */
    async sweep(): Promise<number> {
      const isOld = ({ createdAt }: TrashRecord): boolean => Date.parse(createdAt) < now() - keptMs
      const old = deletable.flatMap((kind) => store.trash[kind].all().filter((each) => isOld(each) && !store[kind].get(each.id))
        .map(({ id }) => ({ kind, id })))
      for (const { kind, id } of old) await erase(kind, id)
      return old.length
    },
  }
}

/** A time of publication that is over would publish at once, and a record whose end is over is a draft. */
function restoredFrom(
  kind: TrashKind, deleted: TrashRecord | undefined, now: number,
): { record?: Stored | undefined; draft?: DraftRecord | undefined; changes: readonly string[] } {
  if (!deleted) throw notFound()
  if (kind === 'agent') return { record: deleted.record, changes: [] }
  const [record, title] = [deleted.record as AnyRecord | undefined, titleOf(kind, deleted)]
  const isLate = isPast(deleted.draft?.publishAt, now)
  const draft = deleted.draft && { ...deleted.draft, key: newId(now), ...(isLate && { publishAt: '' }) }
  const changes = isLate ? [`${title}的定时发布时间已过，已取消定时`] : []
  if (!record || !isPast(record.unpublishAt, now)) return { record, draft, changes }
  return { draft: draftLeft(kind, record, draft, now), changes: [`${title}的下线时间已过，恢复为草稿`, ...changes] }
}

const titleOf = (kind: TrashKind, deleted: TrashRecord): string => `“${trashKinds[kind].row(deleted).title || '未命名'}”`

import { leadKindOf, type LeadKind } from '../../contract/leads/leads.ts'
import { dayMs } from '../../contract/text/durations.ts'
import { deletable, type ListPage, type TrashKind, type TrashRow } from '../../contract/kinds/entities.ts'
import { seen } from '../../contract/calls/seen.ts'
import { type Handlers, seenBy } from '../call.ts'
import { Failure, notFound } from '../failure.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import { createDate, type Stored } from '../store/kind.ts'
import { newId } from '../store/newId.ts'
import { type TrashRecord, trashTitle } from '../store/records.ts'
import { type Journal, nowhere, type RecordChanges, type State } from '../store/states.ts'
import type { Store } from '../store/store.ts'
import { draftLeft, isPast } from './drafts.ts'
import { forEach } from '../store/forEach.ts'
import type { History } from './history.ts'

const keptMs = 30 * dayMs

interface TrashQuery {
  kind: TrashKind | undefined
  agentKind: LeadKind | undefined
  page: number
  limit: number
}

export type Trash = ReturnType<typeof createTrash>

interface TrashParts {
  store: Store
  redirects: RecordChanges
  now: () => number
}

/** Deleted records, with the drafts that were beside them. */
export function createTrash({ store, redirects, now }: TrashParts) {
  async function erase(kind: TrashKind, id: string): Promise<void> {
    await store.states[kind].change(id, async ({ live }: State<Stored, Stored>) => {
      const deleted = store.trash[kind].get(id)
      if (!deleted) throw notFound()
      if (live) throw new Failure(409, `${quotedTitle(kind, deleted)}已经恢复，不能彻底删除`)
      // If this stops half-way, the record is still listed, and can be erased again.
      if (kind !== 'agent') await store.history.remove(kind, id, await store.history.list(kind, id))
      return nowhere
    })
  }

  return {
    erase,
    async put(
      kind: TrashKind,
      id: string,
      { by, redirectTo = '', journal }: { by: string; redirectTo?: string | undefined; journal?: Journal },
    ): Promise<void> {
      const deleted = <L extends Stored, D extends Stored>({ live, draft }: State<L, D>): State<L, D> => {
        if (!live) throw notFound()
        return {
          ...nowhere,
          trash: { id, createdAt: chinaTime(now()), deletedBy: by, record: live, ...(draft && { draft }) },
        }
      }
      if (kind === 'agent') await store.states.agent.change(id, deleted, journal)
      else await redirects.change(kind, id, (state) => ({ ...deleted(state), redirectTo }), journal)
    },

    /** Returns in words what differs from what was deleted. */
    async restore(kind: TrashKind, id: string, journal?: Journal): Promise<readonly string[]> {
      let changes: string[] = []
      if (kind === 'agent')
        await store.states.agent.change(id, ({ trash }) => ({ ...nowhere, live: found(trash).record }), journal)
      else {
        const plan = ({ trash }: State): State => {
          const deleted = found(trash)
          const { record } = deleted
          const title = quotedTitle(kind, deleted)
          const time = now()
          // A time of publication that is over would publish at once, and a record whose end is over is a draft.
          const isLate = isPast(deleted.draft?.publishAt, time)
          const hasEnded = isPast(record?.unpublishAt, time)
          changes = []
          if (hasEnded) changes.push(`${title}的下线时间已过，恢复为草稿`)
          if (isLate) changes.push(`${title}的定时发布时间已过，已取消定时`)
          const draft = deleted.draft && { ...deleted.draft, key: newId(time), ...(isLate && { publishAt: '' }) }
          if (record && hasEnded) return { ...nowhere, draft: draftLeft(kind, record, draft, time) }
          return { live: record, draft, trash: undefined }
        }
        await redirects.change(kind, id, plan, journal)
      }
      return changes
    },

    /** The last deleted first. */
    list({ kind, agentKind, page, limit }: TrashQuery, seenKinds: TrashKind[]): ListPage<TrashRow> {
      const isMeant = (name: TrashKind, { record }: TrashRecord): boolean =>
        name !== 'agent' || !agentKind || leadKindOf(record as Partial<LeadRecord>) === agentKind
      const all = seenKinds
        .filter((seenKind) => kind === undefined || seenKind === kind)
        .flatMap((name) => [...store.trash[name].newest()].map((deleted) => ({ name, deleted })))
        .filter(({ name, deleted }) => isMeant(name, deleted))
        .sort((a, b) => Date.parse(b.deleted.createdAt) - Date.parse(a.deleted.createdAt))
      const data = all.slice((page - 1) * limit, page * limit).map(({ name, deleted }) => ({
        kind: name,
        id: deleted.id,
        deletedBy: deleted.deletedBy,
        deletedAt: createDate(deleted),
        title: trashTitle(name, deleted),
      }))
      return { data, count: all.length }
    },

    /** Erases what was deleted long ago. Resolves to how many records. */
    async sweep(): Promise<number> {
      const isOld = ({ createdAt }: TrashRecord): boolean => Date.parse(createdAt) < now() - keptMs
      const old = deletable.flatMap((kind) =>
        store.trash[kind]
          .all()
          .filter((deleted) => isOld(deleted) && !store[kind].get(deleted.id))
          .map(({ id }) => ({ kind, id })),
      )
      for (const { kind, id } of old) await erase(kind, id)
      return old.length
    },
  }
}

function found<T>(deleted: T | undefined): T {
  if (!deleted) throw notFound()
  return deleted
}

const quotedTitle = (kind: TrashKind, deleted: TrashRecord): string => `“${trashTitle(kind, deleted) || '未命名'}”`

export function trashCalls(trash: Trash, history: History) {
  return {
    trashList: (input, caller) => trash.list(input, seenBy(caller, seen.trashList)),
    async trashDelete({ kind, ids }) {
      const [only = ''] = ids
      // Of several, those that are gone are passed over; a single one that is gone is an error.
      if (ids.length > 1) await forEach(ids, (id) => trash.erase(kind, id))
      else await trash.erase(kind, only)
      return null
    },
    historyList: ({ kind, id }) => history.list(kind, id),
    historyDetail: ({ kind, id, version }) => history.detail(kind, id, version),
  } satisfies Partial<Handlers>
}

import { leadKindOf } from '../../contract/leadKinds.ts'
import type { LeadKind } from '../../contract/application.ts'
import { dayMs } from '../../contract/durations.ts'
import { deletable, type ListPage, type TrashKind, type TrashRow } from '../../contract/entities.ts'
import { messages } from '../../contract/rules.ts'
import { seen } from '../../contract/seen.ts'
import { type Handlers, seenBy } from '../call.ts'
import { Failure, notFound } from '../failure.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import type { Stored } from '../store/kind.ts'
import type { RecordChanges } from '../store/recordPage.ts'
import { newId } from '../store/newId.ts'
import { trashKinds, type TrashRecord } from '../store/records.ts'
import { type Journal, nowhere, type State } from '../store/states.ts'
import type { Store } from '../store/store.ts'
import { draftLeft, isPast } from './drafts.ts'
import { forEach, listed } from '../store/forEach.ts'
import type { History } from './history.ts'

const keptMs = 30 * dayMs

interface TrashQuery {
  kind: TrashKind | undefined
  agentKind: LeadKind | undefined
  page: number
  limit: number
}

const filterOf = (agentKind: LeadKind) => ({
  key: agentKind,
  matches: ({ record }: TrashRecord) => leadKindOf(record as Partial<LeadRecord>) === agentKind,
})

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
      const kinds = seenKinds.filter((seenKind) => kind === undefined || seenKind === kind)
      const rows = kinds.flatMap((name) => {
        const filter = name === 'agent' && agentKind ? filterOf(agentKind) : undefined
        return store.trash[name].page({ page: 1, limit: Math.max(1, store.trash[name].size), filter }).data
      })
      rows.sort((a, b) => Date.parse(b.deletedAt) - Date.parse(a.deletedAt))
      return { data: rows.slice((page - 1) * limit, page * limit), count: rows.length }
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

const quotedTitle = (kind: TrashKind, deleted: TrashRecord): string =>
  `“${trashKinds[kind].row(deleted).title || '未命名'}”`

type TrashCalls = 'trashList' | 'trashRestore' | 'trashDelete' | 'historyList' | 'historyDetail'

export function trashCalls(trash: Trash, history: History): Pick<Handlers, TrashCalls> {
  return {
    trashList: (input, caller) => trash.list(input, seenBy(caller, seen.trashList)),
    async trashRestore({ kind, ids }) {
      const changes = (await forEachOrOnly(ids, (id) => trash.restore(kind, id))).flat()
      return changes.length > 0 ? { message: `${messages.restored}。${listed(changes)}` } : null
    },
    async trashDelete({ kind, ids }) {
      await forEachOrOnly(ids, (id) => trash.erase(kind, id))
      return null
    },
    historyList: ({ kind, id }) => history.list(kind, id),
    historyDetail: ({ kind, id, version }) => history.detail(kind, id, version),
  }
}

/** Of several, those that are gone are passed over; a single one that is gone is an error. */
async function forEachOrOnly<T>(ids: readonly string[], work: (id: string) => Promise<T>): Promise<T[]> {
  return ids.length > 1 ? forEach(ids, work) : [await work(ids[0] ?? '')]
}

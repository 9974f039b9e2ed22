import { deletable, type Site, type TrashKind } from '../../contract/kinds/entities.ts'
import { fieldLabels } from '../../contract/kinds/fieldLabels.ts'
import { FieldError } from '../../contract/calls/fields.ts'
import { isKind, type KindName, recordKind } from '../../contract/kinds/kinds.ts'
import { groupCalled } from '../../contract/kinds/groups.ts'
import type { OperationOptions, OperationRow, OperationWhat } from '../../contract/calls/operations.ts'
import type { Basis, Drafts } from '../records/drafts.ts'
import { moveRecord } from '../records/move.ts'
import { refuseUnknownGroup } from '../records/product.ts'
import type { Trash } from '../records/trash.ts'
import { Failure, fieldFailure } from '../failure.ts'
import type { Redirects } from '../site/redirects.ts'
import type { Journal } from '../store/states.ts'
import type { Store } from '../store/store.ts'
import type { KeptInput } from './operationRows.ts'

export interface ActParts {
  store: Store
  site: () => Pick<Site, 'groups'>
  drafts: Drafts
  trash: Trash
  redirects: Redirects
  now: () => number
}

interface Act {
  by: string
  options: OperationOptions
  journal: Journal
  /** Of an import. */
  staged?: KeptInput | undefined
  /** What was known of the record when it was begun. */
  basis?: Basis
}
export type Acts = ReturnType<typeof createActs>

/** What has come of an act on a record: what else has happened, in words, and the names of the fields that it has changed. */
interface Acted {
  words?: readonly string[]
  changed?: readonly string[]
}

/** What an operation does to one record. */
export function createActs({ store, site, drafts, trash, redirects, now }: ActParts) {
  const remove = (kind: TrashKind, id: string, { options: { redirectTo }, ...act }: Act): Promise<void> =>
    trash.put(kind, id, { ...act, redirectTo })
  /** A group may have gone while the record was in the trash. */
  const lostGroup = (kind: KindName, id: string): string[] => {
    const { filter = '' } = recordKind(kind)
    const { live, draft } = store.states[kind].of(id)
    const group = draft?.fields[filter] ?? live?.[filter]
    return group && site().groups.every((listed) => listed.id !== group) ? ['原来的分类已经没有了，请重新选择'] : []
  }
  const acts: Readonly<
    Partial<Record<OperationWhat, (kind: KindName, id: string, act: Act) => Promise<Acted | void>>>
  > = {
    publish: (kind, id, act) => drafts.publish(kind, id, act),
    unpublish: async (kind, id, { options: { redirectTo }, ...act }) => ({
      words: (await drafts.unpublish(kind, id, { ...act, redirectTo })) ? ['草稿的定时发布已取消'] : [],
    }),
    // What was never published has only a draft to go.
    delete: (kind, id, act) =>
      store.states[kind].live.get(id) ? remove(kind, id, act) : drafts.discard(kind, id, act),
    clear: remove,
    restore: async (kind, id, { journal }) => ({
      words: [...(await trash.restore(kind, id, journal)), ...lostGroup(kind, id)],
    }),
    group: (kind, id, { options: { group = '' }, ...act }) => drafts.group(kind, id, group, act),
    order: (kind, id, { options: { after = '' }, journal }) =>
      moveRecord(store, kind, { id, after, now: now(), journal, groups: site().groups }),
    discard: (kind, id, act) => drafts.discard(kind, id, act),
    import: async (kind, id, { by, journal, staged }) => {
      if (!staged) throw new Failure(400, '没有传完')
      const { fields, group, isNew, draftVersion, basedOn } = staged
      // An earlier import has made it, and where its old addresses lead is all that is new.
      if (Object.keys(fields).length === 0) return void (await store.states[kind].change(id, (state) => state, journal))
      const { filter } = recordKind(kind)
      const groupId = groupCalled(site().groups, group)?.id
      const all = { ...fields, ...(filter && groupId !== undefined && { [filter]: groupId }) }
      const ids = isNew ? { id: undefined, newId: id } : { id, newId: undefined }
      const edit = { kind, ...ids, fields: all, draftVersion, basedOn, publishAt: undefined, by }
      return drafts.save(edit, { journal, outOfTrash: true }).catch((cause: unknown) => {
        if (!(cause instanceof FieldError)) throw cause
        throw fieldFailure(cause.field, `${fieldLabels[kind]?.[cause.field] ?? cause.field}：${cause.message}`)
      })
    },
  }

  return {
    async run(what: OperationWhat, { kind, id }: OperationRow, act: Act): Promise<Acted | void> {
      if (isKind(kind)) return acts[what]?.(kind, id, act)
      if (kind !== 'agent') return
      if (what !== 'restore') return remove(kind, id, act)
      return { words: await trash.restore(kind, id, act.journal) }
    },

    /** Throws for what no row could do. */
    refuse(what: OperationWhat, rows: readonly OperationRow[], { redirectTo = '', group }: OperationOptions): void {
      // The address of a page is no id.
      if (rows.some((row) => 'page' in row !== (what === 'read'))) throw fieldFailure('rows', '只有网页可以读取')
      if (what === 'order' && rows.length > 1) throw fieldFailure('rows', '一次只能移动一条')
      if (what === 'group') refuseUnknownGroup(site(), group)
      for (const kind of deletable) {
        if (rows.every((row) => row.kind !== kind)) continue
        const mayBe = isKind(kind) ? what !== 'group' || recordKind(kind).filter !== undefined : leadActs.has(what)
        if (!mayBe) throw fieldFailure('rows', '这类内容没有这种操作')
      }
      redirects.refuseTarget(redirectTo)
    },
  }
}

const leadActs: ReadonlySet<OperationWhat> = new Set(['delete', 'restore'])

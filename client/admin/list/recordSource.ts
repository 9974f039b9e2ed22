import type { ReactNode } from 'react'
import type { CallName, InputOf } from '../../../contract/calls/calls.ts'
import type { Existing, ListPage, TrashRow } from '../../../contract/kinds/entities.ts'
import {
  type KindName,
  type Offer,
  pageAddress,
  type RecordKind,
  type StateInRow,
  recordKind,
} from '../../../contract/kinds/kinds.ts'
import { type FieldValues, textIn } from '../../../contract/kinds/merge.ts'
import { grouped } from '../../../contract/kinds/grouped.ts'
import { limits } from '../../../contract/calls/limits.ts'
import { nameWithModel } from '../../../contract/kinds/recordPages.ts'
import { addressOfPage, sitePageOf } from '../../../contract/site/sitePages.ts'
import { inPortions } from '../../lib/inPortions.ts'
import { api } from '../session/api.ts'
import { user } from '../session/session.ts'
import type { Mode } from '../form/record.ts'
import type { AdminIconName } from '../ui/buttons.tsx'
import { isPublished, nameOr } from './cells.tsx'
import type { ListQuery } from './list.ts'
import type { Shown } from './ListTabs.tsx'
import { loadTrash } from './useTrash.tsx'

export type RecordRow = FieldValues & Partial<StateInRow> & Offer

/** What is special on the screen of a kind; all else follows from its descriptor. */
export interface Special {
  /** What to say when there is nothing at all. */
  empty?: string
  question?(name: string): string
  /** What else the removal of these changes; '' for nothing. */
  effect?(ids: readonly string[]): Promise<string>
  /** Where visitors see one, where that is not simply its page; undefined when they do not. */
  sitePath?(id: string, values: FieldValues): string | undefined
  /** The button that adds one. */
  add?: { label: string; icon: AdminIconName }
  titles?: Readonly<Record<Mode, string>>
  /** Says where visitors see them. */
  where?: ReactNode
  /** Another tab of the list. */
  tab?(): ReactNode
}

/** The page of a record, as its kind has it. */
export const ownPageOf = (kind: RecordKind) => (id: string, values: FieldValues) => pageAddress(kind, id, values)

/** Where visitors see all of a kind. */
export function pageOfList(name: KindName): string | undefined {
  const { page } = recordKind(name)
  const listed = page && sitePageOf(page.route)
  return listed && addressOfPage(listed)
}

/** The server validates the input; lists offer nothing else. */
const send = (call: CallName, input: object, signal?: AbortSignal): Promise<unknown> =>
  api(call, input as InputOf<CallName>, signal)

const listOf = (name: KindName, query: object, signal?: AbortSignal): Promise<ListPage<RecordRow>> =>
  send(`${name}List`, query, signal) as Promise<ListPage<RecordRow>>

/** The records of a kind whose id, title or model is one of these words. */
export async function recordsCalled(
  kind: KindName,
  words: readonly string[],
  signal?: AbortSignal,
): Promise<Existing[]> {
  const byKey = new Map<string, Existing>()
  for (const some of inPortions(words, limits.matchedWords)) {
    let after: string | undefined
    do {
      const { data, next } = await api('recordMatches', { kind, words: some, after }, signal)
      for (const record of data) byKey.set(record.id, record)
      after = next
    } while (after)
  }
  return [...byKey.values()]
}

export function nameOfExisting({ title, fields: { models } }: Existing): string {
  const all = Array.isArray(models) ? models : []
  return nameWithModel(nameOr(title), all[0]?.model, all.length)
}

/** What is not one's own that a publication of it brings to visitors: in words. */
export function alongsideOf(kind: KindName, { off, unpublished = {}, draftVersion }: Existing): string[] {
  const { described } = recordKind(kind)
  const labels = grouped(Object.keys(unpublished), (name) => [unpublished[name] ?? ''])
  labels.delete(user.peek()?.name ?? '')
  const time = draftVersion.slice(5, 16).replace('T', ' ')
  const words = Array.from(
    labels,
    ([by, names]) => `${by}还有没发布的修改（${time}）：${names.map((name) => described[name]?.label).join('、')}`,
  )
  return off === undefined ? words : [off, ...words]
}
export const thenPublic = '发布以后访客看得到'

/** The addresses that records of the kind have, but for that of `id`, where each has its own. */
export async function pathsOf(kind: KindName, signal: AbortSignal, id = ''): Promise<string[]> {
  const { id: idName, unique } = recordKind(kind)
  if (unique === undefined) return []
  const { data } = await listOf(kind, { limit: limits.listLimit, show: 'all' }, signal)
  return data.filter((row) => textIn(row, idName) !== id).map((row) => textIn(row, unique))
}

export type RecordSource = ReturnType<typeof recordSource>

/** How the records of a kind are listed, named, found and removed. */
export function recordSource(name: KindName, { empty, question, effect, sitePath }: Special) {
  const kind = recordKind(name)
  const { noun, id, title, cover, filter, order, options } = kind
  const rowName = (row: RecordRow): string => nameOr(textIn(row, title))
  const nameAndModel = (row: RecordRow): string => nameWithModel(rowName(row), row.model, row.modelCount)
  return {
    name,
    empty: empty ?? `还没有${noun}，点击“新增”添加第一个`,
    search: {
      [title]: '',
      ...(filter && { [filter]: '' }),
      ...('from' in order && { from: '', to: '' }),
      show: '',
    } as Shown,
    rowId: (row: RecordRow) => textIn(row, id),
    rowName,
    nameAndModel,
    picture: (row: RecordRow) => textIn(row, cover ?? ''),
    question: (row: RecordRow) => question?.(nameAndModel(row)) ?? `是否确认删除${noun}“${nameAndModel(row)}”？`,
    ...(effect && { effect }),
    sitePath: sitePath ?? ownPageOf(kind),
    load: (query: ListQuery<Shown>, signal: AbortSignal): Promise<ListPage<RecordRow | TrashRow>> =>
      query.show === 'trash'
        ? loadTrash(name, query, signal)
        : listOf(name, { ...query, show: query.show || 'all' }, signal),
    /** Puts it above the others, or back; absent where that cannot be. */
    pin:
      'pinned' in options
        ? (recordId: string, row: Partial<StateInRow>): Promise<unknown> =>
            isPublished(row)
              ? send(`${name}Update`, { [id]: recordId, pinned: !row.pinned })
              : api('draftSave', { kind: name, id: recordId, fields: { pinned: !row.pinned } })
        : undefined,
  }
}

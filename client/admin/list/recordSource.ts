import type { ReactNode } from 'react'
import type { CallName, InputOf } from '../../../contract/calls.ts'
import type { ListPage, TrashRow } from '../../../contract/entities.ts'
import { type KindName, kinds, pageAddress, type RecordKind, type StateInRow } from '../../../contract/kinds.ts'
import { addressOfPage, sitePageOf } from '../../../contract/sitePages.ts'
import { api } from '../api.ts'
import type { Mode } from '../form/record.ts'
import type { AdminIconName } from '../ui/AdminIcon.tsx'
import { isPublished, nameOr } from './cells.tsx'
import type { ListQuery } from './list.ts'
import type { Shown } from './ListTabs.tsx'
import { loadTrash } from './useTrash.tsx'

export type RecordRow = Readonly<Record<string, unknown>> & Partial<StateInRow>

/** What is special on the screen of a kind; all else follows from its descriptor. */
export interface Special {
  /** What to say when there is nothing at all. */
  empty?: string
  question?(name: string): string
  /** What else the removal of these changes; '' for nothing. */
  effect?(ids: readonly string[]): Promise<string>
  /** Where visitors see one, where that is not simply its page; undefined when they do not. */
  sitePath?(id: string, values: Readonly<Record<string, unknown>>): string | undefined
  /** The button that adds one. */
  add?: { label: string; icon: AdminIconName }
  titles?: Readonly<Record<Mode, string>>
  /** Says where visitors see them. */
  where?: ReactNode
  /** Another tab of the list. */
  tab?(): ReactNode
}

export const rowText = (row: RecordRow, field: string): string => String(row[field] ?? '')

/** Where visitors see all of a kind. */
export function pageOfList(name: KindName): string | undefined {
  const { page }: RecordKind = kinds[name]
  const listed = page && sitePageOf(page.route)
  return listed && addressOfPage(listed)
}

/** The server validates the input; lists offer nothing else. */
const send = (call: CallName, input: object, signal?: AbortSignal): Promise<unknown> =>
  api(call, input as InputOf<CallName>, signal)

export const listOf = (name: KindName, query: object, signal?: AbortSignal): Promise<ListPage<RecordRow>> =>
  send(`${name}List`, query, signal) as Promise<ListPage<RecordRow>>

export type RecordSource = ReturnType<typeof recordSource>

/** How the records of a kind are listed, named, found and removed. */
export function recordSource(name: KindName, { empty, question, effect, sitePath }: Special) {
  const kind: RecordKind = kinds[name]
  const { noun, id, title, cover, filter, order, options } = kind
  return {
    name,
    empty: empty ?? `还没有${noun}，点击“新增”添加第一个`,
    search: {
      [title]: '',
      ...(filter && { [filter]: '' }),
      ...('from' in order && { from: '', to: '' }),
      show: '',
    } as Shown,
    rowId: (row: RecordRow) => rowText(row, id),
    rowName: (row: RecordRow) => nameOr(rowText(row, title)),
    picture: (row: RecordRow) => rowText(row, cover ?? ''),
    question: (row: RecordRow) =>
      question?.(nameOr(rowText(row, title))) ?? `是否确认删除${noun}“${nameOr(rowText(row, title))}”？`,
    ...(effect && { effect }),
    sitePath:
      sitePath ??
      ((recordId: string, values: Readonly<Record<string, unknown>>) => pageAddress(kind, recordId, values)),
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

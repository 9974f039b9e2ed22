import type { CallName, InputOf } from '../../../contract/calls.ts'
import type { Rule } from '../../../contract/fields.ts'
import {
  type ContentOption, contentOptionsOf, type FieldsOf, isList, type KindName, kinds, type OptionsOf, type RecordKind as Kind,
  type RowOf, type StateInRow,
} from '../../../contract/kinds.ts'
import { fieldList } from '../../../contract/merge.ts'
import { moment } from '../../../contract/rules.ts'
import { api } from '../api.ts'
import type { RecordKind } from '../forms/record.ts'
import { recordCalls } from '../forms/recordCalls.ts'
import type { ListQuery, Words } from '../lists/list.ts'
import type { Shown } from '../lists/ListTabs.tsx'
import type { RecordSource } from '../lists/RecordScreen.tsx'
import { isPublished } from '../lists/RowState.tsx'
import { loadTrash } from '../lists/useTrash.tsx'
import { nameOr } from '../lists/cells.tsx'

/** The fields of a form: strings, even where the contract has narrower types. */
type Values<N extends KindName> = Readonly<Record<(keyof FieldsOf<N> | Extract<keyof OptionsOf<N>, ContentOption>) & string, string>>
type Source<N extends KindName, F extends Words> =
  Pick<RecordSource<RowOf<N>, F & Shown>, 'name' | 'search' | 'rowId' | 'rowName' | 'picture' | 'load' | 'remove' | 'pin'>
type Dialog<N extends KindName> = Pick<RecordKind<Values<N>>, 'name' | 'empty' | 'rules' | 'load' | 'add' | 'update' | 'publishing'>

/** The server validates the input; forms and lists offer nothing else. */
const send = (call: string, input: object, signal?: AbortSignal): Promise<unknown> =>
  api(call as CallName, input as InputOf<CallName>, signal)

/** As they are compared: a picker has no seconds. */
const times = { createDate: moment, publishAt: moment, unpublishAt: moment }
/** A list as a form has it. */
const listText = (rule: Rule<unknown>): Rule<string> => ({ validate: (value) => rule.validate(fieldList(String(value))), parse: String })

/** 搜索与分享, of every kind of record with a page. */
export const emptyShare = { shareTitle: '', shareText: '', sharePicture: '' }
export const shareDisplay = {
  shareTitle: { label: '搜索标题' },
  shareText: { label: '搜索介绍' },
  sharePicture: { label: '分享图片', kind: 'picture' },
} as const

/** What the list and the dialog of a kind of record need from its descriptor. `empty` is in the order of the form, also for differences. */
export function recordOf<N extends KindName, F extends Words>(
  name: N, search: F, empty: Values<N>,
): { source: Source<N, F>; dialog: Dialog<N> } {
  const { id, title, cover, fields, options }: Kind = kinds[name]
  const text = (row: object, field: string): string => (row as Words)[field] ?? ''
  const source = {
    name,
    search: { ...search, show: '' },
    rowId: (row: object) => text(row, id),
    rowName: (row: object) => nameOr(text(row, title)),
    picture: (row: object) => text(row, cover),
    load: (query: ListQuery<Shown>, signal: AbortSignal) =>
      (query.show === 'trash' ? loadTrash(name, query, signal) : send(`${name}List`, { ...query, show: query.show || 'all' }, signal)),
    remove: (recordId: string, row: Partial<StateInRow>) =>
      (isPublished(row) ? send(`${name}Delete`, { [id]: recordId }) : api('draftDiscard', { kind: name, id: recordId })),
    ...('pinned' in options && {
      pin: (recordId: string, row: Partial<StateInRow>) =>
        (isPublished(row) ? send(`${name}Update`, { [id]: recordId, pinned: !row.pinned })
          : api('draftSave', { kind: name, id: recordId, fields: { pinned: !row.pinned } })),
    }),
  }
  // The options and the schedule are edited with the fields, by the form's own rail.
  const all = { ...Object.fromEntries([...Object.keys(options), 'publishAt'].map((each) => [each, ''])), ...empty }
  const content = contentOptionsOf(name).flatMap((each) => {
    const rule = options[each]
    return rule ? [[each, isList(name, each) ? listText(rule) : rule] as const] : []
  })
  const rules = { ...fields, ...times, ...Object.fromEntries(content) }
  const dialog: Dialog<N> = { name, empty: all, rules, ...recordCalls(name, all) }
  return { source: source as Source<N, F>, dialog }
}

import type { CallName, InputOf } from '../../../contract/calls.ts'
import { type FieldsOf, type KindName, kinds, type RecordKind as Kind, type RowOf } from '../../../contract/kinds.ts'
import { api } from '../api.ts'
import { loadedOf, type RecordKind } from '../forms/record.ts'
import type { Words } from '../lists/list.ts'
import type { RecordSource } from '../lists/RecordScreen.tsx'
import { nameOr } from '../lists/cells.tsx'

/** The fields of a form: strings, even where the contract has narrower types. */
type Values<N extends KindName> = Readonly<Record<keyof FieldsOf<N> & string, string>>
type Source<N extends KindName, F extends Words> =
  Pick<RecordSource<RowOf<N>, F>, 'search' | 'rowId' | 'rowName' | 'picture' | 'load' | 'remove'>
type Dialog<N extends KindName> = Pick<RecordKind<Values<N>>, 'name' | 'empty' | 'rules' | 'load' | 'add' | 'update'>

/** The server validates the input; forms and lists offer nothing else. */
const send = (call: string, input: object, signal?: AbortSignal): Promise<unknown> =>
  api(call as CallName, input as InputOf<CallName>, signal)

/** What the list and the dialog of a kind of record need from its descriptor. `empty` is in the order of the form, also for differences. */
export function recordOf<N extends KindName, F extends Words>(
  name: N, search: F, empty: Values<N>,
): { source: Source<N, F>; dialog: Dialog<N> } {
  const { id, title, cover, fields }: Kind = kinds[name]
  const text = (row: object, field: string): string => (row as Words)[field] ?? ''
  const source = {
    search,
    rowId: (row: object) => text(row, id),
    rowName: (row: object) => nameOr(text(row, title)),
    picture: (row: object) => text(row, cover),
    load: (query: object, signal: AbortSignal) => send(`${name}List`, query, signal),
    remove: (recordId: string) => send(`${name}Delete`, { [id]: recordId }),
  }
  const dialog: Dialog<N> = {
    name,
    empty,
    rules: fields,
    load: async (recordId, signal) => loadedOf(empty, (await send(`${name}Detail`, { [id]: recordId }, signal)) as Values<N>),
    add: async (values, requestId) => text((await send(`${name}Save`, { ...values, requestId })) as object, id),
    update: (recordId, changes, basedOn) =>
      send(`${name}Update`, { ...changes, [id]: recordId, ...(basedOn !== undefined && { basedOn }) }),
  }
  return { source: source as Source<N, F>, dialog }
}

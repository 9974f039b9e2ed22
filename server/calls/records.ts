import { createHash } from 'node:crypto'
import { type DetailOf, type KindName, kindNames, kinds, type RecordKind } from '../../contract/kinds.ts'
import { notFound } from '../failure.ts'
import type { RichText } from '../richtext/richText.ts'
import { type RecordOf, recordKinds, textOf } from '../store/records.ts'
import { editedCollection, type Store } from '../store/store.ts'
import { type Caller, type Handlers, signedIn } from '../call.ts'
import { edit, versionOf } from './edits.ts'
import { listPage, type Order } from './listPage.ts'

interface Services {
  store: Store
  richText: RichText
  now: () => number
}

type RecordHandlers = Pick<Handlers, `${KindName}${'List' | 'Detail' | 'Save' | 'Update' | 'Delete'}`>

/** Handlers for the calls that every kind of record has. */
export function recordCalls(services: Services): RecordHandlers {
  return Object.assign({}, ...kindNames.map((name) => callsOf(name, services))) as RecordHandlers
}

/** What the contract's rules have parsed. All fields of records are texts; those that an update leaves out are undefined. */
type Values = Readonly<Record<string, string | undefined>>
type ListInput = Order & { page: number; limit: number } & Values

function callsOf(name: KindName, { store, richText, now }: Services): object {
  const { id: idName, title, body, filter }: RecordKind = kinds[name]
  const collection = editedCollection(store, name)
  const idOf = (input: Values): string => input[idName] ?? ''

  const cleaned = async (fields: Values): Promise<Values> => {
    const html = body === undefined ? undefined : fields[body]
    return body === undefined || html === undefined ? fields : { ...fields, [body]: await richText.clean(html, body) }
  }

  return {
    [`${name}List`](input: ListInput) {
      const value = filter === undefined ? undefined : input[filter]
      const filtered =
        filter !== undefined && value ? { filter: { key: value, matches: (record: object) => Reflect.get(record, filter) === value } } : {}
      return listPage(collection, { page: input.page, limit: input.limit, word: input[title], ...filtered }, input)
    },

    [`${name}Detail`](input: Values) {
      const id = idOf(input)
      const record = store[name].get(id)
      if (!record) throw notFound()
      return detailOf(name, record, store[name].beside(id))
    },

    async [`${name}Save`]({ requestId, ...fields }: Values, caller: Caller) {
      const { user } = signedIn(caller)
      const { id } = await collection.insert(
        { ...(await cleaned(fields)), changedBy: user.name }, requestId ? idOfRequest(user.id, requestId) : undefined,
      )
      return { [idName]: id }
    },

    async [`${name}Update`]({ [idName]: id = '', basedOn, ...fields }: Values, caller: Caller) {
      return edit(collection, id, { fields: await cleaned(fields), basedOn, by: signedIn(caller).user.name, now: now() })
    },

    async [`${name}Delete`](input: Values) {
      if (!(await collection.remove(idOf(input)))) throw notFound()
      return null
    },
  }
}

/**
 * Makes saves safe to retry: a browser that got no reply sends the request again with the same id, perhaps to another server or after a
 * restart. The record's own id follows from it, so that it is saved only once.
 */
const idOfRequest = (userId: string, requestId: string): string =>
  createHash('sha256').update(`${userId}\n${requestId}`).digest('hex').slice(0, 32)

type Neighbours<N extends KindName> = Readonly<Record<'newer' | 'older', RecordOf<N> | undefined>>

/** The reply of a detail call. */
export function detailOf<N extends KindName>(name: N, record: RecordOf<N>, { newer, older }: Neighbours<N>): DetailOf<N> {
  const { id, title, body, neighbours }: RecordKind = kinds[name]
  const named = (each: RecordOf<N> | undefined): object | null => (each ? { [id]: each.id, [title]: textOf(each, title) } : null)
  const detail = {
    ...recordKinds[name].row(record),
    ...(body !== undefined && { [body]: textOf(record, body) }),
    version: versionOf(record),
    ...(neighbours && { newer: named(newer), older: named(older) }),
  }
  return detail as DetailOf<N>
}

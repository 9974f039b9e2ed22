import { createHash } from 'node:crypto'
import type { ListPage } from '../../contract/entities.ts'
import {
  contentOptionsOf,
  type DetailOf,
  type KindName,
  kindNames,
  kinds,
  type RecordKind,
  type StateInRow,
} from '../../contract/kinds.ts'
import { publicFields } from '../../contract/unpasted.ts'
import { notFound } from '../failure.ts'
import { refuseTimes } from './drafts.ts'
import type { Trash } from './trash.ts'
import type { RichText } from '../richtext/richText.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { edited } from '../store/edits.ts'
import { createDate, type Listed, shownTime, type Stored, textOf, versionOf } from '../store/kind.ts'
import { type DraftRecord, factsOf, recordKinds, type RecordOf, storedFields, recordOfDraft } from '../store/records.ts'
import { newId } from '../store/newId.ts'
import { nowhere, type States } from '../store/states.ts'
import type { Store } from '../store/store.ts'
import { recordWith } from '../store/uniqueField.ts'
import type { RecordChanges } from '../store/recordPage.ts'
import { type Caller, type Handlers, may, signedIn } from '../call.ts'
import { listedRows, type ListInput } from '../store/listPage.ts'

interface RecordCallsParts {
  store: Store
  richText: RichText
  trash: Trash
  redirects: RecordChanges
  now: () => number
}

type RecordHandlers = Pick<Handlers, `${KindName}${'List' | 'Detail' | 'Save' | 'Update' | 'Delete'}`>

/** Handlers for the calls that every kind of record has. */
export function recordCalls(services: RecordCallsParts): RecordHandlers {
  return Object.assign({}, ...kindNames.map((name) => callsOf(name, services))) as RecordHandlers
}

/** What the contract's rules have parsed. Those that an update leaves out are undefined; all but some options are texts. */
type Values = Readonly<Record<string, string | undefined>>

function callsOf(name: KindName, { store, richText, trash, redirects, now }: RecordCallsParts): object {
  const { id: idName, body, unique = '' }: RecordKind = kinds[name]
  const states = store.states[name]
  const { live: collection, draft: drafts } = states
  const idOf = (input: Values): string => input[idName] ?? ''

  const cleaned = async (fields: Values): Promise<Values> => {
    const html = body === undefined ? undefined : fields[body]
    return body === undefined || html === undefined ? fields : { ...fields, [body]: await richText.clean(html, body) }
  }
  const stored = async (fields: Values): Promise<ReturnType<typeof storedFields>> => {
    refuseTimes(fields, now())
    return storedFields(publicFields(body, await cleaned(fields)))
  }

  return {
    [`${name}List`]: (input: ListInput) => listOf(name, states, input),

    [`${name}Detail`]({ orDraft, ...input }: Values & { orDraft?: boolean }, caller: Caller) {
      const value = input[unique]
      const id = value && !idOf(input) ? (recordWith(collection, name, value)?.id ?? '') : idOf(input)
      const record = store[name].get(id)
      if (!record && orDraft && drafts.get(id)) return { hasDraft: true }
      if (!record) throw notFound()
      const detail = detailOf(name, record, store[name].beside(id))
      return may(caller, 'record:edit')
        ? { ...detail, ...optionsOf(record), ...(drafts.get(id) && { hasDraft: true }) }
        : detail
    },

    async [`${name}Save`]({ requestId, ...fields }: Values, caller: Caller) {
      const { user } = signedIn(caller)
      const values = { ...(await stored(fields)), changedBy: user.name }
      const time = now()
      const id = requestId ? idOfRequest(user.id, requestId) : newId(time)
      if (requestId) await store.catchUp().catch(() => {})
      // A repeated save, of what was deleted or unpublished since, must not bring it back.
      await redirects.change(name, id, (state) =>
        state.live || state.draft || state.trash
          ? state
          : { ...nowhere, live: { id, createdAt: chinaTime(time), ...values } },
      )
      return { [idName]: id }
    },

    async [`${name}Update`]({ [idName]: id = '', basedOn, ...fields }: Values, caller: Caller) {
      const changes = { fields: await stored(fields), basedOn, by: signedIn(caller).user.name, now: now() }
      await redirects.change(name, id, (state) => ({ ...state, live: edited(state.live, changes) }))
      return null
    },

    async [`${name}Delete`](input: Values, caller: Caller) {
      const { redirectTo = '' } = input
      redirects.refuseTarget(redirectTo)
      await trash.put(name, idOf(input), { by: signedIn(caller).user.name, redirectTo })
      return null
    },
  }
}

/** A page of the list; with `show` also of drafts, each row with its state. */
async function listOf(name: KindName, states: States, input: ListInput): Promise<ListPage<object>> {
  const { id: idName }: RecordKind = kinds[name]
  const { data, count } = await listedRows(name, states, input)
  if (input.show === undefined) return { data, count }
  const withState = (row: object): object => {
    const id = String(Reflect.get(row, idName))
    return { ...row, ...stateOf(states.live.get(id), states.draft.get(id)) }
  }
  return { data: data.map(withState), count }
}

/**
 * Makes saves safe to retry: a browser that got no reply sends the request again with the same id, perhaps to another server or after a
 * restart. The record's own id follows from it, so that it is saved only once.
 */
export const idOfRequest = (userId: string, requestId: string): string =>
  createHash('sha256').update(`${userId}\n${requestId}`).digest('hex').slice(0, 32)

/** What staff see of a record beside its fields. */
function stateOf(record: Listed | undefined, draft: DraftRecord | undefined): StateInRow {
  const publishAt = draft?.publishAt ? { publishAt: shownTime(draft.publishAt) } : {}
  if (record) return { state: 'published', ...(draft && { hasDraft: true }), ...publishAt, ...optionsOf(record) }
  return {
    state: draft?.publishAt ? 'scheduled' : 'draft',
    ...publishAt,
    ...(draft && optionsOf(recordOfDraft(draft))),
  }
}

const optionsOf = ({
  unpublishAt,
  unpublishTo,
  pinned,
}: Listed): Pick<StateInRow, 'unpublishAt' | 'unpublishTo' | 'pinned'> => ({
  ...(unpublishAt && { unpublishAt: shownTime(unpublishAt) }),
  ...(unpublishTo && { unpublishTo }),
  ...(pinned && { pinned }),
})

/** Absent where they are empty, as replies were before records had them. */
const contentOf = (name: KindName, record: Stored): object =>
  Object.fromEntries(
    contentOptionsOf(name).flatMap((option) => {
      const value: unknown = Reflect.get(record, option)
      return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
        ? []
        : [[option, value]]
    }),
  )

type Neighbours<N extends KindName> = Readonly<Record<'newer' | 'older', RecordOf<N> | undefined>>

/** What a detail call replies. */
export function detailOf<N extends KindName>(
  name: N,
  record: RecordOf<N>,
  { newer, older }: Neighbours<N>,
): DetailOf<N> {
  const { id, title, body, neighbours }: RecordKind = kinds[name]
  const link = (record: RecordOf<N> | undefined): object | null =>
    record ? { [id]: record.id, [title]: textOf(record, title), createDate: createDate(record) } : null
  const facts = factsOf(name, record)
  const detail = {
    ...recordKinds[name].row(record),
    ...(body !== undefined && { [body]: textOf(record, body) }),
    ...contentOf(name, record),
    ...(facts.length > 0 && { facts }),
    version: versionOf(record),
    ...(neighbours && { newer: link(newer), older: link(older) }),
  }
  return detail as DetailOf<N>
}

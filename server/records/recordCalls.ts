import type { ListPage, Site } from '../../contract/kinds/entities.ts'
import { type KindName, kindNames, kinds, type StateInRow, recordKind } from '../../contract/kinds/kinds.ts'
import type { Body } from '../../contract/calls/fields.ts'
import { withStored } from '../../contract/site/siteFieldKinds.ts'
import { publicFields } from '../../contract/text/unpasted.ts'
import { notFound } from '../failure.ts'
import { cleaned, refuseTimes } from './drafts.ts'
import type { Trash } from './trash.ts'
import type { RichText } from '../media/richText.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { edited } from '../store/edits.ts'
import { type Listed, shownTime } from '../store/kind.ts'
import { type DraftRecord, fieldsOf, storedFields as recordFields, recordOfDraft } from '../store/records.ts'
import { newId } from '../store/newId.ts'
import { detailOf, optionsOf, rowOf } from '../store/shown.ts'
import { nowhere, type RecordChanges, type States } from '../store/states.ts'
import type { Store } from '../store/store.ts'
import { recordWith } from '../store/uniqueField.ts'
import { type Caller, type Handlers, may, signedIn } from '../call.ts'
import { listedRecords, type ListInput } from '../store/listPage.ts'
import { sha256 } from '../system/sha256.ts'

interface RecordCallsParts {
  store: Store
  richText: RichText
  trash: Trash
  redirects: RecordChanges
  site: () => Site
  now: () => number
}

type RecordHandlers = Pick<Handlers, `${KindName}${'List' | 'Detail' | 'Save' | 'Update' | 'Delete'}`>

/** Handlers for the calls that every kind of record has. */
export function recordCalls(services: RecordCallsParts): RecordHandlers {
  return Object.assign({}, ...kindNames.map((name) => callsOf(name, services))) as RecordHandlers
}

/** What the contract's rules have parsed. Those that an update leaves out are undefined; all but some options are texts. */
type Values = Readonly<Record<string, string | undefined>>

function callsOf(name: KindName, { store, richText, trash, redirects, site, now }: RecordCallsParts): object {
  const { id: idName, body, unique = '' } = recordKind(name)
  const states = store.states[name]
  const { live: collection, draft: drafts } = states
  const idOf = (input: Values): string => input[idName] ?? ''

  const toStore = async (fields: Values, before?: Body): Promise<ReturnType<typeof recordFields>> => {
    refuseTimes(fields, now(), before)
    return recordFields(publicFields(body, await cleaned(richText, name, fields, before)))
  }

  return {
    [`${name}List`]: (input: ListInput, caller: Caller) =>
      listOf(name, states, input, site(), may(caller, 'record:edit')),

    [`${name}Detail`]({ orDraft, ...input }: Values & { orDraft?: boolean }, caller: Caller) {
      const value = input[unique]
      const id = value && !idOf(input) ? (recordWith(collection, name, value)?.id ?? '') : idOf(input)
      const record = store[name].get(id)
      if (!record && orDraft && drafts.get(id)) return { hasDraft: true }
      if (!record) throw notFound()
      const toStaff = may(caller, 'record:edit')
      return {
        ...detailOf(name, record, store[name].beside(id), site(), toStaff),
        ...(toStaff && drafts.get(id) && { hasDraft: true }),
      }
    },

    async [`${name}Save`]({ requestId, ...fields }: Values, caller: Caller) {
      const { user } = signedIn(caller)
      const values = { ...(await toStore(fields)), changedBy: user.name }
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

    async [`${name}Update`](input: Values, caller: Caller) {
      const { [idName]: id = '', basedOn, ...sent } = input
      const changes = await toStore(sent, storedFields(store, name, input))
      const edit = { basedOn, by: signedIn(caller).user.name, now: now() }
      await redirects.change(name, id, (state) => {
        const fields = withStored(changes, { ...state.live }) as Body
        return { ...state, live: edited(state.live, { ...edit, fields }) }
      })
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

/** The fields of the record that an input names. */
export function storedFields(store: Store, name: KindName, input: Body): Body | undefined {
  const record = store[name].get(String(input[kinds[name].id]))
  return record && fieldsOf(name, record)
}

/** A page of the list; with `show` also of drafts, each row with its state. */
async function listOf(
  name: KindName,
  states: States,
  input: ListInput,
  site: Site,
  toStaff: boolean,
): Promise<ListPage<object>> {
  const { data, count } = await listedRecords(name, states, input)
  const rows = data.map((record) => ({
    ...rowOf(name, record, site, toStaff),
    ...(input.show !== undefined && stateOf(states.live.get(record.id), states.draft.get(record.id))),
  }))
  return { data: rows, count }
}

/**
 * Makes saves safe to retry: a browser that got no reply sends the request again with the same id, perhaps to another server or after a
 * restart. The record's own id follows from it, so that it is saved only once.
 */
export const idOfRequest = (userId: string, requestId: string): string => sha256(`${userId}\n${requestId}`).slice(0, 32)

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

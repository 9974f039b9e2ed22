import type { Act, Activity, LoggedKind } from '../../contract/calls/activity.ts'
import type { Call } from '../../contract/calls/callRow.ts'
import { kindNames, kinds } from '../../contract/kinds/kinds.ts'
import type { Caller } from '../call.ts'
import { Failure } from '../failure.ts'

type Values = Readonly<Record<string, unknown>>

export interface MadeCall {
  row: Call
  caller: Pick<Caller, 'signedIn' | 'changed' | 'moved'>
  /** Undefined when it was refused before its input was read. */
  input: Values | undefined
  data?: unknown
  error?: unknown
}

/** The names of ids, and what they are of. `agentIds` are several. */
const idNames: Readonly<Record<string, LoggedKind>> = {
  ...Object.fromEntries(kindNames.map((kind) => [kinds[kind].id, kind])),
  agentId: 'agent',
  mediaId: 'media',
  channelId: 'channel',
  userId: 'account',
}
/** Of these the names of the fields say more than the action. */
const withFields: ReadonlySet<Activity> = new Set(['update', 'draft', 'publish', 'settings', 'account', 'secondFactor'])
const notFields = [
  'kind',
  'id',
  'fields',
  'basedOn',
  'draftVersion',
  'requestId',
  'ownerBefore',
  'stateBefore',
  'nextAtBefore',
]
const noFields = new Set([...Object.keys(idNames), ...notFields])

/** What the activity log has of a call: a line, or one for each of several records. */
export function actsOf(
  { row, caller, input, data, error }: MadeCall,
  accountNamed: (name: string) => string | undefined,
): Act[] {
  const action = row.log ?? row.logAs?.(input ?? {})
  if (action === undefined || !isLogged(input, error)) return []
  const user = action === 'signIn' ? signInName(input, accountNamed) : caller.signedIn?.user.name
  if (user === undefined) return []
  const inInput = loggedRecord(input)
  // Who signs in is no record that somebody changes.
  const inReply = loggedRecord(action === 'signIn' ? undefined : data)
  const kind = row.logKind ?? inInput.kind ?? inReply.kind
  const fields = withFields.has(action) && input ? (caller.changed ?? fieldsOf(row, input)) : []
  const { moved } = caller
  const act = {
    user,
    action,
    ...(kind && { kind }),
    ...(fields.length > 0 && { fields }),
    ...(moved && { moved }),
    ok: error === undefined,
  }
  const ids = inInput.ids.length > 0 ? inInput.ids : inReply.ids
  return ids.length > 0 ? ids.map((id) => ({ ...act, id })) : [act]
}

/** Leaves out what was mistyped, what a throttle has refused unseen, and the first half of a sign-in with a second factor. */
function isLogged(input: Values | undefined, error: unknown): boolean {
  if (error === undefined) return true
  const { code, data } = error instanceof Failure ? error : { code: 500, data: null }
  const isFirstHalf = data?.secondFactor === true && data.field === undefined
  return code === 403 || (input !== undefined && code !== 429 && !isFirstHalf)
}

/** Somebody may have typed a password into the field of the name. */
const signInName = (input: Values | undefined, accountNamed: (name: string) => string | undefined): string =>
  (typeof input?.username === 'string' ? accountNamed(input.username) : undefined) ?? ''

function loggedRecord(values: unknown) {
  if (typeof values !== 'object' || values === null) return { ids: [] }
  const members = values as Values
  for (const [name, kind] of Object.entries(idNames)) {
    const ids = members[name] ?? members[`${name}s`]
    if (ids !== undefined) return { kind, ids: shortIds(ids) }
  }
  const ids = shortIds(members.id ?? members.ids)
  return members.kind ? { kind: members.kind as LoggedKind, ids } : { ids }
}

/** Whatever was sent; ids of records look like this. */
const shortIds = (ids: unknown): string[] =>
  [ids].flat().filter((id): id is string => typeof id === 'string' && /^[\w-]{1,80}$/.test(id))

const fieldsOf = (row: Call, input: Values): string[] =>
  Object.keys(row.input).filter((name) => input[name] !== undefined && !noFields.has(name))

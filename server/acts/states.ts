import { type LeftRow, operationNames, type OperationRow, type OperationWhat } from '../../contract/calls/operations.ts'
import type { RedirectInput } from '../../contract/calls/redirects.ts'
import { mapFields } from '../../contract/site/siteFieldKinds.ts'
import { Failure, notFound } from '../failure.ts'
import { type Edited, shownMinute, type Stored, versionOf } from '../store/kind.ts'
import { authorsOf, type DraftRecord, type OperationRecord, type RedirectRecord } from '../store/records.ts'
import { nowhere, type State } from '../store/states.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { isPast } from '../records/drafts.ts'

type AnyState = State<Stored, Stored>

/** What a record is, in each place; '' where it is not. */
type Versions = Readonly<Record<'live' | 'draft' | 'trash', string>>
const places = ['live', 'draft', 'trash'] as const

/** What an operation has made of a record. */
export interface Journaled {
  row: OperationRow
  round: number
  before: Versions
  after: Versions
  /** What it was, unless that follows from what it is now. */
  state?: Partial<AnyState>
  /** What led on from the page that has come. */
  led?: RedirectRecord
  /** It is done with: what becomes of it later is not undone. */
  putBack?: true
  /** Old addresses that led nowhere before, and what leads on from them now. */
  sets?: readonly RedirectInput[]
}

const isDeletion = (what: OperationWhat): boolean => what === 'delete' || what === 'clear'

/** A move makes no new version, so an order is compared by its places, too. */
export function versionsOf({ live, draft, trash }: AnyState, what: OperationWhat): Versions {
  const rank: unknown = live && what === 'order' ? Reflect.get(live, 'rank') : undefined
  return {
    live: live ? [versionOf(live), rank].filter(Boolean).join(' ') : '',
    draft: draft ? versionOf(draft) : '',
    trash: trash ? versionOf(trash) : '',
  }
}

export const isSame = (one: Versions, other: Versions): boolean => places.every((place) => one[place] === other[place])

/** Whether a record is in this state, or in one that a crash on the way from or to the other has left. */
export const isNear = (now: Versions, state: Versions, other: Versions): boolean =>
  places.every((place) => now[place] === state[place] || (state[place] && now[place] && now[place] === other[place]))

const isNowhere = ({ live, draft, trash }: Versions): boolean => live === '' && draft === '' && trash === ''

/** Whether a record is as it was; what was nowhere may be in the trash. */
export const isPutBack = (now: Versions, before: Versions): boolean =>
  isSame(now, before) || (isNowhere(before) && now.live === '' && now.draft === '')

/** What has to be kept of a state. Nobody's personal data: an application is where it is. */
export function keptState(
  { live, draft, trash }: AnyState,
  what: OperationWhat,
  { kind, id }: OperationRow,
): Partial<AnyState> {
  if (isDeletion(what)) return {}
  if (kind !== 'agent') return { live, draft, trash }
  return { trash: trash && { id, createdAt: trash.createdAt, deletedBy: trash.deletedBy } }
}

/** The state that was, made of what is and of what was kept. */
export function formerState(
  now: AnyState,
  what: OperationWhat,
  { row, before, state }: Journaled,
  { by, time }: { by: string; time: number },
): AnyState {
  // What an import has made can be had again, like all that is deleted.
  if (isNowhere(before) && now.draft) {
    const trash = { id: row.id, createdAt: chinaTime(time), deletedBy: by, draft: now.draft }
    return { ...nowhere, trash }
  }
  const { live, draft, trash } = former(now, what, row, state)
  const next = versionsOf(now, what)
  return {
    live: next.live === before.live ? now.live : live && placed(live, now.live, what),
    draft: draft && untimed(draft as DraftRecord, time),
    trash,
  }
}

function former(
  now: AnyState,
  what: OperationWhat,
  row: OperationRow,
  kept: Partial<AnyState> = {},
): Partial<AnyState> {
  if (isDeletion(what)) return { live: now.trash?.record, draft: now.trash?.draft }
  const deleted = kept.trash
  return row.kind === 'agent' && deleted && now.live ? { trash: { ...deleted, record: now.live } } : kept
}

/** Somebody may have moved it since. */
function placed(live: Stored, now: Stored | undefined, what: OperationWhat): Stored {
  if (!now || what === 'order') return live
  const rank: unknown = Reflect.get(now, 'rank')
  return rank === undefined ? live : ({ ...live, rank } as Stored)
}

/** What somebody has undone, and a draft still has, is nobody's: who publishes it next is asked. */
export function disowned<D extends Stored>(draft: D | undefined, by: string): D | undefined {
  if (!draft) return undefined
  const authors = mapFields(authorsOf(draft as unknown as DraftRecord), (_field, author) =>
    author === by ? '' : author,
  )
  return { ...draft, authors }
}

/** A time of publication that is over would publish at once. */
const untimed = (draft: DraftRecord, time: number): DraftRecord =>
  isPast(draft.publishAt, time) ? { ...draft, publishAt: '' } : draft

/** Why a record is not put back, where the last operation that has acted on it is known: that can be undone first. */
export function notPutBack(now: AnyState, isPublic: boolean, by: OperationRecord | undefined): Failure {
  let { message } = changedSince(now)
  if (by) {
    const name = operationNames[by.what]
    message = `后来又${name}过（${by.by}，${shownMinute(by.createdAt)}），请先撤销${name}`
  }
  return new Failure(409, message, { data: { isPublic } })
}
export const isLeftPublic = ({ data }: Failure): boolean => (data as Partial<LeftRow> | null)?.isPublic ?? false

/** Somebody has changed a record since. */
export function changedSince({ live, draft, trash }: AnyState): Failure {
  const edits = [live, draft].flatMap((each) =>
    each ? [{ at: versionOf(each), by: (each as Edited).changedBy ?? '' }] : [],
  )
  if (trash) edits.push({ at: trash.createdAt, by: trash.deletedBy })
  const last = edits.sort((a, b) => (a.at < b.at ? 1 : -1))[0]
  if (!last) return notFound()
  return new Failure(409, `后来又有人修改过（${last.by || '其他人'}，${shownMinute(last.at)}）`)
}

import { isKind, type KindName, kinds, pageAddress, recordKind } from '../../contract/kinds/kinds.ts'
import {
  type LeftRow,
  operationActs,
  operationPermissions,
  type OperationRow,
  ownGroupList,
} from '../../contract/calls/operations.ts'
import { readableAddress, type RedirectInput } from '../../contract/calls/redirects.ts'
import { type Account, may } from '../call.ts'
import { Failure } from '../failure.ts'
import { needsSecondFactor } from '../people/sessions.ts'
import type { Clearing } from './clearStarter.ts'
import type { SiteChange } from '../site/siteCalls.ts'
import type { Stored } from '../store/kind.ts'
import type { DraftRecord, OperationRecord } from '../store/records.ts'
import type { Journal, State } from '../store/states.ts'
import { SaveFailure } from '../store/writeQueue.ts'
import { errorCode } from '../system/systemErrors.ts'
import type { ActParts, Acts } from './acts.ts'
import type { KeptInput, KeptRow, OperationRows } from './operationRows.ts'
import {
  changedSince,
  disowned,
  formerState,
  isNear,
  isPutBack,
  isSame,
  type Journaled,
  keptState,
  notPutBack,
  versionsOf,
} from './states.ts'

export interface ActingParts extends ActParts {
  clearing: Clearing
}

export interface Done extends Partial<Pick<LeftRow, 'note' | 'isPublic'>> {
  /** What else has happened; undefined where the row was done before. */
  words?: readonly string[]
  /** The names of the fields that it has changed. */
  fields?: readonly string[] | undefined
}

/** It is not the row's fault. */
export const isTrouble = (cause: unknown): cause is SaveFailure =>
  cause instanceof SaveFailure && (cause.code === 507 || cause.code === 503)
/** Or the database is away for a moment: what the row has kept by then must stay. */
export const isPassing = (cause: unknown): boolean => isTrouble(cause) || /^CONNECT/.test(errorCode(cause))

/** The account as it is now; throws where it may not do it any more. */
export function accountFor(
  { store }: ActParts,
  userId: string,
  record: OperationRecord,
  { kind }: OperationRow,
): Account {
  const user = store.user.get(userId)
  if (!user || user.disabled) throw new Failure(403, '没有权限')
  const account = { user, needsSecondFactor: needsSecondFactor(store, user) }
  const needed = operationPermissions(record.what, [kind], record.options)
  if (!needed.every((permission) => may({ signedIn: account }, permission))) throw new Failure(403, '没有权限')
  return account
}

/**
 * Does a row once, whatever is cut: what it makes of the record is on the disk before the record changes. Found there again, the record is
 * as it was, and is changed, or as it was to become, and is left.
 */
export function createActing(parts: ActingParts, rows: OperationRows, acts: Acts) {
  const { store, redirects, clearing } = parts

  async function once(record: OperationRecord, index: number, row: KeptRow): Promise<Done> {
    const { id: operation, what, round, by, options } = record
    const { kind, id } = row
    const outcome = await rows.outcome(operation, index)
    if (outcome && !('note' in outcome) && outcome.round < round) return {}
    if (kind === 'site') {
      const account = accountFor(parts, record.userId, record, row)
      const change = async (): Promise<SiteChange> => {
        if (what === 'import') return clearing.withGroups(options.groups ?? [])
        const all = [...(await rows.all(record)).values()]
        return clearing.settings(all.flatMap((each) => (each.kind === 'page' ? [each.id] : [])))
      }
      const { before, after } = outcome && 'settings' in outcome ? outcome.settings : await change()
      await rows.keep(operation, index, { row, round, settings: { before, after } })
      await clearing.replace(account, before, after)
      return { words: [] }
    }
    accountFor(parts, record.userId, record, row)
    const staged = what === 'import' ? await rows.staged(operation, row) : undefined
    const known = outcome && 'after' in outcome ? outcome : undefined
    if (known) {
      const state: State<Stored, Stored> = store.states[kind].of(id)
      const now = versionsOf(state, what)
      if (isSame(now, known.after)) {
        if (isKind(kind)) await redirects.comeBack(kind, id)
        await lead(known.sets)
        return {}
      }
      if (!isNear(now, known.before, known.after)) return { note: changedSince(state).message }
    }
    let sets: readonly RedirectInput[] | undefined
    const journal: Journal = async (state, next) => {
      const before = known?.before ?? versionsOf(state, what)
      const after = versionsOf(next, what)
      sets = staged && isKind(kind) ? leadsTo(kind, id, next, staged) : undefined
      if (isSame(before, after) && !sets) return
      const led = isKind(kind) && next.live && !state.live ? redirects.at(kind, next.live) : undefined
      const formerly = known?.state ?? keptState(state, what, row)
      await rows.keep(operation, index, {
        row,
        round,
        before,
        after,
        state: formerly,
        ...(led && { led }),
        ...(sets && { sets }),
      })
    }
    const done = await acts.run(what, row, {
      by,
      options,
      journal,
      staged,
      basis: { wasPublic: row.wasPublic, at: record.createdAt },
    })
    const notes = staged?.notes?.map((note) => `${staged.title}：${note}`) ?? []
    return { words: [...(done?.words ?? []), ...notes, ...(await lead(sets))], fields: done?.changed }
  }

  /** Where the old addresses of an imported record lead, but for those that lead somewhere already. */
  function leadsTo(
    kind: KindName,
    id: string,
    { live, draft }: State<Stored, Stored>,
    staged: KeptInput,
  ): RedirectInput[] | undefined {
    const fields = (draft as DraftRecord | undefined)?.fields ?? { ...live }
    const { filter = '' } = recordKind(kind)
    const ownAddress = pageAddress(kinds[kind], id, fields)
    const wanted = (staged.redirects ?? []).flatMap(({ from, to }) => {
      const target = to === ownGroupList ? `${to}${fields[filter] ?? ''}` : to || ownAddress
      return target === undefined ? [] : [{ from, to: target }]
    })
    const sets = redirects.unset(wanted)
    return sets.length > 0 ? sets : undefined
  }

  /** Resolves to those that cannot, in words. */
  async function lead(sets: readonly RedirectInput[] = []): Promise<string[]> {
    if (sets.length === 0) return []
    try {
      const refused = await redirects.add(sets)
      return Array.from(refused, ([from, why]) => `旧地址没有保存：${readableAddress(from)}：${why}`)
    } catch (cause) {
      if (isTrouble(cause) || !(cause instanceof Failure)) throw cause
      return [`旧地址没有保存：${cause.message}`]
    }
  }

  return async (record: OperationRecord, index: number, row: KeptRow): Promise<Done> => {
    const { kind, id } = row
    const log = (ok: boolean, fields: Done['fields'] = []): Promise<void> => {
      const action = kind === 'site' ? 'settings' : operationActs[record.what]
      const of = { action, kind, id, fields, operation: record.id }
      return store.activity.add([{ user: record.resumedBy ?? record.by, ...of, ok }])
    }
    try {
      const done = await once(record, index, row)
      if (done.words || done.note !== undefined) await log(done.note === undefined, done.fields)
      return done
    } catch (cause) {
      if (isPassing(cause)) throw cause
      await log(false)
      const note = cause instanceof Failure ? cause.message : '服务器出错'
      await rows.keep(record.id, index, { row, round: record.round, note })
      throw cause
    }
  }
}

const isPublicationOf =
  ({ after }: Journaled) =>
  ({ before }: Journaled, { what }: OperationRecord): boolean =>
    what === 'publish' && isSame(before, after)

/** Puts a row back where it is as the operation has left it, or what has published that; throws where somebody has changed it since. */
export function createUndoing(parts: ActingParts, rows: OperationRows) {
  const { store, redirects, clearing, now } = parts
  return async function undoRow(record: OperationRecord, index: number, row: OperationRow): Promise<Done> {
    const { id: operation, what, undo } = record
    const { kind, id } = row
    const known = await rows.outcome(operation, index)
    if (!undo || !known || 'note' in known || 'page' in known || known.putBack) return {}
    const account = accountFor(parts, undo.userId, record, row)
    if ('settings' in known) {
      if (what === 'import') await clearing.removeGroups(account, known.settings)
      const { before, after } = known.settings
      const words = what === 'import' ? '' : await clearing.replace(account, after, before)
      if (words !== '') throw new Failure(409, words)
    } else if (kind !== 'site') {
      const isThere = !isPutBack(versionsOf(store.states[kind].of(id), what), known.before)
      const hasChanged = what === 'import' && !isSame(known.before, known.after)
      const published = isThere && hasChanged ? await rows.laterOutcome(record, row, isPublicationOf(known)) : undefined
      if (published) await undoRow({ ...published.by, undo }, published.index, row)
      let left: Failure | undefined
      await store.states[kind].change(id, async <L extends Stored, D extends Stored>(state: State<L, D>) => {
        const versions = versionsOf(state, what)
        if (isPutBack(versions, known.before)) return state
        if (!isNear(versions, known.after, known.before)) {
          const later = await rows.laterOutcome(record, row, ({ after }, by) =>
            isSame(versionsOf(state, by.what), after),
          )
          const isPublic = what !== 'order' && versions.live !== '' && versions.live !== known.before.live
          left = notPutBack(state, isPublic, later?.by)
          return what === 'import' ? { ...state, draft: disowned(state.draft, record.by) } : state
        }
        // Before the page goes, for a crash in between.
        if (known.led) await store.redirect.put(known.led)
        const former = formerState(state, what, known, { by: undo.by, time: now() }) as State<L, D>
        return what === 'publish' ? { ...former, draft: disowned(former.draft, record.by) } : former
      })
      if (left) throw left
      if (isKind(kind)) await redirects.comeBack(kind, id)
      await redirects.takeBack(known.sets ?? [])
    }
    await store.activity.add([{ user: undo.by, action: 'undo', kind, id, operation, ok: true }])
    await rows.keep(operation, index, { ...known, putBack: true })
    return {}
  }
}

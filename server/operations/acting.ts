import { isKind, type KindName, kinds, pageAddress, type RecordKind } from '../../contract/kinds.ts'
import { operationActs, operationPermissions, type OperationRow, ownGroupList } from '../../contract/operations.ts'
import { readableAddress, type RedirectInput } from '../../contract/redirects.ts'
import { siteFields } from '../../contract/siteFields.ts'
import { type Account, may } from '../call.ts'
import { Failure } from '../failure.ts'
import { needsSecondFactor } from '../people/sessions.ts'
import type { Clearing, SiteChange } from '../site/clearStarter.ts'
import type { Stored } from '../store/kind.ts'
import type { DraftRecord, OperationRecord } from '../store/records.ts'
import type { Journal, State } from '../store/states.ts'
import { SaveFailure } from '../store/writeQueue.ts'
import type { ActParts, Acts } from './acts.ts'
import type { KeptInput, OperationRows } from './operationRows.ts'
import { changedSince, formerState, isNear, isPutBack, isSame, keptState, notPutBack, versionsOf } from './states.ts'

export interface ActingParts extends ActParts {
  clearing: Clearing
}

export interface Done {
  /** Why it was not. */
  note?: string
  /** What else has happened; undefined where the row was done before. */
  words?: readonly string[]
}

/** It is not the row's fault. */
export const isTrouble = (cause: unknown): cause is SaveFailure =>
  cause instanceof SaveFailure && (cause.code === 507 || cause.code === 503)

/** The account as it is now; throws where it may not do it any more. */
function accountFor({ store }: ActParts, userId: string, record: OperationRecord, { kind }: OperationRow): Account {
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

  async function once(record: OperationRecord, index: number, row: OperationRow): Promise<Done> {
    const { id: operation, what, round, by, options } = record
    const { kind, id } = row
    const found = await rows.outcome(operation, index)
    if (found && !('note' in found) && found.round < round) return {}
    if (kind === 'site') {
      const account = accountFor(parts, record.userId, record, row)
      const change = async (): Promise<SiteChange> => {
        if (what === 'import') return clearing.withGroups(options.groups ?? [])
        const all = [...(await rows.all(record)).values()]
        return clearing.settings(all.flatMap((each) => (each.kind === 'page' ? [each.id] : [])))
      }
      const { before, after } = found && 'settings' in found ? found.settings : await change()
      await rows.keep(operation, index, { row, round, settings: { before, after } })
      await clearing.replace(account, before, after)
      return { words: [] }
    }
    accountFor(parts, record.userId, record, row)
    const staged = what === 'import' ? await rows.staged(operation, row) : undefined
    const known = found && 'after' in found ? found : undefined
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
      const kept = known?.state ?? keptState(state, what, row)
      await rows.keep(operation, index, {
        row,
        round,
        before,
        after,
        state: kept,
        ...(led && { led }),
        ...(sets && { sets }),
      })
    }
    const words = await acts.run(what, row, { by, options, journal, staged })
    const notes = staged?.notes?.map((note) => `${staged.title}：${note}`) ?? []
    return { words: [...words, ...notes, ...(await lead(sets))] }
  }

  /** Where the old addresses of an imported record lead, but for those that lead somewhere already. */
  function leadsTo(
    kind: KindName,
    id: string,
    { live, draft }: State<Stored, Stored>,
    staged: KeptInput,
  ): RedirectInput[] | undefined {
    const fields = (draft as DraftRecord | undefined)?.fields ?? { ...live }
    const { filter = '' }: RecordKind = kinds[kind]
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
      const { refused } = await redirects.add(sets)
      return refused.map(({ from, why }) => `旧地址没有保存：${readableAddress(from)}：${why}`)
    } catch (cause) {
      if (isTrouble(cause) || !(cause instanceof Failure)) throw cause
      return [`旧地址没有保存：${cause.message}`]
    }
  }

  return async (record: OperationRecord, index: number, row: OperationRow): Promise<Done> => {
    const { kind, id } = row
    const log = (ok: boolean): Promise<void> => {
      const action = kind === 'site' ? 'settings' : operationActs[record.what]
      return store.activity.add([{ user: record.by, action, kind, id, operation: record.id, ok }])
    }
    try {
      const done = await once(record, index, row)
      if (done.words || done.note !== undefined) await log(done.note === undefined)
      return done
    } catch (cause) {
      if (isTrouble(cause)) throw cause
      await log(false)
      const note = cause instanceof Failure ? cause.message : '服务器出错'
      await rows.keep(record.id, index, { row, round: record.round, note })
      throw cause
    }
  }
}

/** Puts a row back where it is as the operation has left it, or what has published that; throws where somebody has changed it since. */
export function createUndoing(parts: ActingParts, rows: OperationRows) {
  const { store, redirects, clearing, now } = parts
  return async function undoRow(record: OperationRecord, index: number, row: OperationRow): Promise<Done> {
    const { id: operation, what, undo } = record
    const { kind, id } = row
    const known = await rows.outcome(operation, index)
    if (!undo || !known || 'note' in known || known.putBack) return {}
    const account = accountFor(parts, undo.userId, record, row)
    if ('settings' in known) {
      if (what === 'import') await clearing.removeGroups(account, known.settings)
      const { before, after } = known.settings
      const others = what === 'import' ? [] : await clearing.replace(account, after, before)
      const labels = others.map((name) => siteFields[name].label).join('、')
      if (others.length > 0) throw new Failure(409, `后来又有人修改过，没有动：${labels}`)
    } else if (kind !== 'site') {
      const isThere = !isPutBack(versionsOf(store.states[kind].of(id), what), known.before)
      const hasChanged = what === 'import' && !isSame(known.before, known.after)
      const published = isThere && hasChanged ? await rows.publishedBy(record, row, known) : undefined
      if (published) await undoRow({ ...published.publication, undo }, published.index, row)
      await store.states[kind].change(id, async <L extends Stored, D extends Stored>(state: State<L, D>) => {
        const versions = versionsOf(state, what)
        if (isPutBack(versions, known.before)) return state
        if (!isNear(versions, known.after, known.before)) throw notPutBack(state, what, known.after)
        // Before the page goes, for a crash in between.
        if (known.led) await store.redirect.put(known.led)
        return formerState(state, what, known, { by: undo.by, time: now() }) as State<L, D>
      })
      if (isKind(kind)) await redirects.comeBack(kind, id)
      await redirects.takeBack(known.sets ?? [])
    }
    await store.activity.add([{ user: undo.by, action: 'undo', kind, id, operation, ok: true }])
    await rows.keep(operation, index, { ...known, putBack: true })
    return {}
  }
}

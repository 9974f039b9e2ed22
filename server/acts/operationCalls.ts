import { isDeepStrictEqual } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { numberOf } from '../../contract/leads/arrived.ts'
import type { ListPage } from '../../contract/kinds/entities.ts'
import { isKind } from '../../contract/kinds/kinds.ts'
import {
  maxOperationRows,
  type Operation,
  operationActs,
  operationKeptMs,
  type OperationOptions,
  operationPermissions,
  type OperationRow,
  pagesAtOnce,
  type SentRow,
} from '../../contract/calls/operations.ts'
import type { ReadPage } from '../../contract/kinds/outsidePages.ts'
import { type Caller, type Handlers, may, requirePermission, signedIn } from '../call.ts'
import { siteFields } from '../../contract/site/siteFields.ts'
import { isAsFirstSaved } from '../records/drafts.ts'
import { idOfRequest } from '../records/recordCalls.ts'
import { Failure, fieldFailure, notFound } from '../failure.ts'
import type { Clearing } from './clearStarter.ts'
import { newId } from '../store/newId.ts'
import { shownTime } from '../store/kind.ts'
import type { OperationRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { titleToday } from '../store/titleToday.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { KeptRow } from './operationRows.ts'
import { type Operations, slice } from './operations.ts'

interface OperationCallsParts {
  store: Store
  operations: Operations
  clearing: Clearing
  now: () => number
}
type State = Operation['state']
type Asked = Pick<OperationRecord, 'what' | 'kinds' | 'options'>

/** Before a small one has ended nobody needs to ask again. */
const patienceMs = 1_000
const lookMs = 10

export function operationCalls(parts: OperationCallsParts) {
  const { store, operations, clearing, now } = parts
  const { operation: records } = store
  const { rows, acts } = operations
  const soon = () => ({ since: chinaTime(now()) })
  const mayAll = (caller: Caller, { what, kinds: ofRows, options }: OperationRecord): boolean =>
    operationPermissions(what, ofRows, options).every((permission) => may(caller, permission))
  /** Throws where the account may not do it, which is logged. */
  async function allow(caller: Caller, { what, kinds: ofRows, options }: Asked): Promise<void> {
    try {
      for (const permission of operationPermissions(what, ofRows, options)) requirePermission(permission, caller)
    } catch (cause) {
      const { name: user } = signedIn(caller).user
      await store.activity.add([
        { user, action: operationActs[what], ...(ofRows[0] && { kind: ofRows[0] }), ok: false },
      ])
      throw cause
    }
  }
  async function found(id: string, caller: Caller): Promise<OperationRecord> {
    const record = records.get(id)
    if (!record) throw notFound()
    await allow(caller, record)
    return record
  }
  /** Replies when the operation is so, or after a second. */
  async function when(id: string, isSo: (record: OperationRecord) => boolean): Promise<Operation> {
    const end = performance.now() + patienceMs
    for (;;) {
      const record = records.get(id)
      if (!record) throw notFound()
      if (isSo(record) || performance.now() > end) return shownOperation(parts, record)
      await delay(lookMs)
    }
  }
  const hasEnded = ({ state }: OperationRecord): boolean => state !== 'running' && state !== 'undoing'

  /** From another state nothing changes. */
  async function change(
    id: string,
    from: readonly State[],
    next: (record: OperationRecord) => Partial<OperationRecord>,
  ): Promise<void> {
    await records.update(id, (current) => {
      if (!from.includes(current.state)) return current
      const { pausedBecause: _because, waitsFor: _waits, ...record } = current
      return { ...record, step: current.step + 1, movedAt: chinaTime(now()), ...next(current) }
    })
  }
  const add = (id: string, sent: readonly SentRow[], caller: Caller): Promise<void> =>
    store.exclusive(`operation/${id}`, () => addAlone(id, sent, caller))
  async function addAlone(id: string, sent: readonly SentRow[], caller: Caller): Promise<void> {
    const operation = await found(id, caller)
    const { portions, what, options, total: before, state } = operation
    if (state !== 'staged') return
    if (operation.userId !== signedIn(caller).user.id)
      throw new Failure(403, `这次操作是${operation.by}的，不能往里加内容`)
    const received = sent.map((row) => ({
      row: keptRow(store, row, operation),
      staged: row.staged,
      isNew: row.id === '',
    }))
    const more = received.map(({ row }) => row)
    await allow(caller, { what, kinds: more.map(({ kind }) => kind), options })
    if (before + more.length > maxOperationRows) throw fieldFailure('rows', `一次最多处理${maxOperationRows}条`)
    acts.refuse(what, more, options)
    await Promise.all(
      received.map(async ({ row, staged, isNew }) => {
        if (staged) await rows.stage(id, row, { ...staged, isNew })
      }),
    )
    await rows.add(id, portions, more)
    // Some may be sent twice.
    const { size: total } = await rows.all({ id, portions: portions + 1 })
    await change(id, ['staged'], (record) => ({
      portions: portions + 1,
      total,
      kinds: [...new Set([...record.kinds, ...more.map(({ kind }) => kind)])],
      first: [...record.first, ...more].slice(0, 5),
    }))
  }
  /** A call that leads from one of these states to another. */
  const turn =
    (from: readonly State[], next: (record: OperationRecord, caller: Caller) => Partial<OperationRecord>) =>
    async ({ id }: { id: string }, caller: Caller): Promise<Operation> => {
      await found(id, caller)
      operations.release(id)
      await change(id, from, (record) => next(record, caller))
      return when(id, hasEnded)
    }
  const go = turn(['staged', 'paused', 'stopped'], ({ undo }, caller) => ({
    ...{ state: undo ? 'undoing' : 'running', resumedBy: signedIn(caller).user.name },
    ...soon(),
  }))

  return {
    async operationStart({ what, rows: sent = [], options = {}, more, requestId }, caller) {
      const { user } = signedIn(caller)
      await allow(caller, { what, kinds: sent.map(({ kind }) => kind), options })
      acts.refuse(what, sent, options)
      const words = what === 'clear' && !(await clearing.backUp()) ? ['清空前没有备份'] : []
      const id = requestId ? idOfRequest(user.id, requestId) : newId(now())
      const record = await records.insert({ ...operations.newOperation(user, what), options, words }, id)
      // A request that is repeated finds what it has begun, wherever it was cut.
      if (record.state !== 'staged') return when(id, hasEnded)
      const rowsToDo = what === 'clear' ? clearedRows(clearing) : [...groupRows(clearing, options), ...sent]
      if (rowsToDo.length > 0) await add(id, rowsToDo, caller)
      return more ? when(id, hasEnded) : go({ id }, caller)
    },
    async operationKnown({ id }, caller) {
      const all = await rows.all(await found(id, caller))
      return [...all.values()].flatMap(({ kind, id, key }) => (key === undefined ? [] : [{ kind, id, key }]))
    },
    async operationPages({ id, after }, caller) {
      const all = await rows.all(await found(id, caller))
      const some = [...all.values()].slice(after, after + pagesAtOnce)
      const pages = some.map(async ({ id: address, page: entry }, index): Promise<ReadPage[]> => {
        const outcome = await rows.outcome(id, after + index)
        return entry && outcome && 'page' in outcome ? [{ ...entry, address, page: outcome.page }] : []
      })
      return (await Promise.all(pages)).flat()
    },
    async operationRows({ id, rows: more }, caller) {
      await add(id, more, caller)
      return when(id, hasEnded)
    },
    operationList({ page, limit }, caller): ListPage<Operation> {
      const seen = [...records.newest()].filter((record) => mayAll(caller, record))
      const shown = seen.slice((page - 1) * limit, page * limit)
      return { data: shown.map((record) => shownOperation(parts, record)), count: seen.length }
    },
    async operationDetail({ id, since }, caller) {
      await found(id, caller)
      return when(id, ({ step }) => step !== since)
    },
    operationPause: turn(['running', 'undoing'], () => ({ state: 'paused' })),
    operationGo: go,
    operationStop: turn(['staged', 'running', 'undoing', 'paused'], () => ({ state: 'stopped' })),
    operationRetry: turn(['done', 'stopped'], ({ undo, round, namedCount }) =>
      undo || namedCount === 0 ? {} : { state: 'running', round: round + 1, ...fromBegin, ...soon() },
    ),
    operationUndo: turn(['paused', 'stopped', 'done', 'undone'], (record, caller) => {
      if (!canUndo(record, now())) return {}
      const { id: userId, name: by } = signedIn(caller).user
      // A kill may have cut the last turn before it was counted.
      const total = Math.min(record.total, record.done + slice.rows)
      const failedCount = record.undo ? record.undo.failedCount : record.namedCount
      const undo = { userId, by, failedCount }
      return { state: 'undoing', undo, ...(!isUndoOpen(record) && { total, ...fromBegin }), ...soon() }
    }),
  } satisfies Partial<Handlers>
}

/** The id of a new record follows from its key, so that it is made once, in however many imports it is. Deleted work keeps its own. */
function keptRow(
  store: Store,
  { kind, id, staged, wasPublic, page }: SentRow,
  { id: operation, userId }: OperationRecord,
): KeptRow {
  // Addresses of one site differ behind its name.
  if (page) return { kind, id, title: id.replace(/^\w+:\/\/[^/]*/, ''), page }
  if (!staged) return { kind, id, ...(wasPublic && { wasPublic }) }
  const { key, title } = staged
  const usual = idOfRequest(userId, key)
  const deleted = isKind(kind) ? store.states[kind].of(usual).trash : undefined
  const newOne = deleted && !isAsFirstSaved(deleted) ? idOfRequest(operation, key) : usual
  return { kind, id: id || newOne, key, title }
}

/** An import begins with the groups that the site has not got. */
function groupRows(clearing: Clearing, { groups = [] }: OperationOptions): OperationRow[] {
  const { before, after } = clearing.withGroups(groups)
  return isDeepStrictEqual(before, after) ? [] : [{ kind: 'site', id: 'site' }]
}

const fromBegin = { done: 0, named: [], namedCount: 0 } as const

/** The settings come last: menus lose what leads to pages that have gone. */
const clearedRows = (clearing: Clearing): OperationRow[] => [
  ...Object.entries(clearing.records()).flatMap(([kind, ids]) =>
    isKind(kind) ? ids.map((id): OperationRow => ({ kind, id })) : [],
  ),
  { kind: 'site', id: 'site' },
]

/** It was begun, and has not come to its end. */
const isUndoOpen = ({ undo, state }: OperationRecord): boolean => undo !== undefined && state !== 'undone'

/** What was left may be put back once what has come since is taken back, too. */
function canUndo(record: OperationRecord, now: number): boolean {
  if (now >= Date.parse(record.createdAt) + operationKeptMs) return false
  const { what, state, undo, done, namedCount } = record
  if (state === 'undone') return namedCount > 0
  if (what === 'read') return false
  const hasDone = undo !== undefined || done > namedCount
  return hasDone && ['paused', 'stopped', 'done'].includes(state)
}

function shownOperation({ store, operations, now }: OperationCallsParts, record: OperationRecord): Operation {
  const { id, what, by, createdAt, step, options, done, undo, namedCount, words, waitsFor } = record
  const isOwn = ({ kind }: OperationRow): boolean => kind !== 'site' || what !== 'import'
  // Groups of an import are no record of it.
  const others = record.kinds.filter((kind) => !isOwn({ kind, id })).length
  const total = record.total - others
  const because = operations.heldBecause(id) ?? record.pausedBecause
  const titleOf = (row: KeptRow): string => (isOwn(row) ? rowTitle(store, row) : siteFields.groups.label)
  const named = record.named.map((row) => ({ ...row, title: titleOf(row) }))
  const count = namedCount - record.named.filter((row) => !isOwn(row)).length
  return {
    id,
    what,
    by,
    at: shownTime(createdAt),
    state: operations.heldBecause(id) === undefined ? record.state : 'paused',
    step,
    options,
    total,
    // They are made first, and go last.
    done: undo ? Math.min(done, total) : Math.max(0, done - others),
    ...(undo
      ? { failed: [], failedCount: undo.failedCount ?? 0, left: named, leftCount: count }
      : { failed: named, failedCount: count, left: [], leftCount: 0 }),
    titles: record.first.filter(isOwn).map((row) => rowTitle(store, row)),
    words: [...words],
    canUndo: canUndo(record, now()),
    ...(undo && { undoneBy: undo.by }),
    ...(waitsFor !== undefined && { waitsFor }),
    ...(because !== undefined && { pausedBecause: because }),
  }
}

function rowTitle(store: Store, { kind, id, title = '' }: KeptRow): string {
  if (kind === 'site') return title || '网站设置'
  if (kind === 'agent') return numberOf(id)
  return (isKind(kind) && titleToday(store, kind, id)) || title
}

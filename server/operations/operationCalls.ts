import { numberOf } from '../../contract/application.ts'
import type { ListPage } from '../../contract/entities.ts'
import { isKind, kinds } from '../../contract/kinds.ts'
import {
  type LeftRow,
  maxOperationRows,
  type Operation,
  operationPermissions,
  type OperationRow,
} from '../../contract/operations.ts'
import { type Caller, type Handlers, may, requirePermission, signedIn } from '../call.ts'
import { idOfRequest } from '../content/recordCalls.ts'
import { fieldFailure, notFound } from '../failure.ts'
import type { Clearing } from '../site/clearStarter.ts'
import { newId } from '../store/newId.ts'
import { shownTime, textOf } from '../store/kind.ts'
import { type OperationRecord, recordOfDraft } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { keptMs, type Operations, slice } from './operations.ts'

type OperationCalls = Extract<keyof Handlers, `operation${string}`>
interface OperationCallsParts {
  store: Store
  operations: Operations
  clearing: Clearing
  now: () => number
}
type State = Operation['state']

/** Before a small one has ended nobody needs to ask again. */
const patienceMs = 1_000

export function operationCalls(parts: OperationCallsParts): Pick<Handlers, OperationCalls> {
  const { store, operations, clearing, now } = parts
  const { operation: records } = store
  const { rows, acts } = operations
  const shown = (record: OperationRecord): Operation => shownOperation(parts, record)
  const waiters = new Set<() => void>()
  records.watch('operations', () => {
    for (const check of waiters) check()
  })

  const mayAll = (caller: Caller, { what, kinds: ofRows, options }: OperationRecord): boolean =>
    operationPermissions(what, ofRows, options).every((permission) => may(caller, permission))
  function found(id: string, caller: Caller): OperationRecord {
    const record = records.get(id)
    if (!record) throw notFound()
    for (const permission of operationPermissions(record.what, record.kinds, record.options))
      requirePermission(permission, caller)
    return record
  }
  /** Resolves when the operation is so, or after a second. */
  const until = (id: string, isSo: (record: OperationRecord) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        waiters.delete(check)
        resolve()
      }
      const check = (): void => {
        const record = records.get(id)
        if (!record || isSo(record)) end()
      }
      const timer = setTimeout(end, patienceMs)
      waiters.add(check)
      check()
    })
  const hasEnded = ({ state }: OperationRecord): boolean => state !== 'running' && state !== 'undoing'
  async function afterAWhile(id: string, caller: Caller): Promise<Operation> {
    await until(id, hasEnded)
    return shown(found(id, caller))
  }

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
  async function add(id: string, more: readonly OperationRow[], caller: Caller): Promise<void> {
    const { portions, what, options, total } = found(id, caller)
    for (const permission of operationPermissions(
      what,
      more.map(({ kind }) => kind),
      options,
    ))
      requirePermission(permission, caller)
    if (total + more.length > maxOperationRows) throw fieldFailure('rows', `一次最多处理${maxOperationRows}条`)
    acts.refuse(what, more, options)
    await rows.add(id, portions, more)
    await change(id, ['staged'], (record) => ({
      portions: portions + 1,
      total: total + more.length,
      kinds: [...new Set([...record.kinds, ...more.map(({ kind }) => kind)])],
      first: [...record.first, ...more].slice(0, 5),
    }))
  }
  async function begin(id: string): Promise<void> {
    const record = records.get(id)
    if (!record) return
    // Some may have been sent twice.
    const { size: total } = await rows.all(record)
    await change(id, ['staged'], () => ({ total, state: 'running', since: chinaTime(now()) }))
  }

  return {
    async operationStart({ what, rows: sent = [], options = {}, more, requestId }, caller) {
      const { user } = signedIn(caller)
      for (const permission of operationPermissions(
        what,
        sent.map(({ kind }) => kind),
        options,
      ))
        requirePermission(permission, caller)
      acts.refuse(what, sent, options)
      const words = what === 'clear' && !(await clearing.backUp()) ? ['清空前没有备份'] : []
      const id = requestId ? idOfRequest(user.id, requestId) : newId(now())
      const time = chinaTime(now())
      const record = await records.insert(
        {
          ...{ what, options, userId: user.id, by: user.name, state: 'staged', step: 0, round: 0 },
          ...{ kinds: [], first: [], portions: 0, total: 0, done: 0, since: time, movedAt: time },
          ...{ failed: [], failedCount: 0, left: [], leftCount: 0, words },
        },
        id,
      )
      // A request that is repeated finds what it has begun, wherever it was cut.
      if (record.state !== 'staged') return afterAWhile(id, caller)
      const rowsToDo = what === 'clear' ? clearedRows(clearing) : sent
      if (rowsToDo.length > 0) await add(id, rowsToDo, caller)
      if (more) return shown(found(id, caller))
      await begin(id)
      return afterAWhile(id, caller)
    },
    async operationRows({ id, rows: more }, caller) {
      await add(id, more, caller)
      return shown(found(id, caller))
    },
    operationList({ page, limit }, caller): ListPage<Operation> {
      const seen = [...records.newest()].filter((record) => mayAll(caller, record))
      return { data: seen.slice((page - 1) * limit, page * limit).map(shown), count: seen.length }
    },
    async operationDetail({ id, since }, caller) {
      found(id, caller)
      if (since !== undefined) await until(id, ({ step }) => step !== since)
      return shown(found(id, caller))
    },
    async operationPause({ id }, caller) {
      found(id, caller)
      await change(id, ['running', 'undoing'], () => ({ state: 'paused' }))
      return shown(found(id, caller))
    },
    async operationGo({ id }, caller) {
      found(id, caller)
      await begin(id)
      await change(id, ['paused', 'stopped'], ({ undo }) => ({
        state: undo ? 'undoing' : 'running',
        since: chinaTime(now()),
      }))
      return afterAWhile(id, caller)
    },
    async operationStop({ id }, caller) {
      found(id, caller)
      await change(id, ['staged', 'running', 'undoing', 'paused'], () => ({ state: 'stopped' }))
      return shown(found(id, caller))
    },
    async operationRetry({ id }, caller) {
      found(id, caller)
      await change(id, ['done', 'stopped'], ({ undo, round, failedCount }) =>
        undo || failedCount === 0
          ? {}
          : { state: 'running', since: chinaTime(now()), round: round + 1, done: 0, failed: [], failedCount: 0 },
      )
      return afterAWhile(id, caller)
    },
    async operationUndo({ id }, caller) {
      const { user } = signedIn(caller)
      found(id, caller)
      await change(id, ['paused', 'stopped', 'done'], (record) =>
        canUndo(record, now())
          ? {
              state: 'undoing',
              // A kill may have cut the last turn before it was counted.
              done: Math.min(record.total, record.done + slice.rows),
              since: chinaTime(now()),
              undo: { done: record.undo?.done ?? 0, userId: user.id, by: user.name },
            }
          : {},
      )
      return afterAWhile(id, caller)
    },
  }
}

/** The settings come last: menus lose what leads to pages that have gone. */
const clearedRows = (clearing: Clearing): OperationRow[] => [
  ...Object.entries(clearing.records()).flatMap(([kind, ids]) =>
    isKind(kind) ? ids.map((id): OperationRow => ({ kind, id })) : [],
  ),
  { kind: 'site', id: 'site' },
]

const undoUntil = ({ createdAt }: OperationRecord): number => Date.parse(createdAt) + keptMs

const canUndo = (record: OperationRecord, now: number): boolean =>
  ['paused', 'stopped', 'done'].includes(record.state) && record.done > record.failedCount && now < undoUntil(record)

function shownOperation({ store, operations, now }: OperationCallsParts, record: OperationRecord): Operation {
  const { id, what, by, createdAt, step, options, undo, failedCount, leftCount, words, waitsFor } = record
  const because = operations.heldBecause(id) ?? record.pausedBecause
  const titled = (row: Omit<LeftRow, 'title'>): LeftRow => ({ ...row, title: titleOf(store, row) })
  return {
    id,
    what,
    by,
    at: shownTime(createdAt),
    state: operations.heldBecause(id) === undefined ? record.state : 'paused',
    step,
    options,
    total: undo ? record.done : record.total,
    done: undo ? undo.done : record.done,
    failed: record.failed.map(titled),
    failedCount,
    left: record.left.map(titled),
    leftCount,
    titles: record.first.map((row) => titleOf(store, row)),
    words: [...words],
    canUndo: canUndo(record, now()),
    undoUntil: shownTime(chinaTime(undoUntil(record))),
    ...(undo && { undoneBy: undo.by }),
    ...(waitsFor !== undefined && { waitsFor }),
    ...(because !== undefined && { pausedBecause: because }),
  }
}

/** What a record is called, wherever it is. */
function titleOf(store: Store, { kind, id }: OperationRow): string {
  if (kind === 'site') return '网站设置'
  if (kind === 'agent') return numberOf(id)
  const { live, draft, trash } = store.states[kind].of(id)
  const waiting = draft ?? trash?.draft
  const record = live ?? trash?.record ?? (waiting && recordOfDraft(waiting))
  return record && isKind(kind) ? textOf(record, kinds[kind].title) : ''
}

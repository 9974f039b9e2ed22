import { signal } from '@preact/signals-react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { dayMs } from '../../../contract/text/durations.ts'
import {
  maxSentRows,
  type Operation,
  operationNames,
  type OperationOptions,
  type OperationRow,
  type OperationWhat,
  type SentRow,
} from '../../../contract/calls/operations.ts'
import { call } from '../../lib/call.ts'
import { messageOf } from '../../lib/callError.ts'
import { inPortions } from '../../lib/inPortions.ts'
import { isoOf } from '../../lib/relativeTime.ts'
import { stored } from '../../lib/stored.ts'
import { api } from '../session/api.ts'
import { keepTrying } from '../../lib/keepTrying.ts'
import { loadUser, user } from '../session/session.ts'
import { noticeEnd } from '../session/sessionCheck.ts'
import { confirm } from '../ui/confirm.tsx'
import { navigate } from '../ui/navigation.ts'
import { attempt, resultToast, type SiteLink, toast, type ToastAction } from '../ui/Toast.tsx'
import { firstWords, hasEnded, isRunning, isUndone, publicWords, stateWords, undoQuestion } from './operationWords.ts'

/** The message at its end, where that is not the usual one; '' for none. */
interface EndNote {
  message?: string
  link?: SiteLink | undefined
}

type Listener = (operation: Operation) => Promise<unknown>

const everyMs = 500
/** The message of one closes that of the one before: a failed start, an undo that was used. */
const notify = resultToast()

/** What goes on, and of what some rows failed until somebody has closed it. */
export const operations = signal<readonly Operation[]>([])
/** The imports that this tab sends, by their ids. */
export const sending = signal<ReadonlySet<string>>(new Set())
const followed = new Map<string, Promise<Operation>>()
const listeners = new Set<Listener>()

/** Runs it when an operation has ended, whoever began it here; returns an unsubscribe function. */
export function onOperationEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const rowsOf = (kind: OperationRow['kind'], ids: readonly string[]): OperationRow[] =>
  ids.map((id) => ({ kind, id }))

/**
 * Resolves when the lists show what it has done; one that takes longer when it has begun, unless it is waited for: the frame shows the rest.
 * To undefined where it did not begin.
 */
export async function startOperation(
  what: OperationWhat,
  rows: readonly SentRow[],
  options: OperationOptions = {},
  note: EndNote = {},
  waits = false,
): Promise<Operation | undefined> {
  try {
    const started = await send(what, rows, options)
    const ended = follow(started, note)
    if (waits || !isRunning(started)) return await ended
    void attempt(() => ended)
    return started
  } catch (cause) {
    notify(messageOf(cause, `${operationNames[what]}失败，请稍后重试`), 'bad')
    // The reply alone may be lost.
    void loadOperations()
    return undefined
  }
}

async function send(what: OperationWhat, rows: readonly SentRow[], options: OperationOptions): Promise<Operation> {
  const [first = [], ...others] = inPortions(rows, maxSentRows)
  const staged = await api('operationStart', { what, rows: first, options, more: others.length > 0 })
  for (const some of others) await api('operationRows', { id: staged.id, rows: some })
  return others.length > 0 ? api('operationGo', { id: staged.id }) : staged
}

/** Pauses it, lets it go on, ends it, tries again what failed, or undoes it. */
export const changeOperation = (change: 'Pause' | 'Go' | 'Stop' | 'Retry' | 'Undo', id: string): Promise<void> =>
  attempt(async () => {
    await follow(await api(`operation${change}`, { id }))
  })

/** What a message offers after something that an operation can undo; `then` follows the undo. */
export const wayBack = (id: string | undefined, link?: SiteLink, then?: () => unknown): ToastAction | undefined =>
  id === undefined ? link : { undo: () => void changeOperation('Undo', id).then(then), anywhere: true, link }

/** From where it is not known whether it can be undone. */
export const askToUndo = (id: string): Promise<void> =>
  attempt(async () => {
    const operation = await api('operationDetail', { id })
    if (!operation.canUndo) return void toast('这次操作已经不能撤销了', 'info')
    const question = undoQuestion(operation)
    if (await confirm(question, { ok: '撤销' })) await changeOperation('Undo', id)
  })

/** Shows how it goes on; resolves when it does not, and the lists show what it has done. */
export function follow(operation: Operation, note: EndNote = {}): Promise<Operation> {
  show(operation)
  const known = followed.get(operation.id)
  if (known) return known
  const ended = untilEnd(operation, note).finally(() => followed.delete(operation.id))
  followed.set(operation.id, ended)
  return ended
}

async function untilEnd(started: Operation, note: EndNote): Promise<Operation> {
  const { id } = started
  const { signal } = new AbortController()
  let operation = started
  // Who signs out does not end it.
  while (isRunning(operation) && user.peek()) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    const { step } = operation
    operation = await keepTrying(() => api('operationDetail', { id, since: step }), { signal, onOffline() {} })
    show(operation)
  }
  if (operation.options.groups) await loadUser().catch(() => {})
  try {
    await Promise.all([...listeners].map((listener) => listener(operation)))
  } finally {
    // What is selected after the message is selected for something else.
    notifyEnd(operation, note)
  }
  return operation
}

function notifyEnd(operation: Operation, note: EndNote): void {
  const { message = stateWords(operation), link } = note
  const { id, total, failed, left, words, canUndo } = operation
  if (!hasEnded(operation)) return
  const isListed = location.pathname === adminScreens.operations
  if (isUndone(operation)) {
    // What was left is named there, and a long message would cover what is to be done about it.
    const see = { label: '看是哪些', run: () => navigate(adminScreens.operations) }
    const [why] = left
    if (!why) return void notify(stateWords(operation))
    const action = isListed ? undefined : see
    return void notify(total === 1 ? why.note + publicWords(operation) : stateWords(operation), 'info', action)
  }
  const [first] = failed
  // What failed of several stays in the frame, but where it is listed.
  if (first && (total === 1 || isListed)) notify(total === 1 ? first.note : message, 'bad')
  if (first || message === '') return
  notify([message, ...firstWords(words)].join('。'), 'good', wayBack(canUndo ? id : undefined, link))
}

/** Asks what goes on, also what was begun in another tab or before a reload. */
export const loadOperations = (): Promise<void> =>
  noticeEnd(async () => {
    const { data } = await call('operationList', { page: 1, limit: 20 })
    const mine = data.filter(({ by }) => by === user.peek()?.name)
    for (const operation of mine) {
      if (isRunning(operation)) void follow(operation).catch(() => {})
      else show(operation)
    }
  })

/** What failed until the last one that was closed has been seen. */
const store = stored('zhuzhan.operations', 'localStorage')

export function closeOperation({ at }: Operation): void {
  if (at > (store.text() ?? '')) store.writeText(at)
  operations.value = operations.peek().filter(isShown)
}

export function show(operation: Operation): Operation {
  const before = operations.peek()
  const place = before.findIndex(({ id }) => id === operation.id)
  const next = place < 0 ? [...before, operation] : before.map((each, index) => (index === place ? operation : each))
  operations.value = next.filter(isShown)
  return operation
}

function isShown(operation: Operation): boolean {
  const { total, at, failedCount } = operation
  if (!hasEnded(operation)) return true
  const hasFailed = total > 1 && failedCount > 0 && !isUndone(operation)
  return hasFailed && Date.now() - Date.parse(isoOf(at)) < dayMs && at > (store.text() ?? '')
}

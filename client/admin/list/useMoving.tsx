import { type ReactNode, useMemo, useRef } from 'react'
import { kinds, type RecordKind } from '../../../contract/kinds.ts'
import { messageOf } from '../../lib/callError.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { api } from '../api.ts'
import { MoveHandle } from '../ui/MoveHandle.tsx'
import { attempt, resultToast, toast, undoMs } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import type { Shown } from './ListTabs.tsx'
import type { RecordRow, RecordSource } from './recordSource.ts'
import { isPinned, isPublished } from './cells.tsx'
import type { UsedList } from './useList.ts'

/** How a row is moved; a row that is not published has no place of its own. */
export interface Moving {
  handle(row: RecordRow): ReactNode
  /** Moves it by one place, up or down. */
  step(row: RecordRow, by: -1 | 1): void
}

/**
 * Rows of one group are moved by dragging their handles, by Alt and the arrow keys or from their menus. A row is shown at its new place at
 * once, and goes back when the server refuses. `moving` is absent while the list is not in its own order.
 */
export function useMoving(
  { name, rowId, rowName }: RecordSource,
  list: UsedList<RecordRow, Shown>,
  live: boolean,
): { moving: Moving | undefined; hint: string } {
  const { ordered, filter = '' }: RecordKind = kinds[name]
  const { rows, searched, sort, page, limit } = list
  const calls = useRef(Promise.resolve())
  const notify = useRef(resultToast())
  /** The row that was moved last, and behind which it stood before: several steps of one row are taken back at once. */
  const moved = useRef<{ id: string; after: string | undefined; until: number }>({ id: '', after: '', until: 0 })

  const move = useStable((id: string, wantedPlace: number): void => {
    const row = rows.find((each) => rowId(each) === id)
    if (!row) return
    const others = rows.filter((each) => each !== row)
    // Pinned ones stay above the others; what is before the first row of a later page is not known.
    const pinned = others.filter(isPinned).length
    const to = Math.max(isPinned(row) ? Math.min(wantedPlace, pinned) : Math.max(wantedPlace, pinned), page > 1 ? 1 : 0)
    if (to > others.length || rows[to] === row) return
    const above = others.slice(0, to)
    list.arrange([...above, row, ...others.slice(to)])
    const words = `“${rowName(row)}”已移到第 ${(page - 1) * limit + to + 1} 位，共 ${list.count} 项`
    const at = rows.indexOf(row)
    const goesOn = moved.current.id === id && Date.now() < moved.current.until
    // What is before the first row of a later page is not known.
    const before = page > 1 && at === 0 ? undefined : behind(rows.slice(0, at))
    const after = goesOn ? moved.current.after : before
    moved.current = { id, after, until: Date.now() + undoMs }
    const send = (place: string) => () => api('recordMove', { kind: name, id, after: place })
    const takeBack = (place: string) => (): void => {
      moved.current.until = 0
      void attempt(() => send(place)().then(list.refresh))
    }
    const undo = after === undefined ? undefined : { undo: takeBack(after) }
    calls.current = calls.current.then(send(behind(above))).then(
      () => void notify.current(words, 'good', undo),
      (cause: unknown) => {
        list.arrange(rows)
        toast(messageOf(cause, '没有移动成功，请稍后重试'), 'bad')
        return list.refresh()
      },
    )
  })
  const behind = (above: readonly RecordRow[]): string => {
    const last = lastOf(above.filter(isPublished))
    return last ? rowId(last) : ''
  }
  const { [filter]: group, ...words } = searched
  // The rows of the last search stay until the reply.
  const inOrder =
    ordered &&
    live &&
    (filter === '' || Boolean(group)) &&
    !sort &&
    Object.values(words).every((word) => word === '') &&
    rows.every((row) => row[filter] === group)
  const handle = (row: RecordRow): ReactNode =>
    isPublished(row) ? (
      <MoveHandle name={rowName(row)} tabIndex={-1} onMove={(_from, to) => move(rowId(row), to)} />
    ) : (
      <span className="move-handle" />
    )
  const step = useStable((row: RecordRow, by: -1 | 1): void => move(rowId(row), Math.max(0, rows.indexOf(row) + by)))
  let hint = ''
  if (inOrder) hint = '拖动序号前的圆点调整顺序'
  else if (ordered && live && filter !== '') hint = '“产品位置”选一个分类时，可以调整顺序'
  return {
    moving: useMemo(() => (inOrder ? { handle, step } : undefined), [inOrder]),
    hint,
  }
}

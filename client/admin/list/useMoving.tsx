import { type ReactNode, useMemo, useRef } from 'react'
import { idsWithin } from '../../../contract/kinds/groups.ts'
import { recordKind } from '../../../contract/kinds/kinds.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { moved } from '../../lib/moved.ts'
import { rowsOf, startOperation } from '../acts/operations.ts'
import { groupsOfSite } from '../session/session.ts'
import { MoveHandle } from '../ui/MoveHandle.tsx'
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
  { name, rowId, nameAndModel }: RecordSource,
  list: UsedList<RecordRow, Shown>,
  live: boolean,
) {
  const { ordered, filter = '' } = recordKind(name)
  const { rows, searched, sort, page, limit } = list
  const calls = useRef(Promise.resolve())
  /** The first is on its way, the others wait for it. */
  const moves = useRef<readonly { id: string; to: number }[]>([])
  const show = (next: typeof moves.current): void => {
    moves.current = next
    list.arrange((loaded) =>
      next.reduce((before, { id, to }) => {
        const from = before.findIndex((row) => rowId(row) === id)
        return moved(before, from, to)
      }, loaded),
    )
  }

  const move = useStable((id: string, wantedPlace: number): void => {
    const row = rows.find((row) => rowId(row) === id)
    if (!row) return
    const others = rows.filter((other) => other !== row)
    // Pinned ones stay above the others; what is before the first row of a later page is not known.
    const pinned = others.filter(isPinned).length
    const to = Math.max(isPinned(row) ? Math.min(wantedPlace, pinned) : Math.max(wantedPlace, pinned), page > 1 ? 1 : 0)
    if (to > others.length || rows[to] === row) return
    const last = lastOf(others.slice(0, to).filter(isPublished))
    const after = last ? rowId(last) : ''
    const message = `“${nameAndModel(row)}”已移到第 ${(page - 1) * limit + to + 1} 位，共 ${list.count} 项`
    show([...moves.current, { id, to }])
    calls.current = calls.current.then(async () => {
      // Of quick steps of one row only the last is sent.
      const isLast = moves.current[1]?.id !== id
      // The reply alone may be lost.
      if (isLast && !(await startOperation('order', rowsOf(name, [id]), { after }, { message }, true)))
        await list.refresh()
      show(moves.current.slice(1))
    })
  })
  const { [filter]: group, ...words } = searched
  // The rows of the last search stay until the reply.
  const inOrder =
    ordered &&
    live &&
    (filter === '' || Boolean(group)) &&
    !sort &&
    Object.values(words).every((word) => word === '') &&
    rows.every((row) => filter === '' || idsWithin(groupsOfSite(), String(group)).includes(String(row[filter])))
  const handle = (row: RecordRow): ReactNode =>
    isPublished(row) ? (
      <MoveHandle name={nameAndModel(row)} tabIndex={-1} onMove={(_from, to) => move(rowId(row), to)} />
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

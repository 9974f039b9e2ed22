import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Operation } from '../../../contract/calls/operations.ts'
import { limits } from '../../../contract/calls/rules.ts'
import { onOperationEnd } from '../acts/operations.ts'
import { createList, type List, type ListOptions, type ListView, type Words } from './list.ts'
import { keepPlace, parsePlace, storedPlace } from './storedPlaces.ts'

export interface UsedList<Row, F extends Words> extends Omit<List<Row, F>, 'view'>, ListView<Row, F> {}

interface Options<Row, F extends Words> extends Omit<ListOptions<Row, F>, 'limit' | 'place'> {
  limit?: number
  path: string
}

/**
 * The list of a view: loaded when it is first shown, refreshed when it is shown again, with page, search, order, selection and scroll as
 * they were.
 */
export function useList<Row, F extends Words>(
  { path, ...options }: Options<Row, F>,
  active: boolean,
): UsedList<Row, F> {
  useSignals()
  const [list] = useState(() =>
    createList<Row, F>({ limit: limits.pageSizes[0], ...options, place: parsePlace(storedPlace(path), options.empty) }),
  )
  const view = list.view.value
  useEffect(() => keepPlace(path, list.place), [path, list])
  useEffect(() => {
    // An Activity runs this each time it is shown; after the first time, useOnShow loads.
    if (list.view.peek().state === 'loading') void list.refresh().then(leaveEmptyTrash)
  }, [list])
  const isTrash = (): boolean => list.view.peek().searched['show'] === 'trash'
  const leaveTrash = (): void => {
    list.type({ ...list.view.peek().typed, show: '' })
    void list.query()
  }
  /** A page that is loaded again shows what it showed, unless nothing is there any more. */
  const leaveEmptyTrash = (): void => {
    const { state, count } = list.view.peek()
    if (isTrash() && state === 'ready' && count === 0) leaveTrash()
  }
  // Nobody comes back for the trash.
  useOnShow(active, () => (isTrash() ? leaveTrash() : void list.refresh()))
  return useMemo(() => ({ ...list, ...view }), [list, view])
}

/** Runs each time the view is shown again, but not the first time, which loads by itself. */
function useOnShow(active: boolean, refresh: () => void): void {
  const again = useEffectEvent(refresh)
  const seen = useRef(false)
  useEffect(() => {
    if (!active) return
    if (seen.current) again()
    seen.current = true
  }, [active])
}

/**
 * Focuses the list after the focused element was removed, or the row that is now at this place in it, which is else that of the last time;
 * otherwise the focus would start again at the top of the page.
 */
export function useLostFocus() {
  const box = useRef<HTMLDivElement>(null)
  const lastIndex = useRef<number>(undefined)
  return {
    box,
    recoverFocus(index = lastIndex.current) {
      lastIndex.current = index
      if (document.activeElement !== document.body) return
      const rows = box.current?.querySelectorAll<HTMLElement>('tbody tr[data-id], .media-open') ?? []
      const row = index === undefined ? undefined : rows[Math.min(index, rows.length - 1)]
      if (row) row.focus()
      else box.current?.querySelector<HTMLElement>('.data-box, .media-list')?.focus({ preventScroll: true })
    },
  }
}

/** Shows what an operation has done, also where it was begun or undone elsewhere. */
export function useOperationEnd(refresh: () => Promise<void>, recoverFocus: () => void): void {
  const onEnd = useEffectEvent(async ({ state }: Operation): Promise<void> => {
    await refresh()
    // Who has begun it knows where the focus goes.
    if (state === 'undone') requestAnimationFrame(() => recoverFocus())
  })
  useEffect(() => onOperationEnd((operation) => onEnd(operation)), [])
}

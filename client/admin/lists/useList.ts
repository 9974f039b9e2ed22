import { useEffect, useState, useSyncExternalStore } from 'react'
import { limits } from '../../../contract/rules.ts'
import { type List, type ListOptions, type ListView, type Words, createList } from './list.ts'

export interface UsedList<Row, F extends Words> extends Omit<List<Row, F>, 'view' | 'subscribe'>, ListView<Row, F> {}

/** The list of a kept view: loaded on coming in, refreshed on coming back, with page, search, selection and scroll as they were. */
export function useList<Row, F extends Words>(options: Omit<ListOptions<Row, F>, 'limit'>): UsedList<Row, F> {
  const [list] = useState(() => createList<Row, F>({ limit: limits.pageSizes[0], ...options }))
  const view = useSyncExternalStore(list.subscribe, list.view)
  // Inside an Activity this runs each time that the view is shown.
  useEffect(() => void list.refresh(), [list])
  return { ...list, ...view }
}

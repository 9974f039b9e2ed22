import { useEffect, useState, useSyncExternalStore } from 'react'
import { limits } from '../../../contract/rules.ts'
import { useOnShow } from '../layout/useOnShow.ts'
import { type List, type ListOptions, type ListView, type Words, createList } from './list.ts'

export interface UsedList<Row, F extends Words> extends Omit<List<Row, F>, 'view' | 'subscribe'>, ListView<Row, F> {}

/** The list of a kept view: loaded on coming in, refreshed on coming back, with page, search, selection and scroll as they were. */
export function useList<Row, F extends Words>(options: Omit<ListOptions<Row, F>, 'limit'>, active: boolean): UsedList<Row, F> {
  const [list] = useState(() => createList<Row, F>({ limit: limits.pageSizes[0], ...options }))
  const view = useSyncExternalStore(list.subscribe, list.view)
  useEffect(() => {
    // An Activity runs this at each showing; of the later ones useOnShow takes care.
    if (list.view().state === 'loading') void list.refresh()
  }, [list])
  useOnShow(active, () => void list.refresh())
  return { ...list, ...view }
}

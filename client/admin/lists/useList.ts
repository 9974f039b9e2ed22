import { useEffect, useInsertionEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { limits } from '../../../contract/rules.ts'
import { useOnShow } from '../layout/useOnShow.ts'
import { keepPlace, keptPlace, placeOf } from './keptPlaces.ts'
import { type List, type ListOptions, type ListView, type Words, createList } from './list.ts'

export interface UsedList<Row, F extends Words> extends Omit<List<Row, F>, 'view' | 'subscribe'>, ListView<Row, F> {}

interface Options<Row, F extends Words> extends Omit<ListOptions<Row, F>, 'limit' | 'place'> {
  /** Of the view. */
  path: string
}

/** The list of a kept view: loaded on coming in, refreshed on coming back, with page, search, order, selection and scroll as they were. */
export function useList<Row, F extends Words>({ path, ...options }: Options<Row, F>, active: boolean): UsedList<Row, F> {
  const [list] = useState(() => createList<Row, F>({ ...options, limit: limits.pageSizes[0], place: placeOf(keptPlace(path), options.empty) }))
  const view = useSyncExternalStore(list.subscribe, list.view)
  // An insertion effect, because the others of a hidden Activity do not run and its list must be kept as well.
  useInsertionEffect(() => keepPlace(path, list.place), [path, list])
  useEffect(() => {
    // An Activity runs this at each showing; of the later ones useOnShow takes care.
    if (list.view().state === 'loading') void list.refresh()
  }, [list])
  useOnShow(active, () => void list.refresh())
  return useMemo(() => ({ ...list, ...view }), [list, view])
}

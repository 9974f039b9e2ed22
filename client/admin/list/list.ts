import { signal } from '@preact/signals-react'
import type { ListPage } from '../../../contract/kinds/entities.ts'
import { CallError, isRefused, messageOf } from '../../lib/callError.ts'

export type Words = Readonly<Record<string, string>>
/** The column that a list is sorted by, instead of newest first. */
export interface Sort {
  by: string
  order: 'asc' | 'desc'
}
export type ListQuery<F extends Words> = F & { page: number; limit: number; sort?: string; order?: Sort['order'] }
type ListState = 'loading' | 'ready' | 'failed'

export interface ListView<Row, F extends Words> {
  readonly rows: readonly Row[]
  readonly count: number
  /** Whether there has been an answer yet. */
  readonly counted: boolean
  readonly page: number
  readonly limit: number
  /** What the search fields hold. */
  readonly typed: F
  /** What the rows were searched by. */
  readonly searched: F
  /** Whether it was searched at all. */
  readonly filtered: boolean
  readonly sort: Sort | undefined
  readonly state: ListState
  readonly error: string
  /** It would fail again. */
  readonly refused: boolean
  /** Ids; only of rows that are shown. */
  readonly selected: ReadonlySet<string>
}

/** What a reload of the page restores. */
export interface ListPlace<F extends Words> {
  page: number
  limit: number
  searched: F
  sort: Sort | undefined
}

export interface ListOptions<Row, F extends Words> {
  empty: F
  limit: number
  /** Where it starts; without one, on the first page of everything. */
  place?: ListPlace<F> | undefined
  rowId(row: Row): string
  load(query: ListQuery<F>, signal: AbortSignal): Promise<ListPage<Row>>
}

const nothing: ReadonlySet<string> = new Set()

/** A list that the server searches and pages. A new request aborts the previous one, so a late response never replaces a newer one. */
export function createList<Row, F extends Words>(options: ListOptions<Row, F>) {
  const { empty, limit: usualLimit, place } = options
  const { page, limit, searched, sort } = place ?? { page: 1, limit: usualLimit, searched: empty, sort: undefined }
  const view = signal<ListView<Row, F>>({
    rows: [],
    count: 0,
    counted: false,
    page,
    limit,
    typed: searched,
    searched,
    filtered: false,
    sort,
    state: 'loading',
    error: '',
    refused: false,
    selected: nothing,
  })
  let loaded: readonly Row[] = []
  let arranged = (rows: typeof loaded): typeof loaded => rows
  const show = ({ rows = loaded, ...changes }: Partial<ListView<Row, F>>): void => {
    loaded = rows
    const next = { ...view.peek(), ...changes, rows: arranged(rows) }
    view.value = { ...next, filtered: Object.entries(next.searched).some(([name, word]) => word !== empty[name]) }
  }

  const request = createRequests(options, () => view.peek(), show)
  const setSort = (sort: Sort | undefined): Promise<void> => request({ page: 1, sort })

  return {
    view,
    type: (changes: Partial<F>): void => show({ typed: { ...view.peek().typed, ...changes } }),
    query(): Promise<void> {
      // Copied text often has blanks around it.
      const trimmed = Object.fromEntries(Object.entries(view.peek().typed).map(([name, word]) => [name, word.trim()]))
      const { from, to } = trimmed
      if (from && to && from > to) Object.assign(trimmed, { from: to, to: from })
      show({ typed: trimmed as F })
      return request({ page: 1, searched: trimmed as F })
    },
    reset(): Promise<void> {
      show({ typed: empty })
      return request({ page: 1, searched: empty })
    },
    goToPage: (page: number): Promise<void> => request({ page }),
    /** The first row that was shown stays on the page. */
    setLimit(limit: number): Promise<void> {
      const { page, limit: before } = view.peek()
      return request({ limit, page: Math.floor(((page - 1) * before) / limit) + 1 })
    },
    setSort,
    /** Sorts ascending, then descending, and the third time newest first again. */
    sortBy(by: string): Promise<void> {
      const { sort } = view.peek()
      if (sort?.by !== by) return setSort({ by, order: 'asc' })
      return setSort(sort.order === 'asc' ? { by, order: 'desc' } : undefined)
    },
    place(): ListPlace<F> {
      const { page, limit, searched, sort } = view.peek()
      return { page, limit, searched, sort }
    },
    /** Loads again: same page, search and selection. */
    refresh: (): Promise<void> => request(),
    select: (ids: ReadonlySet<string>): void => show({ selected: ids }),
    /** Shows the rows in another order. */
    arrange(order: typeof arranged): void {
      arranged = order
      show({})
    },
  }
}

/** Returns a function that loads what the changed place shows. */
function createRequests<Row, F extends Words>(
  { empty, place: first, rowId, load }: ListOptions<Row, F>,
  current: () => ListView<Row, F>,
  show: (changes: Partial<ListView<Row, F>>) => void,
) {
  let place = first
  let running: AbortController | undefined

  async function request(changes: Partial<ListPlace<F>> = {}): Promise<void> {
    running?.abort()
    const controller = (running = new AbortController())
    show({ ...changes, state: 'loading' })
    const { page, limit, searched, sort } = current()
    try {
      const { data, count } = await load(
        { ...searched, page, limit, ...(sort && { sort: sort.by, order: sort.order }) },
        controller.signal,
      )
      if (controller !== running) return
      // The last row of the last page was deleted.
      if (data.length === 0 && count > 0 && page > 1) return await request({ page: Math.ceil(count / limit) })
      const rowIds = new Set(data.map(rowId))
      running = undefined
      const selected = new Set([...current().selected].filter((id) => rowIds.has(id)))
      show({ rows: data, count, counted: true, state: 'ready', error: '', selected })
    } catch (cause) {
      if (controller !== running) return
      // The server rejects the stored place, which an earlier version may have written.
      if (place && !current().counted && cause instanceof CallError && cause.code === 400) {
        place = undefined
        show({ typed: empty })
        return await request({ page: 1, searched: empty, sort: undefined })
      }
      running = undefined
      show({ state: 'failed', error: messageOf(cause), refused: isRefused(cause) })
    }
  }

  return request
}

export type List<Row, F extends Words> = ReturnType<typeof createList<Row, F>>

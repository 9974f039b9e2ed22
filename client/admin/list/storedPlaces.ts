import { limits } from '../../../contract/calls/rules.ts'
import { stored } from '../../lib/stored.ts'
import { user } from '../session/session.ts'
import { keepWork } from '../form/unfinished.ts'
import type { ListPlace, Words } from './list.ts'

const store = stored('lists', 'sessionStorage')

interface StoredPlaces {
  userId: string
  /** The keys are the paths of views. */
  places: Record<string, unknown>
}

/** The lists of the open tabs. */
const registered = new Map<string, () => object>()
/** What the last load of the page stored, for views that have not been rendered yet. */
let restored: StoredPlaces | undefined
const ownId = (): string => user.peek()?.userId ?? ''

/**
 * The place of a list when the page was left. In the session storage, like the tabs: the address has room for one view only, and search
 * words, which may be names of customers, do not belong in addresses, which servers log.
 */
export function storedPlace(path: string): unknown {
  const { userId, places } = restoredPlaces()
  return userId === ownId() ? places[path] : undefined
}

/** The tab was closed, maybe before its list was there again: it starts from its defaults. */
export function forgetPlace(path: string): void {
  delete restoredPlaces().places[path]
}

/** From now on the place is read from the list itself, until its tab is closed. */
export function keepPlace(path: string, place: () => object): void {
  keepWork(path, 'place', { unsaved: () => false, end: () => void registered.delete(path) })
  if (restored) delete restored.places[path]
  registered.set(path, place)
}

/** Validates a stored place, which any earlier version may have written; the list drops what the server then refuses. */
export function parsePlace<F extends Words>(stored: unknown, empty: F): ListPlace<F> | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { page, limit, searched, sort } = stored as Partial<Record<string, unknown>>
  const words = (searched ?? {}) as Partial<Record<string, unknown>>
  const { by, order } = (sort ?? {}) as Partial<Record<string, unknown>>
  return {
    page: Number.isSafeInteger(page) && (page as number) >= 1 ? (page as number) : 1,
    limit: limits.pageSizes.find((size) => size === limit) ?? limits.pageSizes[0],
    searched: Object.fromEntries(
      Object.entries(empty).map(([name, none]) => {
        const word = words[name]
        return [name, typeof word === 'string' ? word : none]
      }),
    ) as F,
    sort: typeof by === 'string' && (order === 'asc' || order === 'desc') ? { by, order } : undefined,
  }
}

function restoredPlaces(): StoredPlaces {
  if (!restored) {
    restored = read()
    addEventListener('pagehide', write)
  }
  return restored
}

function read(): StoredPlaces {
  const { userId, places } = (store.read() ?? {}) as Partial<StoredPlaces>
  return {
    userId: typeof userId === 'string' ? userId : '',
    places: typeof places === 'object' && places !== null ? places : {},
  }
}

function write(): void {
  const userId = ownId()
  const places = {
    ...(restored?.userId === userId && restored.places),
    ...Object.fromEntries(Array.from(registered, ([path, place]) => [path, place()])),
  }
  store.write({ userId, places } satisfies StoredPlaces)
}

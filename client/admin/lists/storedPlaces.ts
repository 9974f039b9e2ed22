import { limits } from '../../../contract/rules.ts'
import { user } from '../session.ts'
import type { ListPlace, Words } from './list.ts'

const storedAs = 'lists'

interface Stored {
  userId: string
  /** By the path of the view. */
  places: Record<string, unknown>
}

/** The lists of the open tabs. */
const alive = new Map<string, () => object>()
/** From the last load, those whose tab has not been rendered yet. */
let before: Stored | undefined
const ownId = (): string => user.peek()?.userId ?? ''

/**
 * Where the list of a view stood when the page was left. In the session storage, as the tabs are: the address has room for the view on show alone,
 * and words that somebody looked for, names of customers among them, do not belong into addresses, which servers log.
 */
export function keptPlace(path: string): unknown {
  if (!before) {
    before = read()
    addEventListener('pagehide', write)
  }
  return before.userId === ownId() ? before.places[path] : undefined
}

/** From now on the list itself says where it stands. Gives the end of it. */
export function keepPlace(path: string, place: () => object): () => void {
  if (before) delete before.places[path]
  alive.set(path, place)
  return () => void alive.delete(path)
}

/** A stored place as far as a program of any version can have meant it; what the server then refuses, the list gives up. */
export function placeOf<F extends Words>(stored: unknown, empty: F): ListPlace<F> | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { page, limit, searched, sort } = stored as Partial<Record<string, unknown>>
  const words = (searched ?? {}) as Partial<Record<string, unknown>>
  const { by, order } = (sort ?? {}) as Partial<Record<string, unknown>>
  return {
    page: Number.isSafeInteger(page) && (page as number) >= 1 ? (page as number) : 1,
    limit: limits.pageSizes.find((size) => size === limit) ?? limits.pageSizes[0],
    searched: Object.fromEntries(Object.entries(empty).map(([name, none]) => [name, typeof words[name] === 'string' ? words[name] : none])) as F,
    sort: typeof by === 'string' && (order === 'asc' || order === 'desc') ? { by, order } : undefined,
  }
}

function read(): Stored {
  try {
    const { userId, places } = JSON.parse(sessionStorage.getItem(storedAs) ?? '{}') as Partial<Stored>
    return { userId: typeof userId === 'string' ? userId : '', places: typeof places === 'object' && places !== null ? places : {} }
  } catch {
    // Whatever stands there was not written by us.
    return { userId: '', places: {} }
  }
}

function write(): void {
  const userId = ownId()
  const places = { ...(before?.userId === userId && before.places), ...Object.fromEntries(Array.from(alive, ([path, place]) => [path, place()])) }
  sessionStorage.setItem(storedAs, JSON.stringify({ userId, places } satisfies Stored))
}

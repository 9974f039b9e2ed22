import { browserClock, type Clock } from '../lib/clock.ts'
import { createListeners } from '../lib/listeners.ts'
import type { PageStatus, SitePage } from './route.ts'
import { addressOf, routeOf } from './routes.ts'

interface HistoryEntry {
  href: string
  path: string
  search: string
  hash: string
  /** Created by a link and not left since, so that nothing is saved in it yet. */
  isNew: boolean
  /** Another view of the page that was on the screen. */
  isView?: true | undefined
  /** The scroll position at which it was left. */
  scrollY: number | undefined
}

/** The browser's history, as far as the site uses it. */
export interface SiteHistory {
  entry(): HistoryEntry
  push(href: string): void
  /** Gives the current entry another address. */
  replace(address: string): void
  saveScroll(y: number): void
  /** Whether the address has to stay as it came. */
  keepsAddress?(): boolean
  /** The listener is called when the current entry changes, also by `push`. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
}

interface NavigatorState {
  shown: SitePage
  /** Pages that stay as they were left, for Back and Forward. */
  kept: readonly SitePage[]
  /** The requested address; not that of the shown page while another one is loading or has failed. */
  address: string
  status: PageStatus
}

export interface SiteNavigator {
  /** The same object until something in it changes. */
  state(): NavigatorState
  /** The history is followed only while someone listens. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
  open(href: string): void
  retry(): void
  /** Whether the page on the screen belongs to the current history entry. */
  showsEntry(): boolean
}

interface NavigatorParts {
  first: SitePage
  history: SiteHistory
  loadPage(path: string, search: string): Promise<SitePage>
  /** What can be shown until the page is loaded. */
  loadPlaceholder(path: string, search: string, frame: SitePage['frame']): Promise<SitePage | undefined>
  scrollToTop(): void
  clock?: Clock
}

/** A page that comes sooner is shown without a progress bar. */
const slowMs = 200

/** Which page is shown, and the loading of the next one. Independent of React and the DOM. */
export function createNavigator(parts: NavigatorParts): SiteNavigator {
  const { first, history, scrollToTop } = parts
  const listeners = createListeners({
    onFirst() {
      unfollow = history.subscribe(follow)
      // The entry may have changed before anyone listened.
      follow()
      shorten(history)
    },
    onLast: () => unfollow(),
  })
  let state: NavigatorState = { shown: first, kept: [], address: first.at, status: 'idle' }
  const load = createLoading(parts, () => state, update)
  let unfollow = (): void => {}

  function update(change: Partial<NavigatorState>): void {
    state = { ...state, ...change }
    listeners.emit()
  }

  const entryAddress = (): string => {
    const { path, search } = history.entry()
    return addressOf(path, search)
  }
  const follow = (): void => {
    if (entryAddress() !== state.address) load()
  }

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    open(href) {
      const { pathname, search, hash } = new URL(href)
      const address = addressOf(pathname, search)
      // Without a query or a hash of its own, a link leads to a kept page as it was left.
      const isPlain = address + hash === pathname && history.entry().path !== pathname
      const earlier = isPlain ? state.kept.find(({ route }) => route.path === pathname) : undefined
      if (earlier) return history.push(earlier.at)
      if (href !== history.entry().href) history.push(href)
      else if (state.status === 'failed') load()
      if (address === state.shown.at) scrollToTop()
    },
    retry: load,
    showsEntry: () => entryAddress() === state.shown.at,
  }
}

/** A link to a product contains what its card shows. Once that is read, the address is the one to share. */
function shorten(history: SiteHistory): void {
  const { path, search, hash } = history.entry()
  const address = addressOf(path, search)
  if (routeOf(path)?.id && address !== path + search && !history.keepsAddress?.()) history.replace(address + hash)
}

/** Returns a function that loads the page of the current history entry. */
function createLoading(
  { history, loadPage, loadPlaceholder, clock = browserClock }: NavigatorParts,
  current: () => NavigatorState,
  update: (change: Partial<NavigatorState>) => void,
): () => void {
  /** Identifies the latest navigation: what an earlier one loads is ignored. */
  let token = 0
  let cancelSlow = (): void => {}

  return load

  function load(): void {
    const { path, search, isNew, isView } = history.entry()
    const { shown, kept } = current()
    const address = addressOf(path, search)
    shorten(history)
    const ownToken = ++token
    cancelSlow()
    if (address === shown.at && !shown.placeholder) return update({ address, status: 'idle' })

    // What is on the screen, and a kept page as it was, is shown at once and replaced when its new version arrives.
    const returning =
      isView && shown.route.path === path ? { ...shown, at: address } : kept.find(({ at }) => at === address)
    update({
      address,
      status: 'idle',
      shown: returning ?? shown,
      kept: shown.route.keepAlive ? [...kept.filter(({ route }) => route !== shown.route), shown] : kept,
    })
    const finish = (change: Partial<NavigatorState>): void => {
      if (ownToken !== token) return
      cancelSlow()
      update(change)
    }
    if (!returning) {
      cancelSlow = clock.after(slowMs, () => update({ status: 'loading' }))
      // Back and Forward lead to a scroll position that only the full page has.
      if (isNew) {
        loadPlaceholder(path, search, shown.frame).then(
          (page) => {
            if (page && ownToken === token && current().shown.at !== address) update({ shown: page })
          },
          () => undefined,
        )
      }
    }
    loadPage(path, search).then(
      (page) => {
        // A view may be gone since, such as a group of products: then the page itself takes its place.
        if (ownToken === token && returning && page.route !== returning.route && address !== path) {
          history.replace(path)
          load()
        } else finish({ shown: page, status: 'idle' })
      },
      () => finish({ status: returning ? 'idle' : 'failed' }),
    )
  }
}

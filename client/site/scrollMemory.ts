import { browserClock, type Clock } from '../lib/clock.ts'
import type { SiteHistory, SiteNavigator } from './navigator.ts'

export interface Viewport {
  y(): number
  /** Whether somebody has scrolled, or tried to, before the scripts ran. */
  isTouched(): boolean
  scrollTo(y: number): void
  /** False where there is no such element. */
  scrollToElement(id: string): boolean
}

export interface ScrollMemory {
  /** Call it when the page has been scrolled. */
  scrolled(): void
  /** Call it before a link is followed. */
  save(): void
  /** Call it when the current history entry has changed. */
  entryChanged(): void
  /** Scrolls a page that has just been rendered to its position. */
  restore(): void
  /**
   * Scrolls the first page to its position, where the browser has not done so before the scripts ran, or, as Chromium sometimes does, to
   * another one.
   */
  restoreFirst(): void
  stop(): void
}

/** Safari refuses more than 100 changes of the history in 30 seconds. */
const saveDelayMs = 300

/** Saves how far a page is scrolled in its history entry, so that Back and Forward restore it, also after a reload. */
export function createScrollMemory(
  navigator: SiteNavigator,
  history: SiteHistory,
  viewport: Viewport,
  clock: Clock = browserClock,
): ScrollMemory {
  /** Where the kept pages were: a link to one makes a new entry, which has no position of its own. */
  const positions = new Map<string, number>()
  let stop = (): void => {}

  const remember = (): void => void positions.set(navigator.state().shown.at, viewport.y())
  const save = (): void => {
    stop()
    remember()
    // Until the next page is shown, the entry already belongs to it while the position still belongs to the page before.
    if (navigator.showsEntry() && history.entry().scrollY !== viewport.y()) history.saveScroll(viewport.y())
  }

  return {
    scrolled() {
      remember()
      stop()
      stop = clock.after(saveDelayMs, save)
    },
    save,
    entryChanged() {
      stop()
      const { scrollY } = history.entry()
      if (scrollY !== undefined && navigator.showsEntry()) viewport.scrollTo(scrollY)
    },
    restore() {
      const { isView, scrollY, hash } = history.entry()
      const { shown } = navigator.state()
      // It was on the screen while its page was loading, and may have been scrolled.
      if (isView) return history.saveScroll(viewport.y())
      if (scrollY === undefined && hash && viewport.scrollToElement(hash.slice(1))) return
      viewport.scrollTo(scrollY ?? (shown.route.keepAlive ? positions.get(shown.at) : undefined) ?? 0)
    },
    restoreFirst() {
      const { scrollY } = history.entry()
      if (scrollY !== undefined && scrollY !== viewport.y() && !viewport.isTouched()) viewport.scrollTo(scrollY)
    },
    stop: () => stop(),
  }
}

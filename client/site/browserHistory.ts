import { listen, together } from '../lib/listen.ts'
import type { SiteHistory } from './navigator.ts'
import { pushEntry } from './pushEntry.ts'
import type { ScrollMemory, Viewport } from './scrollMemory.ts'

export const browserHistory: SiteHistory = {
  entry() {
    const { href, pathname, search, hash } = location
    const state = history.state as { y?: number; view?: true } | null
    return { href, path: pathname, search, hash, isNew: !state, isView: state?.view, scrollY: state?.y }
  },
  push: (href) => (window.keepsAddress ? location.assign(href) : pushEntry(href, null)),
  replace: (address) => history.replaceState(history.state, '', address),
  // Its script, which may come later, signs the address that is there.
  keepsAddress: () => /MicroMessenger/i.test(navigator.userAgent),
  saveScroll(y) {
    history.replaceState({ ...history.state, y, view: undefined }, '')
  },
  subscribe: (listener) => listen(window, { popstate: listener }),
}

export const browserViewport: Viewport = {
  y: () => scrollY,
  // client/lib/entry.ts sets it.
  isTouched: () => document.documentElement.hasAttribute('data-touched'),
  scrollTo: (top) => scrollTo({ top, behavior: 'instant' }),
  scrollToElement(id) {
    const element = document.getElementById(id)
    element?.scrollIntoView()
    return element !== null
  },
}

/** Returns an unsubscribe function. */
export function listenToScroll(memory: ScrollMemory): () => void {
  // The browser would scroll before the page is shown again; only after a reload it may.
  const restoreOurselves = (): void => {
    history.scrollRestoration = 'manual'
  }
  const pagehide = (): void => {
    history.scrollRestoration = 'auto'
  }
  const popstate = (): void => {
    // Each entry has its own; below a menu that was opened before the scripts ran is one that they have not seen.
    restoreOurselves()
    memory.entryChanged()
  }
  restoreOurselves()
  return together(
    listen(window, { scroll: memory.scrolled, popstate, pageshow: restoreOurselves, pagehide }, { passive: true }),
    listen(window, { click: memory.save }, { capture: true }),
    pagehide,
    memory.stop,
  )
}

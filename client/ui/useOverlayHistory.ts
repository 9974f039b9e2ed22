import { useEffect, useEffectEvent, useRef } from 'react'
import { listen } from '../lib/listen.ts'

/**
 * Gives an overlay an entry of the history while it is open: Back closes it, Forward opens it again. `show` is called with the number that
 * it was opened with, or with undefined to close it. `name` tells the overlays of a page apart.
 */
export function useOverlayHistory(
  name: string,
  show: (number: number | undefined) => void,
): { open(number: number): void; close(): void } {
  /** Whether the current entry is the overlay's. `history.back` takes effect later, and must not be called twice. */
  const entered = useRef(false)
  /** The address at which the overlay is open, or was until the latest change of the history. */
  const openAt = useRef<string>(undefined)
  const follow = useEffectEvent(() => {
    const state = history.state as Readonly<Record<string, number | undefined>> | null
    const number = state?.[name]
    // The page may have been scrolled below the overlay: it stays there instead of where its entry was left (browserHistory.ts).
    if (number === undefined && openAt.current === location.href && state)
      history.replaceState({ ...state, y: scrollY }, '')
    const wasOpen = openAt.current !== undefined
    entered.current = number !== undefined
    openAt.current = number === undefined ? undefined : location.href
    if (wasOpen || entered.current) show(number)
  })

  useEffect(() => {
    follow()
    // The capture phase comes before the page is scrolled.
    return listen(window, { popstate: () => follow() }, { capture: true })
  }, [])

  return {
    open(number) {
      // After a reload the entry exists already and has opened the overlay.
      const state = { ...history.state, [name]: number }
      if (entered.current) history.replaceState(state, '')
      else history.pushState(state, '')
      entered.current = true
      openAt.current = location.href
      show(number)
    },
    close() {
      if (!entered.current) return
      entered.current = false
      show(undefined)
      history.back()
    },
  }
}

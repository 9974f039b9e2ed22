import { useEffect, useRef } from 'react'

/**
 * What lies over the page has an entry of the history while it is open: Back closes it, Forward opens it again. `show` is called
 * with the number it was opened with, or with undefined to close it.
 */
export function useOverlayEntry(show: (number: number | undefined) => void): { open(number: number): void; close(): void } {
  const latest = useRef(show)
  latest.current = show
  /** The present entry is its own. `history.back` comes into effect later, and must not be called twice. */
  const entered = useRef(false)

  useEffect(() => {
    const follow = (): void => {
      const number = (history.state as { overlay?: number } | null)?.overlay
      entered.current = number !== undefined
      latest.current(number)
    }
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  return {
    open(number) {
      // Opened by the entry itself after a reload, it has one already.
      history[entered.current ? 'replaceState' : 'pushState']({ ...history.state, overlay: number }, '')
      entered.current = true
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

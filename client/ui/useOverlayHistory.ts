import { useEffect, useEffectEvent, useRef } from 'react'
import { listen } from '../lib/listen.ts'

/**
 * Gives an overlay an entry of the history while it is open: Back closes it, Forward opens it again. `show` is called with the number that
 * it was opened with, or with undefined to close it. `name` tells the overlays of a page apart.
 */
export function useOverlayHistory(name: string, show: (number: number | undefined) => void): { open(number: number): void; close(): void } {
  /** Whether the current entry is the overlay's. `history.back` takes effect later, and must not be called twice. */
  const entered = useRef(false)
  const follow = useEffectEvent(() => {
    const number = (history.state as Readonly<Record<string, number | undefined>> | null)?.[name]
    entered.current = number !== undefined
    show(number)
  })

  useEffect(() => {
    follow()
    return listen(window, { popstate: () => follow() })
  }, [])

  return {
    open(number) {
      // After a reload the entry exists already and has opened the overlay.
      history[entered.current ? 'replaceState' : 'pushState']({ ...history.state, [name]: number }, '')
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

import { useRef, useState } from 'react'

const lockMs = 1000

/** Locks a button for a second after its click, and for as long as its action runs. Returns whether it is locked, and a function that runs an action. */
export function useRepeatGuard(): readonly [locked: boolean, run: (action: () => Promise<void>) => void] {
  const [locked, setLocked] = useState(false)
  const busy = useRef(false)

  const run = (action: () => Promise<void>): void => {
    // The state changes one frame later than a second click may come.
    if (busy.current) return
    busy.current = true
    setLocked(true)
    const delay = new Promise((resolve) => setTimeout(resolve, lockMs))
    void Promise.allSettled([action(), delay]).then(() => {
      busy.current = false
      setLocked(false)
    })
  }
  return [locked, run]
}

import { useRef, useState } from 'react'

const lockMs = 1000

/** A button rests for a second after its click, and as long as what it began is under way. Gives whether, and what to run through it. */
export function useRepeatGuard(): readonly [resting: boolean, run: (act: () => Promise<void>) => void] {
  const [resting, setResting] = useState(false)
  const busy = useRef(false)

  const run = (act: () => Promise<void>): void => {
    // The state is a frame behind a fast hand.
    if (busy.current) return
    busy.current = true
    setResting(true)
    const rested = new Promise((resolve) => setTimeout(resolve, lockMs))
    void Promise.allSettled([act(), rested]).then(() => {
      busy.current = false
      setResting(false)
    })
  }
  return [resting, run]
}

import { useEffect, useRef, useState } from 'react'

const lockMs = 1000

/** A button rests for a second after its click, and as long as what it began is under way. Gives whether, and what to run through it. */
export function useRepeatGuard(): readonly [resting: boolean, run: (act: () => void | Promise<void>) => void] {
  const [resting, setResting] = useState(false)
  const busy = useRef(false)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => void (gone.current = true)
  }, [])

  const run = (act: () => void | Promise<void>): void => {
    if (busy.current) return
    busy.current = true
    setResting(true)
    const rested = new Promise((resolve) => setTimeout(resolve, lockMs))
    void Promise.allSettled([act(), rested]).then(() => {
      busy.current = false
      if (!gone.current) setResting(false)
    })
  }
  return [resting, run]
}

import { useRef, useState } from 'react'
import { attempt } from './Toast.tsx'

const lockMs = 1000

/**
 * Locks a button for a second after its click, and for as long as its action runs. Returns whether it is locked, a function that runs an
 * action and shows why it failed, and whether one is running.
 */
export function useRepeatGuard(): readonly [
  locked: boolean,
  run: (action: () => Promise<unknown>, otherwise?: string) => void,
  running: boolean,
] {
  const [locked, setLocked] = useState(false)
  const [running, setRunning] = useState(false)
  const busy = useRef(false)

  const run = (action: () => Promise<unknown>, otherwise?: string): void => {
    // The state changes one frame later than a second click may come.
    if (busy.current) return
    busy.current = true
    setLocked(true)
    setRunning(true)
    const delay = new Promise((resolve) => setTimeout(resolve, lockMs))
    void Promise.all([attempt(action, otherwise).finally(() => setRunning(false)), delay]).then(() => {
      busy.current = false
      setLocked(false)
    })
  }
  return [locked, run, running]
}

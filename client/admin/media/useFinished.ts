import { effect } from '@preact/signals-react'
import { useEffect, useEffectEvent } from 'react'
import { finished } from './uploads.ts'

/** Runs after each file that was uploaded while the component is shown. */
export function useFinished(run: () => void): void {
  const latest = useEffectEvent(run)
  useEffect(() => {
    let seen = finished.peek()
    return effect(() => {
      if (finished.value === seen) return
      seen = finished.value
      latest()
    })
  }, [])
}

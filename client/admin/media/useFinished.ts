import { effect } from '@preact/signals-react'
import { useEffect, useEffectEvent } from 'react'
import { finishedCount } from './uploads.ts'

/** Runs after each file that was uploaded while the component is shown. */
export function useFinished(run: () => void): void {
  const latest = useEffectEvent(run)
  useEffect(() => {
    let seen = finishedCount.peek()
    return effect(() => {
      if (finishedCount.value === seen) return
      seen = finishedCount.value
      latest()
    })
  }, [])
}

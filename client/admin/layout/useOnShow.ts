import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs whenever the view is shown again; not at its first showing, which loads by itself. */
export function useOnShow(active: boolean, refresh: () => void): void {
  const again = useEffectEvent(refresh)
  const seen = useRef(false)
  useEffect(() => {
    if (!active) return
    if (seen.current) again()
    seen.current = true
  }, [active])
}

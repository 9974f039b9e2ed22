import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function at every render, for memoized rows; it calls the latest one. Do not call it while rendering. */
export function useStable<A extends readonly unknown[], T>(run: (...args: A) => T): (...args: A) => T {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

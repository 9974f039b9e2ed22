import { useCallback, useInsertionEffect, useRef } from 'react'

/** The same function at every render, which calls the latest one: for memoized rows. Do not call it while rendering. */
export function useStable<A extends readonly unknown[], T>(run: (...args: A) => T): (...args: A) => T {
  const latest = useRef(run)
  useInsertionEffect(() => {
    latest.current = run
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

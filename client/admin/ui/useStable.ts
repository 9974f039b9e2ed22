import { useCallback, useInsertionEffect, useRef } from 'react'

/** The same function at every render, which runs the latest one: for what is handed to memoized rows. Not to be called while rendering. */
export function useStable<A extends readonly unknown[], T>(run: (...args: A) => T): (...args: A) => T {
  const latest = useRef(run)
  useInsertionEffect(() => {
    latest.current = run
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

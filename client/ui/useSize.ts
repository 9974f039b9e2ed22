import { type DependencyList, type RefObject, useLayoutEffect } from 'react'

/** Calls `measure` with the element at once, and again whenever its size has changed. */
export function useSize(
  box: RefObject<HTMLElement | null>,
  measure: (element: HTMLElement) => void,
  deps: DependencyList = [],
): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    measure(element)
    const observer = new ResizeObserver(() => measure(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, deps)
}

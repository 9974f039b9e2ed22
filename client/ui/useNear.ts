import { type RefObject, useEffect, useState } from 'react'

/** Whether the element has been within `margin` of the screen. */
export function useNear(element: RefObject<HTMLElement | null>, margin: string): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!element.current || near) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: margin,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, near])
  return near
}

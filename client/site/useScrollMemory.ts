import { useEffect, useRef } from 'react'
import { routeOf } from './routes.ts'

/** Remembers how far each page was scrolled. The answer puts the page at hand where it belongs. */
export function useScrollMemory(at: string): () => void {
  const places = useRef(new Map<string, number>())
  const back = useRef(false)
  const current = useRef(at)

  useEffect(() => {
    const places_ = places.current
    const remember = (): void => void places_.set(current.current, scrollY)
    const goBack = (): void => void (back.current = true)
    // The browser would scroll before the page it goes back to is there; on a reload it may do as it knows.
    history.scrollRestoration = 'manual'
    const leave = (): void => void (history.scrollRestoration = 'auto')
    addEventListener('scroll', remember, { passive: true })
    addEventListener('popstate', goBack)
    addEventListener('pagehide', leave)
    return () => {
      leave()
      removeEventListener('scroll', remember)
      removeEventListener('popstate', goBack)
      removeEventListener('pagehide', leave)
    }
  }, [])

  return () => {
    current.current = at
    const place = back.current || routeOf(location.pathname)?.kept ? places.current.get(at) : undefined
    back.current = false
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null
    if (place === undefined && target) target.scrollIntoView()
    else scrollTo({ top: place ?? 0, behavior: 'instant' })
  }
}

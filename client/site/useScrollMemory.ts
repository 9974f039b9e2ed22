import { useEffect, useRef } from 'react'
import { addressOf, routeOf } from './routes.ts'

/** Safari refuses more than 100 changes of the history in 30 seconds. */
const restMs = 300

/**
 * Keeps how far a page is scrolled in its entry of the history: Back and Forward find the place again, also after a reload.
 * The function it returns puts the page that has just been drawn where it belongs.
 */
export function useScrollMemory(at: string): () => void {
  /** Of pages that are kept, for links to them, which make new entries. */
  const places = useRef(new Map<string, number>())
  const current = useRef(at)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Until the next page is there, the entry is already its own while the place is still that of the page before.
    const isShown = (): boolean => addressOf(location.pathname, location.search) === current.current
    const write = (): void => {
      clearTimeout(timer)
      if (isShown() && written() !== scrollY) history.replaceState({ ...history.state, y: scrollY }, '')
    }
    const scrolled = (): void => {
      places.current.set(current.current, scrollY)
      clearTimeout(timer)
      timer = setTimeout(write, restMs)
    }
    const turned = (): void => {
      clearTimeout(timer)
      const y = written()
      if (y !== undefined && isShown()) scrollTo({ top: y, behavior: 'instant' })
    }
    // The browser would scroll before the page it goes back to is there; on a reload it may do as it knows.
    const arrive = (): void => void (history.scrollRestoration = 'manual')
    const leave = (): void => void (history.scrollRestoration = 'auto')
    arrive()
    addEventListener('scroll', scrolled, { passive: true })
    // Before any link is followed.
    addEventListener('click', write, true)
    addEventListener('popstate', turned)
    addEventListener('pageshow', arrive)
    addEventListener('pagehide', leave)
    return () => {
      leave()
      clearTimeout(timer)
      removeEventListener('scroll', scrolled)
      removeEventListener('click', write, true)
      removeEventListener('popstate', turned)
      removeEventListener('pageshow', arrive)
      removeEventListener('pagehide', leave)
    }
  }, [])

  return () => {
    current.current = at
    const y = written()
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null
    if (y === undefined && target) target.scrollIntoView()
    else scrollTo({ top: y ?? (routeOf(location.pathname)?.kept ? places.current.get(at) : 0) ?? 0, behavior: 'instant' })
  }
}

/** The place in the present entry; a new entry has none yet. */
const written = (): number | undefined => (history.state as { y?: number } | null)?.y

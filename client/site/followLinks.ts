import { routeOf } from './routes.ts'

/**
 * Links to our own pages are followed without leaving the page, also those inside rich text; a page's code is fetched as soon as
 * a pointer rests on its link. Everything else is the browser's.
 */
export function followLinks(navigate: (to: string) => void, fetchAhead: (path: string) => void): () => void {
  const ownLink = (event: Event): HTMLAnchorElement | undefined => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin || !routeOf(link.pathname)) return undefined
    return link
  }
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = ownLink(event)
    // A link within the page is a matter of scrolling.
    if (!link || (link.hash && link.pathname === location.pathname && link.search === location.search)) return
    event.preventDefault()
    // The menu of a narrow screen must not lie over the page while the next one is loading.
    link.closest('details')?.removeAttribute('open')
    navigate(link.href)
  }
  const rest = (event: Event): void => {
    const link = ownLink(event)
    if (link) fetchAhead(link.pathname)
  }
  document.addEventListener('click', click)
  document.addEventListener('pointerover', rest, { passive: true })
  document.addEventListener('focusin', rest)
  return () => {
    document.removeEventListener('click', click)
    document.removeEventListener('pointerover', rest)
    document.removeEventListener('focusin', rest)
  }
}

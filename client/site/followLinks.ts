import { listen } from '../lib/listen.ts'
import { routeOf } from './routes.ts'

/**
 * Opens links to our own pages without leaving the page, also those inside rich text; a page's code is fetched as soon as the pointer or
 * the focus is on its link. Everything else is left to the browser. Returns an unsubscribe function.
 */
export function followLinks(open: (link: HTMLAnchorElement) => void, prefetch: (path: string) => void): () => void {
  const ownLink = (event: Event): HTMLAnchorElement | undefined => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin || !routeOf(link.pathname)) {
      return undefined
    }
    return link
  }
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = ownLink(event)
    // A link within the page only scrolls.
    if (!link || (link.hash && link.pathname === location.pathname && link.search === location.search)) return
    event.preventDefault()
    // The menu of a narrow screen must not cover the page while the next one is loading.
    link.closest('details')?.removeAttribute('open')
    open(link)
  }
  const approach = (event: Event): void => {
    const link = ownLink(event)
    if (link) prefetch(link.pathname)
  }
  return listen(document, { click, pointerover: approach, focusin: approach })
}

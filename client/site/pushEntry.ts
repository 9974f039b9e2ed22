/** Marks the entry that the open menu has. */
export const menuName = 'menu'

/** Another view of the page on the screen, which stays as far scrolled as it is. */
export const pushView = (href: string): void => pushEntry(href, { y: scrollY, view: true })

export function pushEntry(href: string, state: { y: number; view: true } | null): void {
  // A page takes the place of the menu's entry, so that Back does not open the menu again.
  const { state: current } = history as { state: Readonly<Record<string, unknown>> | null }
  history[current?.[menuName] ? 'replaceState' : 'pushState'](state, '', href)
  // The browser sends it only for Back and Forward; the overlay of the preview listens to it, too.
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Marks the entry that the open menu has. */
export const menuName = 'menu'

export interface ViewState {
  y: number
  view: true
}

/** With a state it is another view of the page on the screen, which stays as far scrolled as it is. */
export function pushEntry(href: string, state: ViewState | null): void {
  // A page takes the place of the menu's entry, so that Back does not open the menu again.
  const { state: current } = history as { state: Readonly<Record<string, unknown>> | null }
  if (current?.[menuName]) history.replaceState(state, '', href)
  else history.pushState(state, '', href)
  // The browser sends it only for Back and Forward; the overlay of the preview listens to it, too.
  dispatchEvent(new PopStateEvent('popstate'))
}

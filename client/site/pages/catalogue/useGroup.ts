import { useEffect, useRef, useSyncExternalStore } from 'react'
import { listen } from '../../../lib/listen.ts'
import { pushEntry, type ViewState } from '../../pushEntry.ts'
import type { CatalogueFacts, ProductGroup } from './data.ts'

/**
 * The group whose products are shown is that of the address, so that Back returns to it and it can be shared. Nothing waits until their
 * page is loaded anew, but for a group that is too large to be there already.
 */
export function useGroup(
  path: string,
  { open, groups }: CatalogueFacts,
): [current: string, choose: (id: string) => void] {
  const lastGroup = useRef(open)
  const inAddress = (): string => {
    // The address already belongs to the next page while that is loading.
    if (location.pathname !== path) return lastGroup.current
    return (tabOf(groups, askedGroup()) ?? groups[0])?.id ?? ''
  }
  const current = useSyncExternalStore(followAddress, inAddress, () => open)
  useEffect(() => {
    lastGroup.current = current
    const asked = askedGroup()
    if (location.pathname !== path || asked === null || tabOf(groups, asked)) return
    // A group that is off, or has no products any more, is not what is shown.
    history.replaceState(viewState(), '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  const isThere = (id: string): boolean => groups.some((group) => group.id === id && group.products.length > 0)
  return [current, (id) => pushEntry(`${path}?locationId=${id}`, isThere(id) ? viewState() : null)]
}

/** The tab of a group, also while another one of that tab is still shown. */
const tabOf = (groups: readonly ProductGroup[], asked: string | null): ProductGroup | undefined =>
  groups.find(({ id }) => id === asked) ??
  groups.find(({ tab, parts }) => tab === asked || parts.some(({ id }) => id === asked))

const viewState = (): ViewState => ({ y: scrollY, view: true })

const askedGroup = (): string | null => new URLSearchParams(location.search).get('locationId')

const followAddress = (listener: () => void): (() => void) => listen(window, { popstate: listener })

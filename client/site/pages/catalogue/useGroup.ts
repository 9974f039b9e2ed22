import { useEffect, useRef, useSyncExternalStore } from 'react'
import { listen } from '../../../lib/listen.ts'
import { pushEntry, type ViewState } from '../../pushEntry.ts'
import type { CatalogueFacts } from './data.ts'

/**
 * The group whose products are shown is that of the address, so that Back returns to it and it can be shared. All groups are there
 * already: nothing waits until their page is loaded anew.
 */
export function useGroup(
  path: string,
  { open, groups }: CatalogueFacts,
): [current: string, choose: (id: string) => void] {
  const lastGroup = useRef(open)
  const inAddress = (): string => {
    // The address already belongs to the next page while that is loading.
    if (location.pathname !== path) return lastGroup.current
    return (groups.find(({ id }) => id === askedGroup()) ?? groups[0])?.id ?? ''
  }
  const current = useSyncExternalStore(followAddress, inAddress, () => open)
  useEffect(() => {
    lastGroup.current = current
    if (location.pathname !== path || (askedGroup() ?? current) === current) return
    // A group that is off, or has no products any more, is not what is shown.
    history.replaceState(viewState(), '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  return [current, (id) => pushEntry(`${path}?locationId=${id}`, viewState())]
}

const viewState = (): ViewState => ({ y: scrollY, view: true })

const askedGroup = (): string | null => new URLSearchParams(location.search).get('locationId')

const followAddress = (listener: () => void): (() => void) => listen(window, { popstate: listener })

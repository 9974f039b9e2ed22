import { useSyncExternalStore } from 'react'
import { listen } from '../../../lib/listen.ts'
import { pushView } from '../../pushEntry.ts'
import type { CatalogueFacts } from './data.ts'

/**
 * The group whose products are shown is that of the address, so that Back returns to it and it can be shared. All groups are there
 * already: nothing waits until their page is loaded anew.
 */
export function useGroup(path: string, { open, groups }: CatalogueFacts): [current: string, choose: (id: string) => void] {
  const inAddress = (): string => {
    // The address already belongs to the next page while that is loading.
    if (location.pathname !== path) return open
    const asked = new URLSearchParams(location.search).get('locationId')
    return (groups.find(({ id }) => id === asked) ?? groups[0])?.id ?? ''
  }
  const current = useSyncExternalStore(followAddress, inAddress, () => open)
  return [current, (id) => pushView(`${path}?locationId=${id}`)]
}

const followAddress = (listener: () => void): (() => void) => listen(window, { popstate: listener })

import { useEffect, useEffectEvent } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { navigate } from './navigation.ts'

/** Takes these parameters out of the address as soon as they can be used. The rest of the address stays. */
export function useFromAddress<Name extends string>(
  ready: boolean,
  names: readonly Name[],
  use: (values: Partial<Record<Name, string>>) => void,
): void {
  const search = useSearch()
  const onFound = useEffectEvent(use)
  useEffect(() => {
    const params = new URLSearchParams(search)
    const present = names.filter((name) => params.get(name))
    if (!ready || present.length === 0) return
    const values = Object.fromEntries(present.map((name) => [name, params.get(name)])) as Partial<Record<Name, string>>
    for (const name of names) params.delete(name)
    const rest = `${params}`
    navigate(location.pathname + (rest && `?${rest}`), { replace: true })
    onFound(values)
  }, [ready, search])
}

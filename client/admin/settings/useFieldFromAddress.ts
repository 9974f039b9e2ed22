import { type RefObject, useEffect } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'

const controls = 'input:not([type=hidden]):not([hidden]), textarea, select, button, [contenteditable=true]'

/**
 * Goes to the field that the address names, `?field=slogan`, or to an item of a list, `?field=scenarios.2`, and opens it. The palette uses
 * it. The rest of the address stays.
 */
export function useFieldFromAddress(form: RefObject<HTMLElement | null>, ready: boolean): void {
  const search = useSearch()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const path = params.get('field')
    if (!ready || !path) return
    params.delete('field')
    navigate(`${location.pathname}?${params}`, { replace: true })
    const found = form.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
    found?.querySelector<HTMLElement>(':scope > .setting-item > [aria-expanded=false]')?.click()
    // What is folded under 高级.
    found?.closest('details')?.setAttribute('open', '')
    found?.scrollIntoView({ block: 'center' })
    found?.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true })
  }, [ready, search])
}

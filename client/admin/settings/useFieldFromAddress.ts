import type { RefObject } from 'react'
import { useFromAddress } from '../ui/useFromAddress.ts'

const controls = 'input:not([type=hidden]):not([hidden]), textarea, select, button, [contenteditable=true]'

/**
 * Goes to the field that the address names, `?field=slogan`, or to an item of a list, `?field=scenarios.2`, and opens it. The palette uses
 * it.
 */
export function useFieldFromAddress(form: RefObject<HTMLElement | null>, ready: boolean): void {
  useFromAddress(ready, ['field'], ({ field = '' }) => {
    const found = form.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`)
    found?.querySelector<HTMLElement>(':scope > .setting-item > [aria-expanded=false]')?.click()
    // What is folded under 高级.
    found?.closest('details')?.setAttribute('open', '')
    found?.scrollIntoView({ block: 'center' })
    found?.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true })
  })
}

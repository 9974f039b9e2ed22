import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { listen } from '../../lib/listen.ts'

/**
 * Focuses the first field of a form that a link has led to: when it is offered, and when the link names the section around it. Returns
 * whether the field that loses the focus has not been touched since, so that nobody is blamed for what they never began.
 */
export function useFirstField(form: RefObject<HTMLFormElement | null>, offered: boolean): (event: FocusEvent<HTMLElement>) => boolean {
  const focused = useRef<HTMLElement>(null)
  const focus = (): void => {
    const first = form.current?.querySelector<HTMLElement>('input:not([type=hidden])')
    const isElsewhere = document.activeElement !== first && form.current?.contains(document.activeElement)
    if (!first || isElsewhere) return
    focused.current = first
    // The page is where the link has scrolled it.
    first.focus({ preventScroll: true })
  }

  useEffect(() => {
    if (offered) focus()
  }, [offered])
  useEffect(() => {
    const id = form.current?.closest('section')?.id
    if (!id) return
    // The browser scrolls to the section after the click, and takes the focus away.
    const followHash = (hash: string | undefined): void => void (hash === `#${id}` && setTimeout(focus))
    followHash(location.hash)
    return listen(document, { click: ({ target }) => followHash(target instanceof Element ? target.closest('a')?.hash : undefined) })
  }, [])

  return ({ currentTarget }) => {
    const first = currentTarget === focused.current
    if (first) focused.current = null
    return first && (currentTarget as HTMLInputElement).value === ''
  }
}

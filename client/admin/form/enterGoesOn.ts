import type { KeyboardEvent } from 'react'
import { isComposing } from '../ui/composing.ts'

const fields = ':is(input:not([type=hidden]), select, textarea, [contenteditable=true]):not(:disabled):not([hidden])'
/** Their Enter is a click. */
const buttons = ['button', 'submit', 'reset', 'image', 'file', 'color']

/** In a form that publishes what it saves, Enter goes on to the next field. Saving is for Ctrl+S and the button. */
export function enterGoesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement) || buttons.includes(target.type)) return
  // React also bubbles the events of forms in dialogs that were opened from here.
  if (target.closest('dialog') !== form.closest('dialog')) return
  event.preventDefault()
  if (isComposing(event)) return
  const all = [...form.querySelectorAll<HTMLElement>(fields)]
  for (const next of all.slice(all.indexOf(target) + 1)) {
    next.focus()
    // One that is folded away takes no focus.
    if (document.activeElement === next) return
  }
}

import { listen } from '../lib/listen.ts'

/**
 * Opens a dialog over the page; returns what closes it. Before Firefox 98 and Safari 15.4 there is no <dialog>: there the keyboard is kept inside
 * by this, and the style sheet lays it over the page by its class `stand-in`.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  if (typeof dialog.showModal !== 'function') return standIn(dialog)
  dialog.showModal()
  return () => dialog.close()
}

function standIn(box: HTMLElement): () => void {
  const before = document.activeElement
  const buttons = (): HTMLElement[] => [...box.querySelectorAll('button')]
  const keydown = (event: KeyboardEvent): void => {
    // As the browser's own says it: React listens for this.
    if (event.key === 'Escape') box.dispatchEvent(new Event('close'))
    if (event.key !== 'Tab') return
    event.preventDefault()
    const all = buttons()
    const next = all.indexOf(document.activeElement as HTMLElement) + (event.shiftKey ? -1 : 1)
    all[(next + all.length) % all.length]?.focus()
  }
  const focusin = ({ target }: Event): void => {
    if (!box.contains(target as Node)) buttons()[0]?.focus()
  }
  box.classList.add('stand-in')
  box.setAttribute('role', 'dialog')
  box.setAttribute('aria-modal', 'true')
  box.setAttribute('open', '')
  buttons()[0]?.focus()
  const stop = listen(document, { keydown, focusin })
  return () => {
    stop()
    box.removeAttribute('open')
    if (before instanceof HTMLElement) before.focus()
  }
}

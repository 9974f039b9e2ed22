import { listen } from '../lib/listen.ts'

/**
 * Opens a dialog over the page. Returns a function that closes it. Firefox before 98 and Safari before 15.4 have no <dialog>: there this
 * keeps the focus inside, and the style sheet puts it over the page by its class `stand-in`.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  if (typeof dialog.showModal !== 'function') return standIn(dialog)
  dialog.showModal()
  return () => dialog.close()
}

function standIn(box: HTMLElement): () => void {
  const focused = document.activeElement
  const buttons = (): HTMLElement[] => [...box.querySelectorAll('button')]
  const keydown = (event: KeyboardEvent): void => {
    // The event that a real dialog sends, for which React listens.
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
  const unsubscribe = listen(document, { keydown, focusin })
  return () => {
    unsubscribe()
    box.removeAttribute('open')
    if (focused instanceof HTMLElement) focused.focus()
  }
}

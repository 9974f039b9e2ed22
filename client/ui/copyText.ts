import { listen } from '../lib/listen.ts'

/** Whether the text is now on the clipboard. Pages served without https have no `navigator.clipboard`. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** A table for a sheet. `navigator.clipboard` would take the formats of cells out of the HTML. */
export function copyTable(text: string, html: string): boolean {
  const stop = listen(document, {
    copy(event) {
      event.preventDefault()
      event.clipboardData?.setData('text/plain', text)
      event.clipboardData?.setData('text/html', html)
    },
  })
  try {
    return copyBySelection(text)
  } finally {
    stop()
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const input = document.createElement('textarea')
  input.value = text
  input.readOnly = true
  input.className = 'visually-hidden'
  input.setAttribute('aria-hidden', 'true')
  // Within an open dialog nothing outside of it can be selected.
  const parent = before?.closest('dialog') ?? document.body
  parent.append(input)
  input.select()
  input.setSelectionRange(0, text.length)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    input.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

/** Whether the text is now on the clipboard. Pages served without https have no `navigator.clipboard`. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
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

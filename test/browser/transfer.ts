import type { Locator, Page } from 'playwright-core'

/** Pastes a picture file, or drops one from the desktop, in a text behind the last word. */
export const transferFile = (target: Locator, kind: 'paste' | 'drop', name: string, bytes: Buffer): Promise<void> =>
  target.evaluate(
    (element, [how, called, base64]) => {
      const data = new DataTransfer()
      data.items.add(
        new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], called, { type: 'image/png' }),
      )
      element.scrollIntoView({ block: 'center' })
      const { right, bottom } = element.getBoundingClientRect()
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', {
              dataTransfer: data,
              clientX: right - 5,
              clientY: bottom - 5,
              bubbles: true,
              cancelable: true,
            })
      element.dispatchEvent(event)
    },
    [kind, name, bytes.toString('base64')] as const,
  )

/** Pastes what another program put on the clipboard. A real clipboard would clean it first. */
export const paste = (target: Locator, data: Readonly<Record<string, string>>): Promise<void> =>
  target.evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)

/** From the clipboard, by the keyboard: the browser chooses what receives it. */
export async function pastePicture(page: Page, focused: Locator): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(60, 30)
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob() })])
  })
  await focused.focus()
  await page.keyboard.press('Control+v')
}

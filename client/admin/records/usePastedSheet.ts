import { useEffect, useEffectEvent } from 'react'
import { listen } from '../../lib/listen.ts'
import { pastedSheet } from '../sheets/pastedSheet.ts'

const textControls = 'input, textarea, select, [contenteditable=true]'

/** Takes the cells of a spreadsheet, or the file of one, that are pasted while the list is in sight. */
export function usePastedSheet(enabled: boolean, onSheet: (files: readonly File[]) => void): void {
  const onPaste = useEffectEvent(({ clipboardData, target }: ClipboardEvent): void => {
    const isText = target instanceof Element && target.closest(textControls)
    if (!enabled || !clipboardData || isText || document.querySelector('dialog[open]')) return
    const files = [...clipboardData.files]
    const cells = clipboardData.getData('text/plain')
    // Two columns and two rows: a name and what it is, below their headings.
    if (/\t.*\n.*\t/.test(cells)) onSheet([pastedSheet(cells)])
    else if (files.some((file) => /\.(?:xlsx|csv)$/i.test(file.name))) onSheet(files)
  })
  useEffect(() => listen(document, { paste: onPaste }), [])
}

import { signal } from '@preact/signals-react'
import type { ReactNode } from 'react'

/** The open modal dialogs, the uppermost last. Everything outside of it is inert. */
export const openDialogs = signal<readonly HTMLDialogElement[]>([])

/** Returns its removal. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  openDialogs.value = [...openDialogs.peek(), dialog]
  return () => {
    openDialogs.value = openDialogs.peek().filter((each) => each !== dialog)
  }
}

/** A dialog that code opens that is loaded later: it is drawn at the root, above whatever form asked for it. */
export const rootDialog = signal<ReactNode>(undefined)

import { signal } from '@preact/signals-react'
import type { ReactNode } from 'react'

/** The open modal dialogs, the uppermost last. Everything outside of it is inert. */
export const openDialogs = signal<readonly HTMLDialogElement[]>([])

/** Returns a function that removes it. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  openDialogs.value = [...openDialogs.peek(), dialog]
  return () => {
    openDialogs.value = openDialogs.peek().filter((each) => each !== dialog)
  }
}

/** A dialog opened by code that is loaded later: it is rendered at the root, above the form that opened it. */
export const rootDialog = signal<ReactNode>(undefined)

import { signal } from '@preact/signals-react'

/** The open modal dialogs, the uppermost last. Everything outside of it is inert. */
export const openDialogs = signal<readonly HTMLDialogElement[]>([])

/** Returns its removal. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  openDialogs.value = [...openDialogs.peek(), dialog]
  return () => {
    openDialogs.value = openDialogs.peek().filter((each) => each !== dialog)
  }
}

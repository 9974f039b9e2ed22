import { signal } from '@preact/signals-react'

/** The modal dialogs that are open, the uppermost last: what is to be read while one is open must stand inside it. */
export const openDialogs = signal<readonly HTMLDialogElement[]>([])

export function enter(dialog: HTMLDialogElement): () => void {
  openDialogs.value = [...openDialogs.peek(), dialog]
  return () => {
    openDialogs.value = openDialogs.peek().filter((each) => each !== dialog)
  }
}

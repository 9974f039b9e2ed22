import { type DragEvent, useState } from 'react'

/** Makes an element take dropped files. */
export function useFileDrops(onFiles: (files: readonly File[]) => void, disabled = false) {
  const [over, setOver] = useState(false)
  const drop = {
    onDragOver(event: DragEvent): void {
      if (disabled || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent): void {
      event.preventDefault()
      setOver(false)
      if (!disabled) onFiles([...event.dataTransfer.files])
    },
  }
  return { over, drop }
}

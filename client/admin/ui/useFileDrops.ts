import { type DragEvent, useState } from 'react'
import { takeDropped } from './droppedFiles.ts'

interface Options {
  disabled?: boolean
  /** Says before the files are dropped what will become of them. Some browsers tell their number only afterwards: it is 0 then. */
  note?(count: number): string
}

/** Makes an element take dropped files. What lies inside and takes them itself has precedence. */
export function useFileDrops(onFiles: (files: readonly File[]) => void, { disabled = false, note }: Options = {}) {
  /** How many are held over it; undefined when none are. */
  const [count, setCount] = useState<number>()
  const leave = (): void => setCount(undefined)
  return {
    onDragOver(event: DragEvent): void {
      if (event.defaultPrevented) return leave()
      if (disabled || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setCount([...event.dataTransfer.items].filter(({ kind }) => kind === 'file').length)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
      if (!currentTarget.contains(relatedTarget as Node | null)) leave()
    },
    onDrop(event: DragEvent): void {
      leave()
      if (event.defaultPrevented) return
      event.preventDefault()
      if (!disabled) takeDropped(event.dataTransfer, onFiles)
    },
    'data-drop-note': count === undefined ? undefined : (note?.(count) ?? ''),
  }
}

import { useEffect } from 'react'
import { listen } from '../../lib/listen.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** A file dropped beside its field would make the browser leave the page for it. */
export function useCatchDrops(): void {
  useEffect(
    () =>
      listen(document, {
        dragover(event) {
          if (event.defaultPrevented || !hasFiles(event)) return
          event.preventDefault()
          if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
        },
        drop(event) {
          if (hasFiles(event)) event.preventDefault()
        },
      }),
    [],
  )
}

import { listen } from '../lib/listen.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Ignores files that are dropped beside what takes them: the browser would leave the page and open them. */
export function catchDrops(): void {
  listen(document, {
    dragover(event) {
      if (event.defaultPrevented || !hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    },
    drop(event) {
      if (hasFiles(event)) event.preventDefault()
    },
  })
}

import { listen, together } from '../lib/listen.ts'

interface DragHandlers {
  start(x: number): unknown
  move(x: number): void
  end(): void
}

/** Pixels that a press may move before it counts as a drag. */
const tolerance = 6

/** Reports sideways drags by mouse, pen or finger; those up and down scroll the page (`touch-action`). Returns an unsubscribe function. */
export function trackDrags(element: HTMLElement, drag: DragHandlers): () => void {
  let press: { id: number; x: number; y: number } | undefined
  let dragging = false

  const pointerdown = (event: PointerEvent): void => {
    dragging = false
    press =
      event.isPrimary && event.button === 0 ? { id: event.pointerId, x: event.clientX, y: event.clientY } : undefined
  }
  const pointermove = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    if (pointerId !== press?.id) return
    if (!dragging) {
      const across = Math.abs(clientX - press.x)
      if (across < tolerance || across < Math.abs(clientY - press.y)) return
      dragging = true
      // Capturing earlier would make a plain click miss its link.
      element.setPointerCapture(pointerId)
      drag.start(clientX)
    }
    drag.move(clientX)
  }
  const pointerup = ({ pointerId }: PointerEvent): void => {
    if (pointerId !== press?.id) return
    press = undefined
    if (dragging) drag.end()
  }
  /** The end of a drag must not click the element under the pointer. */
  const click = (event: Event): void => {
    if (!dragging) return
    dragging = false
    event.preventDefault()
    event.stopPropagation()
  }
  /** Prevents the browser's own dragging of pictures and links. */
  const dragstart = (event: Event): void => event.preventDefault()

  return together(
    listen(element, { pointerdown, pointermove, pointerup, pointercancel: pointerup, dragstart }),
    listen(element, { click }, { capture: true }),
  )
}

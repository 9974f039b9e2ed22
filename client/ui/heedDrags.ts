import { listen } from '../lib/listen.ts'

interface Drag {
  start(x: number): unknown
  move(x: number): void
  end(): void
}

/** Pixels that a hand may tremble before it counts as a drag. */
const slack = 6

/** Hears of sideways drags by mouse, pen or finger; those up and down stay the page's (`touch-action`). Gives the removal. */
export function heedDrags(element: HTMLElement, drag: Drag): () => void {
  let held: { id: number; x: number; y: number } | undefined
  let dragging = false

  const down = (event: PointerEvent): void => {
    dragging = false
    held = event.isPrimary && event.button === 0 ? { id: event.pointerId, x: event.clientX, y: event.clientY } : undefined
  }
  const move = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    if (pointerId !== held?.id) return
    if (!dragging) {
      const across = Math.abs(clientX - held.x)
      if (across < slack || across < Math.abs(clientY - held.y)) return
      dragging = true
      // Only now, or a plain click would miss the link it was meant for.
      element.setPointerCapture(pointerId)
      drag.start(clientX)
    }
    drag.move(clientX)
  }
  const up = ({ pointerId }: PointerEvent): void => {
    if (pointerId !== held?.id) return
    held = undefined
    if (dragging) drag.end()
  }
  /** What lies under the pointer when a drag ends was not clicked. */
  const click = (event: Event): void => {
    if (!dragging) return
    dragging = false
    event.preventDefault()
    event.stopPropagation()
  }
  /** A picture or a link must not come along as a ghost. */
  const keep = (event: Event): void => event.preventDefault()

  const ends = [
    listen(element, { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, dragstart: keep }),
    listen(element, { click }, { capture: true }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

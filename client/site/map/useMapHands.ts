import { type RefObject, useEffect, useRef } from 'react'
import { listen } from '../../lib/listen.ts'
import type { Point } from '../../lib/tiles.ts'

interface Moves {
  drag(by: Point): void
  /** By so many levels, around a point counted from the middle of the window. */
  zoom(by: number, at: Point): void
  /** The fingers have left: a zoom between two levels may settle. */
  rest(): void
}

/** Mouse, fingers and wheel on the map. Two fingers move and zoom at once. */
export function useMapHands(ground: RefObject<HTMLElement | null>, wheel: boolean, moves: Moves): void {
  const latest = useRef(moves)
  latest.current = moves

  useEffect(() => {
    const element = ground.current
    if (!element) return
    const fingers = new Map<number, Point>()
    const fromMiddle = ({ x, y }: Point): Point => {
      const box = element.getBoundingClientRect()
      return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
    }
    /** The middle of all fingers and how far apart they are. */
    const grip = (): { middle: Point; span: number } => {
      const [a = { x: 0, y: 0 }, b = a] = [...fingers.values()]
      return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, span: Math.hypot(a.x - b.x, a.y - b.y) }
    }

    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('a, button'))) return
      element.setPointerCapture(event.pointerId)
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    }
    const move = (event: PointerEvent): void => {
      if (!fingers.has(event.pointerId)) return
      const before = grip()
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const after = grip()
      latest.current.drag({ x: after.middle.x - before.middle.x, y: after.middle.y - before.middle.y })
      if (before.span > 0 && after.span > 0) latest.current.zoom(Math.log2(after.span / before.span), fromMiddle(after.middle))
    }
    const up = (event: PointerEvent): void => {
      if (fingers.delete(event.pointerId) && fingers.size === 0) latest.current.rest()
    }
    const double = (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('a, button')) return
      latest.current.zoom(1, fromMiddle({ x: event.clientX, y: event.clientY }))
    }
    let turned = 0
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      // A touchpad sends dozens of small turns where a wheel sends one.
      if (event.timeStamp - turned < 120 || event.deltaY === 0) return
      turned = event.timeStamp
      latest.current.zoom(event.deltaY < 0 ? 1 : -1, fromMiddle({ x: event.clientX, y: event.clientY }))
    }

    const ends = [
      listen(element, { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, dblclick: double }),
      listen(element, wheel ? { wheel: turn } : {}, { passive: false }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [wheel])
}

import { type RefObject, useEffect, useEffectEvent } from 'react'
import { listen, together } from '../../lib/listen.ts'
import type { Point } from '../../lib/tiles.ts'

interface Gestures {
  drag(by: Point): void
  /** By so many levels, around a point counted from the middle of the map. */
  zoom(by: number, around: Point): void
  /** All fingers are lifted: a zoom between two levels may snap to one. */
  end(): void
}

/** A touchpad sends dozens of small wheel events where a mouse wheel sends one. */
const wheelPauseMs = 120

interface GestureOptions {
  wheel: boolean
  /** One finger is left to the page around the map. */
  embedded: boolean
}

/** Mouse, fingers and wheel on the map. Two fingers move and zoom at once. */
export function useMapGestures(
  map: RefObject<HTMLElement | null>,
  { wheel: withWheel, embedded }: GestureOptions,
  gestures: Gestures,
): void {
  const drag = useEffectEvent((by: Point) => gestures.drag(by))
  const zoom = useEffectEvent((by: number, around: Point) => gestures.zoom(by, around))
  const end = useEffectEvent(() => gestures.end())

  useEffect(() => {
    const element = map.current
    if (!element) return
    const pointers = new Map<number, Point>()
    const fromMiddle = ({ x, y }: Point): Point => {
      const box = element.getBoundingClientRect()
      return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
    }
    const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })

    const pointerdown = (event: PointerEvent): void => {
      if (event.button !== 0 || isControl(event)) return
      element.setPointerCapture(event.pointerId)
      pointers.set(event.pointerId, pointOf(event))
    }
    const pointermove = (event: PointerEvent): void => {
      if (!pointers.has(event.pointerId)) return
      const before = pinchOf(pointers)
      pointers.set(event.pointerId, pointOf(event))
      if (embedded && event.pointerType === 'touch' && pointers.size === 1) return
      const after = pinchOf(pointers)
      drag({ x: after.middle.x - before.middle.x, y: after.middle.y - before.middle.y })
      if (before.span > 0 && after.span > 0) zoom(Math.log2(after.span / before.span), fromMiddle(after.middle))
    }
    const pointerup = (event: PointerEvent): void => {
      if (pointers.delete(event.pointerId) && pointers.size === 0) end()
    }
    const dblclick = (event: MouseEvent): void => {
      if (!isControl(event)) zoom(1, fromMiddle(pointOf(event)))
    }
    // By `touch-action` the browser scrolls with two fingers, too.
    const touchmove = (event: TouchEvent): void => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault()
    }
    let lastWheel = 0
    const wheel = (event: WheelEvent): void => {
      event.preventDefault()
      if (event.timeStamp - lastWheel < wheelPauseMs || event.deltaY === 0) return
      lastWheel = event.timeStamp
      zoom(event.deltaY < 0 ? 1 : -1, fromMiddle(pointOf(event)))
    }

    const unsubscribes = [listen(element, { pointerdown, pointermove, pointerup, pointercancel: pointerup, dblclick })]
    const active = { passive: false }
    if (withWheel) unsubscribes.push(listen(element, { wheel }, active))
    if (embedded) unsubscribes.push(listen(element, { touchmove }, active))
    return together(...unsubscribes)
  }, [withWheel, embedded])
}

const isControl = ({ target }: Event): boolean => target instanceof Element && target.closest('a, button') !== null

/** The middle of the fingers and how far apart they are; one finger has no span. */
function pinchOf(pointers: ReadonlyMap<number, Point>) {
  const [a = { x: 0, y: 0 }, b = a] = [...pointers.values()]
  return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, span: Math.hypot(a.x - b.x, a.y - b.y) }
}

import { Activity, type ReactNode, useLayoutEffect, useRef } from 'react'
import { viewAt } from '../views.ts'
import { Failing } from './Failing.tsx'

/** Every open tab's screen, alive whether on show or not. */
export function KeptViews({ path, tabs }: { path: string; tabs: readonly string[] }) {
  return tabs.map((each) => {
    const view = viewAt(each)
    if (!view) return null
    const active = each === path
    return (
      <Activity key={each} mode={active ? 'visible' : 'hidden'}>
        <Scroller label={view.title}>
          <Failing>
            <view.Screen active={active} />
          </Failing>
        </Scroller>
      </Activity>
    )
  })
}

/** A box that is hidden forgets how far it and the boxes in it were scrolled, in some browsers. */
function Scroller({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const places = useRef(new Map<Element, readonly [number, number]>())

  useLayoutEffect(() => {
    const own = box.current
    if (!own) return
    for (const [element, [left, top]] of places.current) {
      if (element.isConnected) element.scrollTo({ left, top, behavior: 'instant' })
      else places.current.delete(element)
    }
    const note = ({ target }: Event): void => {
      if (target instanceof Element) places.current.set(target, [target.scrollLeft, target.scrollTop])
    }
    own.addEventListener('scroll', note, { capture: true, passive: true })
    return () => own.removeEventListener('scroll', note, { capture: true })
  }, [])

  return (
    <div className="view" ref={box} role="region" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  )
}

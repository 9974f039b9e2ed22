import { Activity, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { viewAt } from '../views.ts'
import { endWork } from '../form/unfinished.ts'
import { Failing } from './Failing.tsx'

/** The screens of all open tabs; hidden ones stay mounted. */
export function KeptViews({ path, tabs }: { path: string; tabs: readonly string[] }) {
  return tabs.map((each) => <KeptView key={each} path={each} active={each === path} />)
}

/** An Activity ends the effects of what it hides, so the end of its work is noticed out here, when its tab is closed. */
function KeptView({ path, active }: { path: string; active: boolean }) {
  useEffect(() => () => endWork(path), [path])
  const view = viewAt(path)
  return (
    view && (
      <Activity mode={active ? 'visible' : 'hidden'}>
        <Scroller label={view.title}>
          <Failing>
            <view.Screen active={active} />
          </Failing>
        </Scroller>
      </Activity>
    )
  )
}

/** Restores the scroll positions in a view: some browsers reset them while it is hidden. */
function Scroller({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const positions = useRef(new Map<Element, readonly [number, number]>())

  useLayoutEffect(() => {
    const own = box.current
    if (!own) return
    for (const [element, [left, top]] of positions.current) {
      if (element.isConnected) element.scrollTo({ left, top, behavior: 'instant' })
      else positions.current.delete(element)
    }
    const onScroll = ({ target }: Event): void => {
      if (target instanceof Element) positions.current.set(target, [target.scrollLeft, target.scrollTop])
    }
    own.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => own.removeEventListener('scroll', onScroll, { capture: true })
  }, [])

  return (
    <div className="view" ref={box} role="region" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  )
}

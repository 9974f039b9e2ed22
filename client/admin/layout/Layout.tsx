import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect } from 'react'
import { user } from '../session.ts'
import { viewAt } from '../views.ts'
import { KeptViews } from './KeptViews.tsx'
import { mobile, opened, show, visited } from './layoutState.ts'
import { Overlays } from './Overlays.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TabStrip } from './TabStrip.tsx'
import { TopBar } from './TopBar.tsx'

/** Sidebar, top bar and tabs around the screens. `path` is always one of the table's. */
export function Layout({ path }: { path: string }) {
  useSignals()
  const title = viewAt(path)?.title ?? ''
  const sysName = user.value?.sysName ?? ''
  const drawn = mobile.value && opened.value

  // Before the browser paints, or the new tab's screen would appear a frame late.
  useLayoutEffect(() => show(path), [path])
  useEffect(() => {
    document.title = sysName ? `${title} - ${sysName}` : title
  }, [title, sysName])
  useEffect(() => {
    if (!drawn) return
    // The button that opened it is now inert.
    document.querySelector<HTMLElement>('.sidebar a')?.focus()
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') opened.value = false
    }
    // For browsers without `inert`.
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.closest('.stage')) document.querySelector<HTMLElement>('.sidebar a')?.focus()
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('focusin', onFocusIn)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('focusin', onFocusIn)
      document.querySelector<HTMLElement>('.top-bar button')?.focus()
    }
  }, [drawn])

  const state = mobile.value ? 'mobile' : opened.value ? 'wide' : 'narrow'
  return (
    <div className={`layout ${state}${drawn ? ' open' : ''}`}>
      <Sidebar path={path} />
      {drawn && <div className="scrim" onClick={() => (opened.value = false)} />}
      <div className="stage" inert={drawn}>
        <TopBar path={path} />
        <TabStrip path={path} />
        <main className="views">
          <KeptViews path={path} tabs={visited.value} />
        </main>
      </div>
      <Overlays />
    </div>
  )
}

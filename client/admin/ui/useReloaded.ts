import { useEffect, useState } from 'react'
import { messageOf } from '../../lib/callError.ts'
import { listen } from '../../lib/listen.ts'

interface Reloaded<T> {
  /** The last one there was, also while a newer is fetched or could not be. */
  readonly data: T | undefined
  readonly state: 'loading' | 'ready' | 'failed'
  readonly why: string
  readonly at: number
  refresh(): void
}

/** Loads each time that the view or its window is shown, and when `of` changes. */
export function useReloaded<T>(load: (signal: AbortSignal) => Promise<T>, of?: unknown): Reloaded<T> {
  const [view, setView] = useState<Omit<Reloaded<T>, 'refresh'>>({ data: undefined, state: 'loading', why: '', at: 0 })
  const [asked, setAsked] = useState(0)

  // Inside an Activity this runs each time that the view is shown.
  useEffect(() => {
    const leaving = new AbortController()
    setView((before) => ({ ...before, state: 'loading' }))
    load(leaving.signal).then(
      (data) => {
        if (!leaving.signal.aborted) setView({ data, state: 'ready', why: '', at: Date.now() })
      },
      (cause: unknown) => {
        if (leaving.signal.aborted) return
        setView((before) => ({ ...before, state: 'failed', why: messageOf(cause, '加载失败，请稍后重试') }))
      },
    )
    return () => leaving.abort()
  }, [asked, of])

  const refresh = (): void => setAsked((count) => count + 1)
  useEffect(() => listen(document, { visibilitychange: () => document.visibilityState === 'visible' && refresh() }), [])
  return { ...view, refresh }
}

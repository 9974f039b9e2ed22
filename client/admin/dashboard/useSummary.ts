import { useEffect, useState } from 'react'
import type { Summary } from '../../../contract/entities.ts'
import { messageOf } from '../../lib/callError.ts'
import { listen } from '../../lib/listen.ts'
import { api } from '../api.ts'

interface UsedSummary {
  /** The last one there was, also while a newer is fetched or could not be. */
  readonly summary: Summary | undefined
  readonly state: 'loading' | 'ready' | 'failed'
  readonly why: string
  /** When it was loaded. */
  readonly at: number
  refresh(): void
}

/** Loaded each time that the dashboard or its window is shown. */
export function useSummary(): UsedSummary {
  const [view, setView] = useState<Omit<UsedSummary, 'refresh'>>({ summary: undefined, state: 'loading', why: '', at: 0 })
  const [asked, setAsked] = useState(0)

  // Inside an Activity this runs each time that the view is shown.
  useEffect(() => {
    const leaving = new AbortController()
    setView((before) => ({ ...before, state: 'loading' }))
    api('summary', {}, leaving.signal).then(
      (summary) => {
        if (!leaving.signal.aborted) setView({ summary, state: 'ready', why: '', at: Date.now() })
      },
      (cause: unknown) => {
        if (leaving.signal.aborted) return
        setView((before) => ({ ...before, state: 'failed', why: messageOf(cause, '加载失败，请稍后重试') }))
      },
    )
    return () => leaving.abort()
  }, [asked])

  const refresh = (): void => setAsked((count) => count + 1)
  useEffect(() => listen(document, { visibilitychange: () => document.visibilityState === 'visible' && refresh() }), [])
  return { ...view, refresh }
}

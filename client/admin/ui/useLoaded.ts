import { useCallback, useEffect, useRef, useState } from 'react'
import { isRefused, messageOf } from '../../lib/callError.ts'
import { listen } from '../../lib/listen.ts'
import { useStable } from './useStable.ts'

interface LoadedView<T> {
  /** The last one there was, also while a newer is loaded or could not be. */
  readonly data: T | undefined
  readonly state: 'loading' | 'ready' | 'failed'
  /** Why the last attempt failed, until one succeeds. */
  readonly why: string
  /** It would fail again. */
  readonly refused: boolean
  readonly at: number
}

interface LoadOptions {
  /** How long to wait after a change of `deps`. */
  debounceMs?: number
  /** Load also each time that the window is shown. */
  onShow?: boolean
  messageFor?(cause: unknown): string
}

/** Loads when the component is mounted or shown again, and when `deps` change; a late reply never replaces a newer one. */
export function useLoaded<T>(
  /** Undefined where there is nothing to load; `before` is what was loaded last. */
  load: ((signal: AbortSignal, before: T | undefined) => T | Promise<T>) | undefined,
  deps: readonly unknown[],
  { debounceMs = 0, onShow = false, messageFor = messageOf }: LoadOptions = {},
): LoadedView<T> & { refresh(): Promise<void> } {
  const [view, setView] = useState<LoadedView<T>>({
    data: undefined,
    state: load ? 'loading' : 'ready',
    why: '',
    refused: false,
    at: 0,
  })
  const request = useRef<AbortController>(undefined)

  const run = useStable(async (waitMs: number): Promise<void> => {
    request.current?.abort()
    const { signal } = (request.current = new AbortController())
    const show = (next: Partial<LoadedView<T>>): void => {
      if (!signal.aborted) setView((before) => ({ ...before, ...next }))
    }
    if (!load) return show({ state: 'ready', why: '' })
    show({ state: 'loading' })
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (signal.aborted) return
    try {
      show({ data: await load(signal, view.data), state: 'ready', why: '', at: Date.now() })
    } catch (cause) {
      show({ state: 'failed', why: messageFor(cause), refused: isRefused(cause) })
    }
  })
  const refresh = useCallback(() => run(0), [])
  const mounted = useRef(false)
  // Inside an Activity this runs each time that the view is shown.
  useEffect(() => {
    void run(mounted.current ? debounceMs : 0)
    mounted.current = true
    return () => request.current?.abort()
  }, deps)
  useEffect(
    () =>
      onShow
        ? listen(document, { visibilitychange: () => document.visibilityState === 'visible' && void refresh() })
        : undefined,
    [],
  )
  return { ...view, refresh }
}

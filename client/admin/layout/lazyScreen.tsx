import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { ViewProps } from '../viewProps.ts'
import { Waiting } from './Waiting.tsx'

export interface LazyScreen {
  (props: ViewProps): ReactNode
  /** Loads the code in advance. */
  fetchAhead(): void
}

/** A screen whose code is loaded when it is first needed. Not React.lazy, which delays the first render by 300 ms. */
export function lazyScreen(load: () => Promise<ComponentType<ViewProps>>): LazyScreen {
  let Screen: ComponentType<ViewProps> | undefined
  let loading: Promise<void> | undefined

  const loadOnce = (): Promise<void> => {
    loading ??= load().then(
      (loaded) => void (Screen = loaded),
      (cause: unknown) => {
        loading = undefined
        throw cause
      },
    )
    return loading
  }

  function Lazy(props: ViewProps) {
    const [, setState] = useState<object>()
    useEffect(() => {
      if (Screen) return
      loadOnce().then(
        () => setState({}),
        (cause: unknown) =>
          // Thrown while rendering, so that the error boundary catches it.
          setState(() => {
            throw cause
          }),
      )
    }, [])
    return Screen ? <Screen {...props} /> : <Waiting />
  }
  Lazy.fetchAhead = (): void => void loadOnce().catch(() => {})
  return Lazy
}

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { ViewProps } from '../viewProps.ts'
import { Waiting } from './Waiting.tsx'

export interface LaterScreen {
  (props: ViewProps): ReactNode
  /** Fetches the code ahead. */
  fetchAhead(): void
}

/** A screen whose code comes when it is first needed. Not React.lazy, which holds every first showing back for 300 ms. */
export function later(load: () => Promise<ComponentType<ViewProps>>): LaterScreen {
  let Screen: ComponentType<ViewProps> | undefined
  let loading: Promise<void> | undefined

  const come = (): Promise<void> => {
    loading ??= load().then(
      (loaded) => void (Screen = loaded),
      (cause: unknown) => {
        loading = undefined
        throw cause
      },
    )
    return loading
  }

  function Later(props: ViewProps) {
    const [, setState] = useState<object>()
    useEffect(() => {
      if (Screen) return
      come().then(
        () => setState({}),
        (cause: unknown) =>
          // Thrown where the boundary around the view sees it.
          setState(() => {
            throw cause
          }),
      )
    }, [])
    return Screen ? <Screen {...props} /> : <Waiting />
  }
  Later.fetchAhead = (): void => void come().catch(() => {})
  return Later
}

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { withSheet } from '../../lib/sheets.ts'
import { Waiting } from './Waiting.tsx'

/** What a screen is given. */
export interface ViewProps {
  /** Whether it is shown; screens of hidden tabs stay mounted. */
  active: boolean
}

/**
 * A component whose file is loaded when it is drawn first. Where that fails the nearest error boundary says so. Not React.lazy, which keeps
 * what it shows meanwhile for 300 ms.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  let Loaded: ComponentType<P> | undefined
  return (props) => {
    const [isLoaded, setLoaded] = useState(Loaded !== undefined)
    const [failure, setFailure] = useState<{ cause: unknown }>()
    if (failure) throw failure.cause
    useEffect(() => {
      if (isLoaded) return
      load().then(
        (component) => {
          Loaded = component
          setLoaded(true)
        },
        (cause: unknown) => setFailure({ cause }),
      )
    }, [])
    return Loaded ? <Loaded {...props} /> : <Waiting />
  }
}

type PropsOf<C> = C extends ComponentType<infer P extends object> ? P : never

/** The component of this name in a file, with its sheet. */
export const laterIn = <M extends object, N extends keyof M>(load: () => M | Promise<M>, name: N) =>
  later(async () => (await withSheet(load()))[name] as ComponentType<PropsOf<M[N]>>)

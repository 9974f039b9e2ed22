import { type ReactNode, useEffect, useState } from 'react'
import type { ViewProps } from './viewProps.ts'
import { Waiting } from './layout/Waiting.tsx'

type SecondFile = typeof import('./screens.ts')

let loaded: SecondFile | undefined

/** Loads the second file of the back office. It can be called again after a failure. */
export async function loadScreens(): Promise<SecondFile> {
  loaded ??= await import('./screens.ts')
  return loaded
}

/** A screen of the second file. Not React.lazy, which delays the first render by 300 ms. */
export function lazyScreen(name: keyof SecondFile['screens']) {
  return function LazyScreen(props: ViewProps): ReactNode {
    const [file, setFile] = useState(loaded)
    useEffect(() => {
      if (file) return
      loadScreens().then(setFile, (cause: unknown) =>
        // Thrown while rendering, so that the error boundary catches it.
        setFile(() => {
          throw cause
        }),
      )
    }, [])
    const Screen = file?.screens[name]
    return Screen ? <Screen {...props} /> : <Waiting />
  }
}

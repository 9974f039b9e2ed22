import { lazy, Suspense } from 'react'
import { Waiting } from '../ui/Waiting.tsx'

/** Most people see it once, and it is a file of its own. */
const BeginScreen = lazy(async () => ({ default: (await import('./BeginScreen.tsx')).BeginScreen }))

export const LazyBegin = () => (
  <Suspense fallback={<Waiting />}>
    <BeginScreen />
  </Suspense>
)

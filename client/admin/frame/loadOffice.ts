import { signal } from '@preact/signals-react'

type OfficeFile = typeof import('./Office.tsx')

/** The second file of the back office, once it is loaded. Not React.lazy, which delays the first render by 300 ms. */
export const office = signal<OfficeFile | undefined>(undefined)

/** It can be called again after a failure. */
export async function loadOffice(): Promise<void> {
  office.value ??= await import('./Office.tsx')
}

import { signal } from '@preact/signals-react'
import { lastOf } from '../../lib/lastOf.ts'
import { openDialogs } from '../ui/topDialog.ts'

export type Overlay = 'palette' | 'keys' | 'password' | 'qr' | 'system'

/** The dialog of the frame that is wanted: there is one at a time. */
export const overlay = signal<Overlay | undefined>(undefined)

/** Over a form it may open, which stays alive with its screen; over a question or another dialog of the frame it may not. */
export function openOverlay(wanted: Overlay): void {
  const top = lastOf(openDialogs.peek())
  if (!overlay.peek() && (!top || top.closest('.view'))) overlay.value = wanted
}

export function closeOverlay(): void {
  overlay.value = undefined
}

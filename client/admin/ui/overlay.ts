import { signal } from '@preact/signals-react'
import { lastOf } from '../../lib/lastOf.ts'
import { openDialogs } from './topDialog.ts'

export type Overlay = 'palette' | 'password' | 'qr' | 'system'

/** The open dialog of the frame: one at a time. */
export const overlay = signal<Overlay | undefined>(undefined)

/** Opens above a form, which stays mounted with its screen, but not above a prompt or another dialog of the frame. */
export function openOverlay(name: Overlay): void {
  const top = lastOf(openDialogs.peek())
  if (!overlay.peek() && (!top || top.closest('.view'))) overlay.value = name
}

export function closeOverlay(): void {
  overlay.value = undefined
}

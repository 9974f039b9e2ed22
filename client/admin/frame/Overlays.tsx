import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, useEffect } from 'react'
import { listen } from '../../lib/listen.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { PasswordDialog } from '../people/PasswordDialog.tsx'
import { QrDialog } from './QrDialog.tsx'
import { SystemDialog } from '../settings/SystemDialog.tsx'
import { closeOverlay, openOverlay, type Overlay, overlay } from '../overlay.ts'
import { Palette } from './Palette.tsx'
import { onMac } from '../ui/keys.ts'
import { endWork } from '../form/unfinished.ts'

const dialogs: Readonly<Record<Overlay, ComponentType<{ open: boolean; onClose(): void }>>> = {
  palette: Palette,
  keys: KeysDialog,
  password: PasswordDialog,
  qr: QrDialog,
  system: SystemDialog,
}

/** The dialogs of the frame, and the keys that open them. */
export function Overlays() {
  useSignals()
  const shown = overlay.value
  useEffect(() => (shown ? () => endWork('') : undefined), [shown])
  useEffect(() => {
    const unsubscribe = listen(window, { keydown: onKeyDown })
    return () => {
      unsubscribe()
      closeOverlay()
    }
  }, [])
  const Dialog = shown && dialogs[shown]
  return Dialog ? <Dialog open onClose={closeOverlay} /> : null
}

/** The editor and dialogs prevent the default of the keys that they handle. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || altKey) return
  const command = onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  if (command && !shiftKey && key.toLowerCase() === 'k') {
    // Firefox would go to its own search.
    event.preventDefault()
    openOverlay('palette')
  } else if ((key === '?' || key === '？') && !ctrlKey && !metaKey && !isField(target)) {
    event.preventDefault()
    openOverlay('keys')
  }
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))

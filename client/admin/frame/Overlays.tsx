import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, useEffect } from 'react'
import { listen } from '../../lib/listen.ts'
import { endWork } from '../form/unfinished.ts'
import { closeOverlay, openOverlay, type Overlay, overlay } from '../ui/overlay.ts'
import { PasswordDialog } from '../people/PasswordDialog.tsx'
import { user } from '../session/session.ts'
import { SystemDialog } from '../site/SystemDialog.tsx'
import { DeviceCode } from '../site/DeviceCode.tsx'
import { onMac } from '../ui/onMac.ts'
import { Modal } from '../ui/Modal.tsx'
import { Palette } from './Palette.tsx'

const dialogs: Readonly<Record<Overlay, ComponentType<{ open: boolean; onClose(): void }>>> = {
  palette: Palette,
  password: PasswordDialog,
  qr: QrDialog,
  system: SystemDialog,
}

/** The dialogs of the frame, and the keys that open them. */
export function Overlays() {
  useSignals()
  const name = overlay.value
  useEffect(() => (name ? () => endWork('') : undefined), [name])
  useEffect(() => {
    const unsubscribe = listen(window, { keydown: onKeyDown })
    return () => {
      unsubscribe()
      closeOverlay()
    }
  }, [])
  const Dialog = name && dialogs[name]
  return Dialog ? <Dialog open onClose={closeOverlay} /> : null
}

/** The editor and dialogs prevent the default of the keys that they handle. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || altKey) return
  const command = onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  if (command && !shiftKey && key.toLowerCase() === 'k') {
    // Firefox would go to its own search.
    event.preventDefault()
    openOverlay('palette')
  }
}

/** The official account's address, with the user's id in it, for a phone to read. */
function QrDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  useSignals()
  const address = user.value?.followUrl ?? ''
  return (
    <Modal title="扫码关注公众号" width="24rem" open={open} onClose={onClose}>
      {address ? (
        <DeviceCode address={address} label="公众号二维码" words="请使用微信扫一扫" />
      ) : (
        <p className="message qr">尚未配置公众号地址，请联系管理员。</p>
      )}
    </Modal>
  )
}

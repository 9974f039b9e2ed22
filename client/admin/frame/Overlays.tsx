import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, useEffect } from 'react'
import { listen } from '../../lib/listen.ts'
import { endWork } from '../form/unfinished.ts'
import { closeOverlay, openOverlay, type Overlay, overlay } from '../overlay.ts'
import { PasswordDialog } from '../people/PasswordDialog.tsx'
import { may, user } from '../session.ts'
import { SystemDialog } from '../settings/SystemDialog.tsx'
import { editorKeys, formKeys, globalKeys, type Key, listKeys, onMac } from '../ui/keys.ts'
import { Modal } from '../ui/Modal.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { Palette } from './Palette.tsx'

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

const sections = { 随处可用: globalKeys, 列表: listKeys, 填写表单: formKeys, 正文: editorKeys }
const withoutRecords = { 随处可用: globalKeys, 列表: listKeys.filter(({ edits }) => !edits) }

/** Every key of the back office, by where it works. */
function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Modal title="快捷键" width="46rem" open={open} onClose={onClose}>
      {/* Focusable, so that the keyboard can scroll it in a low window. */}
      <div className="keys" role="group" aria-label="所有快捷键" tabIndex={0} data-autofocus>
        {Object.entries(may('record:edit') ? sections : withoutRecords).map(([title, keys]) => (
          <Section key={title} title={title} keys={keys} />
        ))}
      </div>
    </Modal>
  )
}

const Section = ({ title, keys }: { title: string; keys: readonly Key[] }) => (
  <section>
    <h3>{title}</h3>
    <dl>
      {keys.map(({ keys, does }) => (
        <div key={keys} className="split">
          <dt className="row wraps tight">
            {keys.split('、').map((each) => (
              <kbd key={each}>{onMac ? each.replace('Ctrl', '⌘') : each}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** The official account's address, with the user's id in it, for a phone to read. */
function QrDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  useSignals()
  const address = user.value?.followUrl ?? ''
  return (
    <Modal title="扫码关注公众号" width="24rem" open={open} onClose={onClose}>
      <div className="message qr">
        {address ? <QrCode text={address} label="公众号二维码" /> : <p>尚未配置公众号地址，请联系管理员。</p>}
        {address && <p>请使用微信扫一扫</p>}
      </div>
    </Modal>
  )
}

import { useState } from 'react'
import { defaultLogo, user } from '../session.ts'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { SystemForm } from './SystemForm.tsx'

/** The system's name and logo. It can be opened only by those who may change them. */
export function SystemDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const [busy, setBusy] = useState(false)
  const [dirty, setDirty] = useState(false)
  const close = async (): Promise<void> => {
    if (!dirty || (await confirm('有内容尚未保存，关闭后将会丢失，确定关闭吗？', { ok: '放弃修改', cancel: '继续编辑' }))) onClose()
  }
  const { sysName = '', logo = '' } = user.peek() ?? {}
  return (
    <Modal title="系统名称和LOGO" width="32rem" open={open} onClose={() => void close()} busy={busy}>
      {/* The call requires a logo, too: without a change, the one that is shown is sent. */}
      <SystemForm before={{ sysName, logo: logo || defaultLogo }} onBusy={setBusy} onDirty={setDirty} onCancel={() => void close()} onDone={onClose} />
    </Modal>
  )
}

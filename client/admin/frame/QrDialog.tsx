import { useSignals } from '@preact/signals-react/runtime'
import { user } from '../session.ts'
import { Modal } from '../ui/Modal.tsx'
import { QrCode } from '../ui/QrCode.tsx'

/** The official account's address, with the user's id in it, for a phone to read. */
export function QrDialog({ open, onClose }: { open: boolean; onClose(): void }) {
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

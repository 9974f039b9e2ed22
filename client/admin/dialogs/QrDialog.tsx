import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { user } from '../session.ts'
import { Modal } from '../ui/Modal.tsx'

const sizePx = 256

/** The official account's address, with the user's id in it, for a phone to read. */
export function QrDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  useSignals()
  const address = user.value?.followUrl ?? ''
  return (
    <Modal title="扫码关注公众号" width="24rem" open={open} onClose={onClose}>
      <div className="message qr">
        {address ? <QrCode text={address} /> : <p>尚未配置公众号地址，请联系管理员。</p>}
        {address && <p>请使用微信扫一扫</p>}
      </div>
    </Modal>
  )
}

function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 4 }), [text])
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg width={sizePx} height={sizePx} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="公众号二维码" shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={dark} />
    </svg>
  )
}

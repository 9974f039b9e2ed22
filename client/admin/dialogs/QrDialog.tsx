import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { QrCodeGenerateResult } from 'uqr'
import { user } from '../session.ts'
import { Modal } from '../ui/Modal.tsx'

const sizePx = 256

/** The official account's address, with the user's id in it, for a phone to read. */
export function QrDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  useSignals()
  const address = user.value?.followUrl ?? ''
  return (
    <Modal title="扫码关注公众号" width="24rem" open={open} onClose={onClose}>
      <div className="qr">
        {address ? <QrCode text={address} /> : <p>尚未配置公众号地址，请联系管理员。</p>}
        {address && <p>请使用微信扫一扫</p>}
      </div>
    </Modal>
  )
}

/** The encoder is loaded with the first code that is opened. */
function QrCode({ text }: { text: string }) {
  const [code, setCode] = useState<QrCodeGenerateResult | 'failed'>()

  useEffect(() => {
    let active = true
    const show = (result: QrCodeGenerateResult | 'failed'): void => {
      if (active) setCode(result)
    }
    import('./qrCode.ts').then(
      ({ encode }) => show(encode(text, { ecc: 'M', border: 4 })),
      () => show('failed'),
    )
    return () => {
      active = false
    }
  }, [text])

  if (code === 'failed') return <p role="alert">二维码加载失败，请检查网络后重新打开</p>
  const { data, size } = code ?? { data: [], size: 1 }
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg width={sizePx} height={sizePx} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="公众号二维码" aria-busy={code === undefined} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={dark} />
    </svg>
  )
}

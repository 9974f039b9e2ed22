import { useEffect, useState } from 'react'
import { api } from '../api.ts'
import { Modal } from '../ui/Modal.tsx'
import { QrCode } from '../ui/QrCode.tsx'

interface Props {
  id: string
  /** The page of the product. */
  path: string
}

/** Says that it is there, if it is the only one beside those of the program. */
export function FirstProduct({ id, path }: Props) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    isOnlyOwn(id, left.signal).then(
      (only) => !left.signal.aborted && setOpen(only),
      // A pleasure that nobody misses.
      () => {},
    )
    return () => left.abort()
  }, [id])
  const address = new URL(path, location.origin).href
  return (
    <Modal title="您的第一个产品上线了" width="24rem" open={open} onClose={() => setOpen(false)}>
      <div className="message qr">
        <QrCode text={address} label="产品页的二维码" />
        <p>用手机扫一扫，看看它的样子</p>
        <p><a className="inline-link" href={path} target="_blank" rel="noreferrer">在电脑上看</a></p>
      </div>
    </Modal>
  )
}

async function isOnlyOwn(id: string, signal: AbortSignal): Promise<boolean> {
  const { starterRecords: { product } } = await api('siteSetup', {}, signal)
  const { data } = await api('productList', { limit: product.length + 2 }, signal)
  const own = data.filter(({ productId }) => !product.includes(productId))
  return own.length === 1 && own[0]?.productId === id
}

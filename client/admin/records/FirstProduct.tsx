import { useState } from 'react'
import { api } from '../api.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { useLoaded } from '../ui/useLoaded.ts'

interface Props {
  id: string
  /** The page of the product. */
  path: string
}

/** Says that it is there, if it is the only one beside those of the program. In nobody's way: the next one may be begun at once. */
export function FirstProduct({ id, path }: Props) {
  const [closed, setClosed] = useState('')
  const { data: isOnly } = useLoaded((signal) => isOnlyOwn(id, signal), [id])
  if (!isOnly || closed === id) return null
  return (
    <aside className="first-product card stack phone-hidden" aria-label="您的第一个产品上线了">
      <header className="split">
        <h2>您的第一个产品上线了</h2>
        <LinkButton onClick={() => setClosed(id)}>关闭</LinkButton>
      </header>
      <div className="message qr">
        <QrCode text={new URL(path, location.origin).href} label="产品页的二维码" />
        <p>用手机扫一扫，看看它的样子</p>
      </div>
    </aside>
  )
}

async function isOnlyOwn(id: string, signal: AbortSignal): Promise<boolean> {
  const { starterRecords: { product } } = await api('siteSetup', {}, signal)
  const { data } = await api('productList', { limit: product.length + 2 }, signal)
  const own = data.filter(({ productId }) => !product.includes(productId))
  return own.length === 1 && own[0]?.productId === id
}

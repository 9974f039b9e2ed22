import type { PostedForm } from '../../../contract/application.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { FrameFacts } from '../route.ts'
import { ApplyForm } from './ApplyForm.tsx'
import { inquiryKind } from './inquiryKind.ts'
import type { Asked } from './InquiryLink.tsx'

interface Props {
  asked: Asked
  frame: FrameFacts
  offered: boolean
  posted?: PostedForm | undefined
}

/** The form of everybody who has a question. */
export function InquiryForm({ asked: { topic, productId, product, word }, frame, offered, posted }: Props) {
  const more = () => ({ ...(productId && { productId }), seconds: Math.round(performance.now() / 1000) })
  const chosen = { ...(topic && { topic }), ...(word && { question: `想找：${word}。` }) }
  return (
    <ApplyForm kind={inquiryKind} frame={frame} offered={offered} posted={posted} chosen={chosen} more={more}>
      {productId && <input type="hidden" name="productId" value={productId} />}
      {product && (
        <p className="inquiry-product row">
          <Icon name="box" />
          <span>
            咨询产品：<b>{product}</b>
          </span>
        </p>
      )}
    </ApplyForm>
  )
}

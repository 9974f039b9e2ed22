import type { PostedForm } from '../../../contract/application.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { FrameFacts } from '../route.ts'
import { ApplyForm } from './ApplyForm.tsx'
import { inquiryKind, inquiryKindAtDistance } from './inquiryKind.ts'
import type { Asked } from './InquiryLink.tsx'

interface Props {
  asked: Asked
  frame: FrameFacts
  offered: boolean
  posted?: PostedForm | undefined
}

/** The form of everybody who has a question. */
export function InquiryForm({ asked, frame, offered, posted }: Props) {
  const { topic, productId, product } = asked
  const more = () => ({ ...(productId && { productId }), seconds: Math.round(performance.now() / 1000) })
  const question = questionAbout(asked)
  const kind = frame.buttons.visit ? inquiryKind : inquiryKindAtDistance
  const chosen = { ...(topic && { topic }), ...(question && { question }) }
  return (
    <ApplyForm {...{ kind, frame, offered, posted, chosen, more }}>
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

function questionAbout({ word, compared }: Asked): string {
  if (word) return `想找：${word}。`
  return compared ? `在比较：${compared}。` : ''
}

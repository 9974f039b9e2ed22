import { useEffect, useState } from 'react'
import type { PostedForm } from '../../../contract/application.ts'
import { callBackBy } from '../../../contract/callBack.ts'
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
      <CallBack frame={frame} />
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

const msPerMinute = 60_000

/**
 * When staff call back: in general, as every visitor gets it from the server, and with a script by when, as it is now in China. Public
 * holidays are not known here.
 */
function CallBack({ frame: { hours, inquiry } }: Pick<Props, 'frame'>) {
  const [by, setBy] = useState('')
  useEffect(() => {
    // A server of an older release leaves the hours out.
    const update = (): void => setBy(hours ? callBackBy(hours, Date.now()) : '')
    update()
    const timer = setInterval(update, msPerMinute)
    return () => clearInterval(timer)
  }, [hours])
  return <p className="muted">{by ? `${by}前回电，法定节假日顺延` : inquiry.callBack}</p>
}

import { type ReactNode, useEffect, useState } from 'react'
import type { PostedForm } from '../../../contract/application.ts'
import { callBackBy } from '../../../contract/callBack.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { FrameFacts } from '../route.ts'
import { ApplyForm } from './ApplyForm.tsx'
import { inquiryKind, inquiryKindAtDistance, quoteKind } from './inquiryKind.ts'
import type { Asked } from './InquiryLink.tsx'

interface Props {
  asked: Asked
  frame: FrameFacts
  offered: boolean
  posted?: PostedForm | undefined
  /** The products that have been chosen. */
  quote?: { rows: ReactNode; more(): object; onDone(): void }
}

/** The form of everybody who has a question. */
export function InquiryForm({ asked, frame, offered, posted, quote }: Props) {
  const { topic, productId, product, word } = asked
  const more = () => ({
    ...(productId && { productId }),
    ...quote?.more(),
    seconds: Math.round(performance.now() / 1000),
  })
  const question = word && `想找：${word}。`
  const askingKind = frame.buttons.visit ? inquiryKind : inquiryKindAtDistance
  const kind = quote ? quoteKind : askingKind
  const chosen = { ...(topic && { topic }), ...(question && { question }) }
  return (
    <ApplyForm {...{ kind, frame, offered, posted, chosen, more }} onDone={quote?.onDone}>
      {quote?.rows}
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

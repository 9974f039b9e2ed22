import { type ReactNode, useId, useRef } from 'react'
import type { PostedForm } from '../../../contract/leads/application.ts'
import { quotePage } from '../../../contract/site/sitePages.ts'
import { stored } from '../../lib/stored.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { FrameFacts } from '../route.ts'
import { ApplyForm } from './ApplyForm.tsx'
import type { SentFiles } from './applyKinds.ts'
import { CallBack } from './CallBack.tsx'
import { FilesField } from './FilesField.tsx'
import { inquiryKind, inquiryKindAtDistance, quoteKind } from './inquiryKind.ts'
import type { Asked } from './InquiryLink.tsx'
import { useQuoteRows } from '../quoteRows.ts'

interface Props {
  asked: Asked
  frame: FrameFacts
  offered: boolean
  posted?: PostedForm | undefined
  /** The products that have been chosen. */
  quote?: { rows: ReactNode; more(): { items?: object[] } | undefined; onDone(): void }
}

/** What is in the browser's list is not sent with a question: it says so to those who may believe it. */
function KeptList({ frame }: { frame: FrameFacts }) {
  const { length } = useQuoteRows()
  if (length === 0 || !frame.inquiry.quoteList) return null
  return (
    <p className="inquiry-product row">
      <Icon name="clipboard" />
      <span>
        {`询价单里的${length}项不会一起发送，`}
        <a className="accent strong" href={quotePage}>
          去询价单
        </a>
      </span>
    </p>
  )
}

/** The form of everybody who has a question. */
export function InquiryForm({ asked, frame, offered, posted, quote }: Props) {
  const { topic, productId, product, word } = asked
  const more = () => {
    const list = quote ? quote.more() : {}
    const seconds = Math.round(performance.now() / 1000)
    return list && { ...(productId && { productId }), ...list, seconds }
  }
  const question = word && `想找：${word}。`
  const askingKind = frame.buttons.visit ? inquiryKind : inquiryKindAtDistance
  const kind = quote ? quoteKind : askingKind
  const sent = useRef<SentFiles>(null)
  const kept = stored(`${kind.action} files`, 'sessionStorage')
  const id = useId()
  const { fileMegabytes } = frame.inquiry
  const files = fileMegabytes > 0 && {
    sent,
    field: <FilesField {...{ id, sent, kept }} megabytes={fileMegabytes} error={posted?.errors.file} />,
  }
  const chosen = { ...(topic && { topic }), ...(question && { question }) }
  return (
    <ApplyForm {...{ kind, frame, offered, posted, chosen, more }} onDone={quote?.onDone} files={files || undefined}>
      <CallBack frame={frame} values={posted?.values ?? chosen} />
      {quote?.rows}
      {productId && <input type="hidden" name="productId" value={productId} />}
      {product && (
        <p className="inquiry-product row">
          <Icon name="box" />
          <span>
            咨询产品：<b>{product}</b>
          </span>
        </p>
      )}
      {!quote && <KeptList frame={frame} />}
    </ApplyForm>
  )
}

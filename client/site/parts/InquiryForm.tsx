import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { PostedForm } from '../../../contract/leads/application.ts'
import { maxLeadFiles } from '../../../contract/leads/leadFiles.ts'
import { quotePage } from '../../../contract/site/sitePages.ts'
import { minuteMs } from '../../../contract/text/durations.ts'
import { listen, together } from '../../lib/listen.ts'
import { stored } from '../../lib/stored.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { FrameFacts } from '../route.ts'
import { ApplyForm } from './ApplyForm.tsx'
import { type AnsweringFrame, answerIn, answerTo } from './answerTo.ts'
import type { KeptFiles, SentFiles } from './applyKinds.ts'
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

interface CallBackProps {
  frame: AnsweringFrame
  /** What the form begins with. */
  values: PostedForm['values']
}

/** By when the sender of the form around it is answered: in general, as every visitor gets it from the server, then as it is. */
function CallBack({ frame, values }: CallBackProps) {
  const line = useRef<HTMLParagraphElement>(null)
  const [answer, setAnswer] = useState(() => answerTo(values, frame))
  useEffect(() => {
    const form = line.current?.closest('form')
    if (!form) return
    const update = (): void => setAnswer(answerIn(form, frame))
    update()
    const timer = setInterval(update, minuteMs)
    return together(() => clearInterval(timer), listen(form, { input: update }))
  }, [frame.hours])
  return (
    <p className="muted" ref={line}>
      {answer}
    </p>
  )
}

/** Phones offer the camera where pictures are among them. */
const accept = 'image/jpeg,image/png,.pdf,.dwg,.dxf,.docx,.xlsx,.zip'

interface FilesProps {
  id: string
  /** Of this form, until it is sent: a phone that opens its camera may have to load the page anew. */
  kept: KeptFiles
  /** There once a script sends them. */
  sent: RefObject<SentFiles | null>
  megabytes: number
  /** Of a form that was sent without a script. */
  error: string | undefined
}

/** The input is there without a script, too; what sends its files is loaded when somebody reaches for it. */
function FilesField({ error, ...props }: FilesProps) {
  const { id, megabytes } = props
  const input = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<typeof import('./ChosenFiles.tsx')>()
  const load = (): void => void import('./ChosenFiles.tsx').then(setPart, () => {})
  useEffect(() => {
    // Chosen before the script ran.
    if (input.current?.value || props.kept.text()) load()
  }, [])
  return (
    <div className="field files">
      <label className="strong" htmlFor={id}>
        图纸、清单或照片
        <small className="muted">选填</small>
      </label>
      <span className="pick">
        <input
          ref={input}
          id={id}
          type="file"
          name="file"
          multiple
          accept={accept}
          aria-describedby={`${id}-help ${id}-error`}
          onFocus={load}
          onChange={load}
        />
        <span className="button outline" aria-hidden="true">
          选择文件
        </span>
      </span>
      <p className="muted small" id={`${id}-help`}>
        {`最多${maxLeadFiles}个，合计不超过${megabytes} MB：PDF、图片、CAD图纸、Word、Excel或ZIP`}
      </p>
      {part ? (
        <part.ChosenFiles {...props} input={input} />
      ) : (
        <p className="field-error small" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { showModal } from '../../ui/showModal.ts'
import { useOverlayHistory } from '../../ui/useOverlayHistory.ts'
import type { FrameFacts } from '../route.ts'
import { InquiryForm } from './InquiryForm.tsx'
import { askedIn } from './InquiryLink.tsx'

interface Props {
  /** What the link that was followed says; the number is another one each time. */
  asked: { search: string; product: string | undefined; number: number }
  frame: FrameFacts
}

/** The form over the page, on a phone as a sheet from below. Each new `asked` opens it; Back closes it, and Forward shows it as it was. */
export default function InquiryDialog({ asked, frame }: Props) {
  const { search, product, number } = asked
  const box = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(false)
  const { open, close } = useOverlayHistory('inquiry', (number) => setOpened(number !== undefined))

  useEffect(() => open(number), [asked])
  useLayoutEffect(() => (opened && box.current ? showModal(box.current) : undefined), [opened])

  // Not a click, which is also the end of a selection that began in a field.
  const onMouseDown = ({ target }: MouseEvent): void => {
    if (target === box.current) close()
  }
  return (
    <dialog className="inquiry unprinted" ref={box} aria-labelledby="inquiry" onClose={close} onMouseDown={onMouseDown}>
      <div>
        <header className="split">
          <h2 className="like-h3" id="inquiry">
            在线咨询
          </h2>
          <button type="button" className="center" aria-label="关闭" onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <InquiryForm
          key={number}
          asked={{ ...askedIn(new URLSearchParams(search)), product }}
          frame={frame}
          offered={opened}
        />
      </div>
    </dialog>
  )
}

import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { KeyboardEvent, MouseEvent } from 'react'
import { AdminIcon } from './AdminIcon.tsx'
import { Modal } from './Modal.tsx'

interface Options {
  title?: string
  ok?: string
  cancel?: string
}
interface Question extends Required<Options> {
  message: string
  answer(yes: boolean): void
}

/** A second Enter in haste comes within this time. */
const restMs = 400
const questions = signal<readonly Question[]>([])

/**
 * Asks before something is lost, and answers true only for a yes. Cancelling has the focus and the primary colour: whoever presses Enter
 * or Esc without reading loses nothing.
 */
export function confirm(message: string, { title = '提示', ok = '确定', cancel = '取消' }: Options = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const question: Question = {
      message, title, ok, cancel,
      answer(yes) {
        questions.value = questions.peek().filter((each) => each !== question)
        resolve(yes)
      },
    }
    questions.value = [...questions.peek(), question]
  })
}

/** Stands once at the root. */
export function Confirms() {
  useSignals()
  const [question] = questions.value
  if (!question) return null
  const { message, title, ok, cancel, answer } = question
  const giveUp = (): void => {
    restEnter()
    answer(false)
  }
  const button = (yes: boolean) => ({
    type: 'button' as const,
    onClick({ detail }: MouseEvent) {
      // No pointer: pressed by a key.
      if (detail === 0) restEnter()
      answer(yes)
    },
    // An Enter still held down from the button that asked is no answer.
    onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
  })
  return (
    <Modal
      key={message} open title={title} width="26rem" onClose={giveUp}
      footer={
        <>
          <button {...button(true)} className="button bad">
            {ok}
          </button>
          <button {...button(false)} className="button primary" data-autofocus>
            {cancel}
          </button>
        </>
      }
    >
      <p className="question">
        <AdminIcon name="warning" />
        <span>{message}</span>
      </p>
    </Modal>
  )
}

/** An Enter that is pressed twice, or still held, is not for what gets the focus back: it would send a form or ask again. */
function restEnter(): void {
  const end = performance.now() + restMs
  const swallow = (event: globalThis.KeyboardEvent): void => {
    if (!event.repeat && performance.now() > end) return removeEventListener('keydown', swallow, true)
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', swallow, true)
}

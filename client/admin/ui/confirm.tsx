import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
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

const questions = signal<readonly Question[]>([])

/** Asks, and answers true only for a yes. */
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
  return (
    <Modal
      key={message} open title={title} width="26rem" onClose={() => answer(false)}
      footer={
        <>
          <button type="button" className="button" onClick={() => answer(false)}>
            {cancel}
          </button>
          <button
            type="button" className="button primary" data-autofocus onClick={() => answer(true)}
            // An Enter still held down from the button that asked is no answer.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
          >
            {ok}
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

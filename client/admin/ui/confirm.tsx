import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { AdminIcon, Button } from './buttons.tsx'
import { Modal } from './Modal.tsx'

interface Options {
  title?: string
  ok?: string
  cancel?: string
  /** A third way, between the two. */
  other?: string
  /** What is chosen with a yes, below the question. */
  extra?: ReactNode
}
type Answer = boolean | 'other'
interface Prompt extends Options {
  message: string
  resolve(answer: Answer | undefined): void
}

/** An accidental second Enter comes within this time. */
const ignoreEnterMs = 400
const prompts = signal<readonly Prompt[]>([])

/**
 * Asks before something is lost; resolves to true only for a yes. Cancelling has the focus, so that Enter and Esc lose nothing; neither button is
 * filled, so that none looks like the other.
 */
export const confirm = async (message: string, options?: Options): Promise<boolean> =>
  (await choose(message, options)) === true

/** The same where every button does something: resolves to undefined when none was pressed. */
export function choose(message: string, options: Options = {}): Promise<Answer | undefined> {
  return new Promise((resolvePromise) => {
    const prompt: Prompt = {
      ...options,
      message,
      resolve(answer) {
        prompts.value = prompts.peek().filter((each) => each !== prompt)
        resolvePromise(answer)
      },
    }
    prompts.value = [...prompts.peek(), prompt]
  })
}

/** Is mounted once at the root. */
export function Confirms() {
  useSignals()
  const [prompt] = prompts.value
  if (!prompt) return null
  const { message, title = '提示', ok = '确定', other, cancel = '取消', extra, resolve: answer } = prompt
  const dismiss = (): void => {
    ignoreEnter()
    answer(undefined)
  }
  const button = (given: Answer) => ({
    type: 'button' as const,
    onClick({ detail }: MouseEvent) {
      // Without a pointer, it was pressed by a key.
      if (detail === 0) ignoreEnter()
      answer(given)
    },
    // An Enter that is still held down from the button before is no answer.
    onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
  })
  return (
    <Modal
      key={message}
      open
      title={title}
      width="26rem"
      onClose={dismiss}
      footer={
        <>
          <Button kind="bad" {...button(true)}>
            {ok}
          </Button>
          {other !== undefined && <Button {...button('other')}>{other}</Button>}
          <Button {...button(false)} data-autofocus>
            {cancel}
          </Button>
        </>
      }
    >
      <div className="stack loose">
        <p className="question row loose">
          <AdminIcon name="warning" />
          <span>{message.split('\n').map(lineOf)}</span>
        </p>
        {extra}
      </div>
    </Modal>
  )
}

/** Titles in a question have a hanging indent: they may take two lines. */
const lineOf = (line: string, index: number): ReactNode => (
  <span key={index} className={line.startsWith('· ') ? 'listed' : undefined}>
    {line.replace(/^· /, '')}
  </span>
)

/** An Enter that is pressed twice or still held would press what gets the focus back: it would submit a form or ask again. */
function ignoreEnter(): void {
  const end = performance.now() + ignoreEnterMs
  const swallow = (event: globalThis.KeyboardEvent): void => {
    // After another key it is meant.
    const isMeant = event.key !== 'Enter' || (!event.repeat && performance.now() > end)
    if (isMeant) return removeEventListener('keydown', swallow, true)
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', swallow, true)
}

import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { AdminIcon } from './AdminIcon.tsx'
import { Button } from './buttons.tsx'
import { Modal } from './Modal.tsx'

interface Options {
  title?: string
  ok?: string
  cancel?: string
}
interface Prompt extends Required<Options> {
  message: string
  resolve(yes: boolean | undefined): void
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

/** The same where both buttons do something: resolves to undefined when neither was pressed. */
export function choose(
  message: string,
  { title = '提示', ok = '确定', cancel = '取消' }: Options = {},
): Promise<boolean | undefined> {
  return new Promise((resolvePromise) => {
    const prompt: Prompt = {
      message,
      title,
      ok,
      cancel,
      resolve(yes) {
        prompts.value = prompts.peek().filter((each) => each !== prompt)
        resolvePromise(yes)
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
  const { message, title, ok, cancel, resolve: answer } = prompt
  const dismiss = (): void => {
    ignoreEnter()
    answer(undefined)
  }
  const button = (yes: boolean) => ({
    type: 'button' as const,
    onClick({ detail }: MouseEvent) {
      // Without a pointer, it was pressed by a key.
      if (detail === 0) ignoreEnter()
      answer(yes)
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
          <Button {...button(false)} data-autofocus>
            {cancel}
          </Button>
        </>
      }
    >
      <p className="question row loose">
        <AdminIcon name="warning" />
        <span>{message.split('\n').map(lineOf)}</span>
      </p>
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
    if (!event.repeat && performance.now() > end) return removeEventListener('keydown', swallow, true)
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', swallow, true)
}

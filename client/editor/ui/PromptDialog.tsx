import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '../../ui/composing.ts'
import type { Prompt } from './prompts.ts'

/**
 * A few fields in a dialog. It is not a form: the editor may be in one, forms do not nest, and Enter here must not submit the outer one.
 */
export function PromptDialog({ prompt, onDone }: { prompt: Prompt; onDone(): void }) {
  const { title, fields, secondary } = prompt
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [error, setError] = useState<string>()
  const invalid = invalidField(prompt, error)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  /** Closes before unmounting: otherwise the focus does not return to where it was. */
  const cancel = (): void => {
    dialog.current?.close()
    onDone()
  }
  const submit = (): void => {
    const inputs = [...(dialog.current?.querySelectorAll('input') ?? [])]
    // Closed first to return the focus: the command needs the selection.
    dialog.current?.close()
    const message = prompt.submit(Object.fromEntries(inputs.map((input) => [input.name, valueOf(input)])))
    setError(message)
    if (message === undefined) return onDone()
    dialog.current?.showModal()
    inputs[invalidField(prompt, message)]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key !== 'Enter' || isComposing(event) || (event.target as Element).localName !== 'input') return
    event.preventDefault()
    submit()
  }

  return (
    <dialog
      ref={dialog}
      className="editor-prompt card"
      aria-labelledby={`${id}title`}
      onKeyDown={onKeyDown}
      onCancel={cancel}
    >
      <h2 id={`${id}title`}>{title}</h2>
      {fields.map((field, index) => (
        <PromptInput
          key={field.name}
          field={field}
          id={id + field.name}
          error={index === invalid ? error : undefined}
        />
      ))}
      <div className="editor-buttons row wraps">
        {secondary && (
          <button
            type="button"
            className={secondary.className ? `button ${secondary.className}` : 'button'}
            onClick={() => {
              cancel()
              secondary.run()
            }}
          >
            {secondary.name}
          </button>
        )}
        <button type="button" className="button" onClick={cancel}>
          取消
        </button>
        <button type="button" className="button primary" onClick={submit}>
          确定
        </button>
      </div>
    </dialog>
  )
}

function valueOf({ type, checked, value }: HTMLInputElement): string {
  if (type !== 'checkbox') return value
  return checked ? 'on' : ''
}

function PromptInput({ field, id, error }: { field: Prompt['fields'][number]; id: string; error: string | undefined }) {
  const { name, label, kind, value, hint } = field
  const isCheck = kind === 'check'
  return (
    <p className={kind}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className={isCheck ? undefined : 'input'}
        type={isCheck ? 'checkbox' : kind}
        min={kind === 'number' ? 1 : undefined}
        autoComplete="off"
        defaultValue={isCheck ? undefined : value}
        defaultChecked={isCheck && value === 'on'}
        aria-describedby={`${hint ? `${id}hint` : ''} ${error ? `${id}error` : ''}`}
        aria-invalid={error !== undefined}
      />
      {hint && <small id={`${id}hint`}>{hint}</small>}
      {error && (
        <small id={`${id}error`} className="bad" role="alert">
          {error}
        </small>
      )}
    </p>
  )
}

/** The field that a message names, else the first; -1 without a message. */
function invalidField({ fields }: Prompt, message: string | undefined): number {
  if (message === undefined) return -1
  const index = fields.findIndex(({ label }) => message.startsWith(label))
  return Math.max(0, index)
}

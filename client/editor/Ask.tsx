import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Question } from './questions.ts'

/**
 * A few fields in a dialog. It is no form: the editor may stand in one, and a form cannot hold another, nor may Enter here send the
 * one around.
 */
export function Ask({ question: { title, fields, answer, other }, onDone }: { question: Question; onDone(): void }) {
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const [fault, setFault] = useState<string>()

  useEffect(() => {
    box.current?.showModal()
  }, [])

  /** Closed before it goes: only so does the focus return to where it was. */
  const leave = (): void => {
    box.current?.close()
    onDone()
  }
  const submit = (): void => {
    const inputs = [...(box.current?.querySelectorAll('input') ?? [])]
    // The dialog goes first and gives the focus back, or what the answer does would find no selection.
    box.current?.close()
    const wrong = answer(Object.fromEntries(inputs.map(({ name, type, checked, value }) => [name, type === 'checkbox' ? (checked ? 'on' : '') : value])))
    setFault(wrong)
    if (wrong === undefined) return onDone()
    box.current?.showModal()
    inputs[0]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229 || (event.target as Element).localName !== 'input') return
    event.preventDefault()
    submit()
  }

  return (
    <dialog ref={box} className="editor-prompt" aria-labelledby={`${id}title`} onKeyDown={onKeyDown} onCancel={leave}>
      <h2 id={`${id}title`}>{title}</h2>
      {fields.map(({ name, label, kind, value, hint }, at) => (
        <p key={name} className={kind}>
          <label htmlFor={id + name}>{label}</label>
          <input
            id={id + name}
            name={name}
            type={kind === 'check' ? 'checkbox' : kind}
            min={kind === 'number' ? 1 : undefined}
            autoComplete="off"
            defaultValue={kind === 'check' ? undefined : value}
            defaultChecked={kind === 'check' && value === 'on'}
            aria-describedby={`${hint ? `${id}${name}hint` : ''} ${fault && at === 0 ? `${id}fault` : ''}`}
            aria-invalid={at === 0 && fault !== undefined}
          />
          {hint && <small id={`${id}${name}hint`}>{hint}</small>}
        </p>
      ))}
      {fault && (
        <p id={`${id}fault`} className="fault" role="alert">
          {fault}
        </p>
      )}
      <div className="editor-buttons">
        {other && (
          <button
            type="button"
            onClick={() => {
              leave()
              other.act()
            }}
          >
            {other.name}
          </button>
        )}
        <button type="button" onClick={leave}>
          取消
        </button>
        <button type="button" className="main" onClick={submit}>
          确定
        </button>
      </div>
    </dialog>
  )
}

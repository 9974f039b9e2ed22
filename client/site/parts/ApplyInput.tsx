import { type FocusEvent, type ReactNode, useState } from 'react'
import { lengthOf } from '../../../contract/text/characters.ts'
import { maxQuestionLength } from '../../../contract/leads/inquiryForm.ts'
import type { FormField } from './applyKinds.ts'

interface Props {
  id: string
  field: FormField
  value: string | undefined
  error: string | undefined
  autoFocus: boolean
  onInput(): void
  onBlur(event: FocusEvent<HTMLElement>): unknown
  /** Follows the label of a box. */
  children?: ReactNode
}

export function ApplyInput(props: Props) {
  const {
    field: { is, label, optional, mail },
    id,
    error,
    onInput,
    children,
  } = props
  // The line is always there, or the button would move away while it is pressed.
  const message = (
    <p className="field-error small" id={`${id}-error`} aria-live="polite">
      {error}
    </p>
  )
  if (is === 'choice') {
    return (
      <fieldset className="field choice" aria-describedby={`${id}-error`}>
        <legend className="strong">{label}</legend>
        <Topics {...props} />
        {message}
      </fieldset>
    )
  }
  if (is === 'tick') {
    return (
      <div className="field tick">
        <label>
          <input {...attributesOf(props)} type="checkbox" onInput={onInput} />
          {label}
          {children}
        </label>
        {message}
      </div>
    )
  }
  return (
    <div className={`field ${is}`}>
      <label className="strong" htmlFor={id}>
        {label}
        {optional && <small className="muted">选填</small>}
      </label>
      {is === 'lines' && <Lines {...props} />}
      {is === 'phone' && (
        <input
          {...attributesOf(props)}
          type={mail ? 'text' : 'tel'}
          inputMode={mail ? 'email' : 'tel'}
          onInput={onInput}
        />
      )}
      {is === 'text' && <input {...attributesOf(props)} type="text" onInput={onInput} />}
      {message}
    </div>
  )
}

const attributesOf = ({ id, field, value, error, autoFocus, onBlur }: Props) => ({
  id,
  name: field.name,
  autoComplete: field.autoComplete,
  placeholder: field.placeholder,
  defaultValue: value,
  autoFocus,
  onBlur,
  'aria-required': !field.optional,
  'aria-invalid': error !== undefined,
  'aria-describedby': `${id}-error`,
})

/** The first is chosen unless a link or a visitor has chosen another one. */
function Topics({ field: { name, choices = [] }, value, onInput }: Props) {
  const chosen = choices.find((topic) => topic === value) ?? choices[0]
  return (
    <div className="row wraps">
      {choices.map((topic) => (
        <label key={topic}>
          <input type="radio" name={name} value={topic} defaultChecked={topic === chosen} onInput={onInput} />
          <span>{topic}</span>
        </label>
      ))}
    </div>
  )
}

function Lines(props: Props) {
  const { value, onInput } = props
  const [length, setLength] = useState(() => lengthOf(value ?? ''))
  return (
    <>
      <span className="field-count small muted digits">
        {length}/{maxQuestionLength}
      </span>
      <textarea
        {...attributesOf(props)}
        rows={3}
        onInput={({ currentTarget }) => {
          setLength(lengthOf(currentTarget.value))
          onInput()
        }}
      />
    </>
  )
}

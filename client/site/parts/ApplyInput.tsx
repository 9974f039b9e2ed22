import type { InputProps } from './applyKinds.ts'

/** A field of one line, or a box to tick. */
export function ApplyInput(props: InputProps) {
  const { field: { is, label, optional }, id, error, onInput, children } = props
  const message = <Message id={id} error={error} />
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
      {is === 'phone'
        ? <input {...attributesOf(props)} type="tel" inputMode="tel" onInput={onInput} />
        : <input {...attributesOf(props)} type="text" onInput={onInput} />}
      {message}
    </div>
  )
}

export const attributesOf = ({ id, field, value, error, autoFocus, onBlur }: InputProps) => ({
  id, name: field.name, autoComplete: field.autoComplete, placeholder: field.placeholder, defaultValue: value, autoFocus, onBlur,
  'aria-required': !field.optional, 'aria-invalid': error !== undefined, 'aria-describedby': `${id}-error`,
})

/** The line is always there, or the button would move away while it is pressed. */
export const Message = ({ id, error }: Pick<InputProps, 'id' | 'error'>) => (
  <p className="field-error small" id={`${id}-error`} aria-live="polite">
    {error}
  </p>
)

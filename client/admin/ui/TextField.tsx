import { useId } from 'react'
import { Field, type FieldProps, controlProps } from './Field.tsx'

export interface TextFieldProps extends FieldProps {
  type?: 'text' | 'search' | 'tel' | 'date'
  placeholder?: string
  autoComplete?: string
  inputMode?: 'url' | 'tel' | 'text' | 'numeric'
  autoFocus?: boolean
  /** The id of a datalist with suggestions. */
  list?: string
  /** What stands before the text and belongs to the value's meaning, such as the beginning of an address. */
  prefix?: string
}

export function TextField({
  label, name, value, onChange, error, hint, inline, disabled, onBlur, type = 'text', autoComplete = 'off', prefix, ...rest
}: TextFieldProps) {
  const id = useId()
  const input = (
    <input
      {...controlProps(id, error, inline)}
      {...rest}
      className={prefix === undefined ? 'input' : 'input fill'}
      name={name}
      type={type}
      value={value}
      disabled={disabled}
      autoComplete={autoComplete}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return (
    <Field id={id} label={label} error={error} hint={hint} {...(inline && { inline })}>
      {prefix === undefined ? input : (
        <div className="row tight">
          <span className="muted">{prefix}</span>
          {input}
        </div>
      )}
    </Field>
  )
}

import { useId } from 'react'
import { Field, type FieldProps, controlProps } from './Field.tsx'

interface Props extends FieldProps {
  type?: 'text' | 'search' | 'tel' | 'date'
  placeholder?: string
  autoComplete?: string
  inputMode?: 'url' | 'tel'
  /** The id of a datalist with suggestions. */
  list?: string
}

export function TextField({
  label, name, value, onChange, error, hint, inline, disabled, onBlur, type = 'text', autoComplete = 'off', ...rest
}: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint} {...(inline && { inline })}>
      <input
        {...controlProps(id, error, inline)}
        {...rest}
        className="input"
        name={name}
        type={type}
        value={value}
        disabled={disabled}
        autoComplete={autoComplete}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

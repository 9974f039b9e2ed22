import { useId } from 'react'
import { Field, type FieldProps, tied } from './Field.tsx'

interface Props extends FieldProps {
  type?: 'text' | 'search' | 'url' | 'password' | 'tel'
  placeholder?: string
  autoComplete?: string
  inputMode?: 'text' | 'url' | 'numeric' | 'tel'
}

export function TextField({ label, name, value, onChange, fault, hint, inline, disabled, onBlur, type = 'text', autoComplete = 'off', ...rest }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} fault={fault} hint={hint} {...(inline && { inline })}>
      <input
        {...tied(id, fault, inline)}
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

import { useId } from 'react'
import { Field, type FieldProps, tied } from './Field.tsx'

interface Props extends FieldProps {
  rows?: number
  placeholder?: string
}

export function TextArea({ label, name, value, onChange, fault, hint, disabled, onBlur, rows = 3, placeholder }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} fault={fault} hint={hint}>
      <textarea
        {...tied(id, fault)}
        className="input"
        name={name}
        rows={rows}
        value={value}
        disabled={disabled}
        placeholder={placeholder}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

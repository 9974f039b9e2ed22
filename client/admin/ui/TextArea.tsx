import { useId } from 'react'
import { Field, type FieldProps, controlProps } from './Field.tsx'

interface Props extends FieldProps {
  rows?: number
  placeholder?: string
}

export function TextArea({ label, name, value, onChange, error, hint, disabled, onBlur, rows = 3, placeholder }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <textarea
        {...controlProps(id, error)}
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

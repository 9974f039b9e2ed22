import { useId } from 'react'
import { Field, type FieldProps, tied } from './Field.tsx'

interface Props extends FieldProps {
  /** Value and words; the first is the empty choice where there is one. */
  options: readonly (readonly [value: string, words: string])[]
}

export function SelectField({ label, name, value, onChange, fault, hint, inline, disabled, onBlur, options }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} fault={fault} hint={hint} {...(inline && { inline })}>
      <select
        {...tied(id, fault, inline)}
        className="input"
        name={name}
        value={value}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  )
}

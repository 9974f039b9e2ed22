import { useId } from 'react'
import { Field, type FieldProps, controlProps } from './Field.tsx'

interface Props extends FieldProps {
  /** Value and label; the empty choice comes first. */
  options: readonly (readonly [value: string, label: string])[]
}

export function SelectField({ label, name, value, onChange, error, hint, inline, disabled, onBlur, options }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint} {...(inline && { inline })}>
      <select
        {...controlProps(id, error, inline)}
        className="input"
        name={name}
        value={value}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}

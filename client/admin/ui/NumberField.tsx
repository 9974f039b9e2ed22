import { useId, useState } from 'react'
import { controlProps, Field, type FieldProps } from './Field.tsx'

interface Props extends Omit<FieldProps, 'value' | 'onChange'> {
  /** Null while what was typed is no number. */
  value: number | null
  onChange(value: number | null): void
  unit?: string | undefined
}

export function NumberField({ label, name, value, onChange, error, hint, disabled, unit }: Props) {
  const id = useId()
  // What is typed may not be a number yet, such as "118.".
  const [typed, setTyped] = useState<string>()
  return (
    <Field id={id} label={unit === undefined ? label : `${label}（${unit}）`} error={error} hint={hint}>
      <input
        {...controlProps(id, error)}
        className="input"
        name={name}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? (value === null ? '' : String(value))}
        disabled={disabled}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value)
          const number = Number(target.value)
          onChange(target.value.trim() === '' || Number.isNaN(number) ? null : number)
        }}
      />
    </Field>
  )
}

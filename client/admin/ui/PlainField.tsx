import { useId } from 'react'

interface Props {
  label: string
  name: string
  value: string
  onChange(value: string): void
  fault?: string | undefined
  autoComplete?: string
  readOnly?: boolean
  maxLength?: number
}

/** One line of text with its label above and what is wrong with it below. */
export function PlainField({ label, name, value, onChange, fault, autoComplete = 'off', readOnly, maxLength = 200 }: Props) {
  const id = useId()
  return (
    <div className="entry">
      <label htmlFor={id}>{label}</label>
      <div className="entry-box">
        <input
          id={id} name={name} value={value} autoComplete={autoComplete} maxLength={maxLength} spellCheck={false} autoCapitalize="off"
          readOnly={readOnly} aria-invalid={fault !== undefined} aria-describedby={`${id}-fault`} onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <p className="entry-fault" id={`${id}-fault`} aria-live="polite">
        {fault}
      </p>
    </div>
  )
}

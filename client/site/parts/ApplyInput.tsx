import type { ApplyField } from './applyKinds.ts'

const attributes = {
  company: { autoComplete: 'organization', type: 'text', placeholder: '请输入公司全称' },
  person: { autoComplete: 'name', type: 'text', placeholder: '方便我们称呼您' },
  phone: { autoComplete: 'tel', type: 'tel', inputMode: 'tel', placeholder: '11位手机号码' },
} as const

interface Props {
  id: string
  field: ApplyField
  name: string
  label: string
  value: string | undefined
  error: string | undefined
  autoFocus: boolean
  onInput(): void
  onBlur(): unknown
}

/** The line for the message is always there, or the button would move away while it is pressed. */
export function ApplyInput({ id, field, name, label, value, error, autoFocus, onInput, onBlur }: Props) {
  return (
    <div className="field">
      <label className="strong" htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        {...attributes[field]}
        defaultValue={value}
        autoFocus={autoFocus}
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        onInput={onInput}
        onBlur={onBlur}
      />
      <p className="field-error small" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  )
}

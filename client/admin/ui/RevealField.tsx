import { useId, useState } from 'react'
import { AdminIcon } from './AdminIcon.tsx'

interface Props {
  label: string
  name: string
  value: string
  onChange(value: string): void
  fault?: string | undefined
  autoComplete: 'current-password' | 'new-password'
  readOnly?: boolean
}

/** A password that can be looked at. */
export function RevealField({ label, name, value, onChange, fault, autoComplete, readOnly }: Props) {
  const id = useId()
  const [seen, setSeen] = useState(false)
  return (
    <div className="entry">
      <label htmlFor={id}>{label}</label>
      <div className="entry-box">
        <input
          id={id} name={name} type={seen ? 'text' : 'password'} value={value} autoComplete={autoComplete} maxLength={200} spellCheck={false}
          autoCapitalize="off" readOnly={readOnly} aria-invalid={fault !== undefined} aria-describedby={`${id}-fault`}
          onChange={(event) => onChange(event.target.value)}
        />
        <button type="button" className="icon-button" aria-label={seen ? '隐藏密码' : '显示密码'} aria-pressed={seen} onClick={() => setSeen(!seen)}>
          <AdminIcon name={seen ? 'eye-off' : 'eye'} />
        </button>
      </div>
      <p className="entry-fault" id={`${id}-fault`} aria-live="polite">
        {fault}
      </p>
    </div>
  )
}

import { useId, useState } from 'react'
import { AdminIcon } from './AdminIcon.tsx'
import { Field, tied } from './Field.tsx'

interface Props {
  label: string
  name: string
  value: string
  onChange(value: string): void
  fault?: string | undefined
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be looked at. */
export function RevealField({ label, name, value, onChange, fault, autoComplete }: Props) {
  const id = useId()
  const [seen, setSeen] = useState(false)
  return (
    <Field id={id} label={label} fault={fault}>
      <div className="reveal">
        <input
          {...tied(id, fault)} className="input" name={name} type={seen ? 'text' : 'password'} value={value} autoComplete={autoComplete}
          maxLength={200} spellCheck={false} autoCapitalize="off" onChange={(event) => onChange(event.target.value)}
        />
        <button type="button" className="icon-button" aria-label={seen ? '隐藏密码' : '显示密码'} onClick={() => setSeen(!seen)}>
          <AdminIcon name={seen ? 'eye-off' : 'eye'} />
        </button>
      </div>
    </Field>
  )
}

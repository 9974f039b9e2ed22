import { useId, useState } from 'react'
import { IconButton } from './buttons.tsx'
import { Field, type FieldProps, controlProps } from './Field.tsx'

interface Props extends Pick<FieldProps, 'label' | 'name' | 'value' | 'onChange' | 'error' | 'hint' | 'readOnly'> {
  autoComplete: 'current-password' | 'new-password'
  placeholder?: string | undefined
}

/** A password that can be shown. */
export function RevealField({ label, name, value, onChange, error, hint, readOnly, autoComplete, placeholder }: Props) {
  const id = useId()
  const [visible, setVisible] = useState(false)
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <div className="reveal">
        <input
          {...controlProps(id, error)} className="input" name={name} type={visible ? 'text' : 'password'} value={value} readOnly={readOnly}
          autoComplete={autoComplete} placeholder={placeholder}
          maxLength={200} spellCheck={false} autoCapitalize="off" onChange={(event) => onChange(event.target.value)}
        />
        <IconButton icon={visible ? 'eye-off' : 'eye'} label={`${visible ? '隐藏' : '显示'}${label}`} onClick={() => setVisible(!visible)} />
      </div>
    </Field>
  )
}

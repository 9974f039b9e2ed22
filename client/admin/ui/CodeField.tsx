import { useState } from 'react'
import { LinkButton } from './buttons.tsx'
import { type FieldProps, TextField } from './fields.tsx'

type Props = Pick<FieldProps, 'name' | 'value' | 'onChange' | 'error'>

/** A code of an app or, for signing in, a recovery code, which has letters that a keyboard of digits lacks. */
export function CodeField({ recovery = false, ...props }: Props & { recovery?: boolean }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <TextField
        {...props} label={isRecovery ? '恢复码' : '验证码'} autoFocus autoComplete="one-time-code" inputMode={isRecovery ? 'text' : 'numeric'}
        hint={isRecovery ? '开启二次验证时保存的10个恢复码之一，每个只能用一次' : '手机应用里显示的6位数字'}
      />
      {recovery && <LinkButton onClick={() => setRecovery(!isRecovery)}>{isRecovery ? '改用手机上的验证码' : '手机不在身边？用恢复码'}</LinkButton>}
    </>
  )
}

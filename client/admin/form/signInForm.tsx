import { useState } from 'react'
import type { Fields } from '../../../contract/fields.ts'
import { code } from '../../../contract/rules.ts'
import { CallError } from '../../lib/callError.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { useSmallForm } from './smallForm.tsx'

interface SignInFormProps<V> {
  rules: Fields
  initial: V
  send(values: V): Promise<void>
  onRefused(message: string, cause: unknown): void
}

/** The form of a login, which asks for a code once the password is right. */
export function useSignInForm<V extends Record<string, string>>({ rules, send, ...others }: SignInFormProps<V>) {
  const [asked, setAsked] = useState(false)
  const form = useSmallForm({
    ...others, rules: asked ? { ...rules, code } : rules, failure: '登录失败，请重试',
    async send(values) {
      try {
        await send(values)
      } catch (cause) {
        if (asked || !asksForCode(cause)) throw cause
        setAsked(true)
      }
    },
  })
  return { ...form, asked, setAsked }
}

const asksForCode = (cause: unknown): boolean =>
  cause instanceof CallError && (cause.data as { secondFactor?: boolean } | null)?.secondFactor === true

export const SignInRefused = ({ message }: { message: string }) => message !== '' && (
  <p className="login-refused row" role="alert">
    <AdminIcon name="warning" />
    <span>{message}</span>
  </p>
)

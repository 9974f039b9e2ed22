import type { ReactNode } from 'react'
import type { Fields } from '../../../contract/fields.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { useSmallForm } from '../form/smallForm.tsx'
import { Button } from '../ui/buttons.tsx'
import { RevealField, TextField } from '../ui/fields.tsx'

interface AccountFormProps {
  label: string
  /** Of the account and of its secret, by what the call names them. */
  rules: Fields
  account: { name: string; label: string; value: string; placeholder: string }
  secret: { name: string; label: string }
  /** The last characters of the secret that is stored. */
  hint: string | undefined
  action: string
  /** Where to find both. */
  children: ReactNode
  save(values: Record<string, string>): Promise<void>
}

/** An account at another company, and its secret, which is never sent back. */
export function AccountForm({ label, rules, account, secret, hint, action, children, save }: AccountFormProps) {
  const form = useSmallForm<Record<string, string>>({
    rules,
    initial: { [account.name]: account.value, [secret.name]: '' },
    send,
    failure: '保存失败，请重试',
  })
  const { message, sending, values } = form
  const fieldOf = (name: string) => ({ ...form.field(name), value: values[name] ?? '' })
  async function send(values: Record<string, string>): Promise<void> {
    await save(values)
    form.setValues({ ...values, [secret.name]: '' })
  }
  return (
    <form className="push-form" aria-label={label} {...form.attributes}>
      {message !== '' && <FormFailed message={message} />}
      {children}
      <div className="row wraps">
        <TextField
          label={account.label}
          {...fieldOf(account.name)}
          readOnly={sending}
          placeholder={account.placeholder}
        />
        <RevealField
          label={secret.label}
          {...fieldOf(secret.name)}
          readOnly={sending}
          autoComplete="new-password"
          placeholder={hint === undefined ? undefined : `已保存（…${hint}），不修改请留空`}
        />
      </div>
      <Button type="submit" disabled={form.locked}>
        {action}
      </Button>
    </form>
  )
}

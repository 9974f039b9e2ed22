import { loginPassword } from '../../contract/rules.ts'
import { SignInRefused, useSignInForm } from './form/signInForm.tsx'
import { FormDialog } from './form/smallForm.tsx'
import { resetLayout } from './frame/layoutState.ts'
import { leaveForLogin, renew, user } from './session.ts'
import { CodeField } from './ui/CodeField.tsx'
import { confirm } from './ui/confirm.tsx'
import { RevealField, TextField } from './ui/fields.tsx'
import { hasUndrafted, hasUnsaved } from './form/unfinished.ts'

const rules = { password: loginPassword }
const empty = { password: '', code: '' }

/** The login has ended while someone was working: everything stays open, and the failed call is repeated after signing in. */
export function SignInAgain() {
  const name = user.peek()?.name ?? ''
  const form = useSignInForm({ rules, initial: empty, send: ({ password, code }) => renew(name, password, code), onRefused })
  const { field, asked, message } = form

  function onRefused(): void {
    form.focus('password')
  }
  const leave = async (): Promise<void> => {
    const question = hasUndrafted()
      ? '离开后，尚未保存的内容将会丢失，确定离开吗？'
      : '尚未保存的内容会留在这台电脑上，下次登录后打开同一条内容即可恢复。确定离开吗？'
    if (hasUnsaved() && !(await confirm(question, { ok: '返回登录页', cancel: '继续登录' }))) return
    leaveForLogin()
    resetLayout()
  }
  return (
    <FormDialog
      title="登录已失效，请重新登录" width="28rem" ok="登录" cancel="返回登录页" form={form} onClose={() => void leave()}
    >
      <p className="form-lead muted">您填写的内容都还在。重新登录后，刚才的操作会自动继续。</p>
      <TextField label="登录账号" name="username" autoComplete="username" value={name} disabled onChange={() => {}} />
      <RevealField label="登录密码" autoComplete="current-password" {...field('password')} />
      {asked && <CodeField recovery {...field('code')} />}
      <SignInRefused message={message} />
    </FormDialog>
  )
}

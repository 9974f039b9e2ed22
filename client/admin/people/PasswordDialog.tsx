import { untouched } from '../../../contract/calls/fields.ts'
import { messages, newPassword, oldPassword } from '../../../contract/calls/rules.ts'
import { api } from '../session/api.ts'
import { hasDrafts } from '../form/record.ts'
import { FormDialog, useSmallForm } from '../form/smallForm.tsx'
import { endAllAndReload, user } from '../session/session.ts'
import { confirm } from '../ui/confirm.tsx'
import { RevealField } from '../ui/fields.tsx'
import { resultToast, toast } from '../ui/Toast.tsx'
import { forgetWork, hasUnsaved } from '../form/unfinished.ts'

const reloadMs = 2000
const rules = { password: oldPassword, newPassword, again: untouched('请再次输入密码') }
const notify = resultToast()
const empty = { password: '', newPassword: '', again: '' }

interface Props {
  open: boolean
  onClose(): void
}

export function PasswordDialog({ open, onClose }: Props) {
  const form = useSmallForm({
    rules,
    initial: empty,
    send,
    failure: '修改失败，请重试',
    onRefused,
    check: (values) => ({ again: values.again === values.newPassword ? undefined : messages.passwordsDiffer }),
  })
  const { field, sending } = form

  const close = (): void => {
    form.reset()
    onClose()
  }
  async function send({ password, newPassword }: typeof empty): Promise<void> {
    if (
      (hasDrafts() || hasUnsaved()) &&
      !(await confirm('修改密码后需要重新登录，尚未保存的内容将会丢失，确定继续吗？'))
    )
      return
    await api('passwordChange', { password, newPassword })
    close()
    notify(messages.modified)
    toast('请稍候，马上请您用新密码重新登录', 'info')
    setTimeout(() => {
      // The question above was answered.
      forgetWork()
      void endAllAndReload()
    }, reloadMs)
  }
  function onRefused(message: string): void {
    notify(message, 'bad')
    form.focus('password')
  }
  return (
    <FormDialog title="修改密码" ok="确定" {...{ form, open }} onClose={close}>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.peek()?.name ?? ''} readOnly hidden />
      <RevealField label="旧密码" autoComplete="current-password" readOnly={sending} {...field('password')} />
      <RevealField label="新密码" autoComplete="new-password" readOnly={sending} {...field('newPassword')} />
      <RevealField label="确认密码" autoComplete="new-password" readOnly={sending} {...field('again')} />
    </FormDialog>
  )
}

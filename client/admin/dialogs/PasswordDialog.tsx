import { type FormEvent, useId } from 'react'
import { untouched } from '../../../contract/fields.ts'
import { messages, newPassword, oldPassword } from '../../../contract/rules.ts'
import { api } from '../api.ts'
import { hasDrafts } from '../forms/record.ts'
import { useFields } from '../forms/useFields.ts'
import { endAllAndReload, user } from '../session.ts'
import { Button } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { RevealField } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { resultToast, toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { hasUnsaved } from '../work/unfinished.ts'

const reloadMs = 2000
const rules = { password: oldPassword, newPassword, again: untouched('请再次输入密码') }
const notify = resultToast()
const empty = { password: '', newPassword: '', again: '' }

interface Props {
  open: boolean
  onClose(): void
}

export function PasswordDialog({ open, onClose }: Props) {
  const id = useId()
  const fields = useFields(rules, empty)
  const { values, field } = fields
  const [locked, run, sending] = useRepeatGuard()

  const close = (): void => {
    fields.reset()
    onClose()
  }
  const send = async (): Promise<void> => {
    if ((hasDrafts() || hasUnsaved()) && !(await confirm('修改密码后需要重新登录，尚未保存的内容将会丢失，确定继续吗？'))) return
    try {
      await api('passwordChange', { password: values.password, newPassword: values.newPassword })
    } catch (error) {
      const message = fields.refusal(error, '修改失败，请重试')
      if (message === undefined) return
      notify(message, 'bad')
      fields.focus('password')
      return
    }
    close()
    notify(messages.modified)
    toast('请稍候，马上请您用新密码重新登录', 'info')
    setTimeout(() => void endAllAndReload(), reloadMs)
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (fields.validate({ again: values.again === values.newPassword ? undefined : messages.passwordsDiffer })) run(send)
  }

  return (
    <Modal
      title="修改密码" width="30rem" open={open} onClose={close} busy={sending}
      footer={
        <>
          <Button disabled={sending} onClick={close}>取消</Button>
          <Button kind="primary" type="submit" form={id} disabled={locked}>确定</Button>
        </>
      }
    >
      <form id={id} ref={fields.form} noValidate onSubmit={onSubmit}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.peek()?.name ?? ''} readOnly hidden />
        <RevealField label="旧密码" autoComplete="current-password" readOnly={sending} {...field('password')} />
        <RevealField label="新密码" autoComplete="new-password" readOnly={sending} {...field('newPassword')} />
        <RevealField label="确认密码" autoComplete="new-password" readOnly={sending} {...field('again')} />
      </form>
    </Modal>
  )
}

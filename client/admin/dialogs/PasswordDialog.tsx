import { type FormEvent, useId, useRef, useState } from 'react'
import { validateFields, untouched } from '../../../contract/fields.ts'
import { messages, newPassword, oldPassword } from '../../../contract/rules.ts'
import { hasOwn } from '../../../contract/standIns.ts'
import { CallError } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { hasDrafts } from '../forms/record.ts'
import { hasUnsaved } from '../guards.ts'
import { startAnew, user } from '../session.ts'
import { confirm } from '../ui/confirm.tsx'
import { focusFault } from '../ui/focusFault.ts'
import { Modal } from '../ui/Modal.tsx'
import { RevealField } from '../ui/RevealField.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

const reloadMs = 2000
const rules = { password: oldPassword, newPassword, again: untouched('请再次输入密码') }
const empty = { password: '', newPassword: '', again: '' }
type Name = keyof typeof empty
const isName = (name: string | undefined): name is Name => name !== undefined && hasOwn(empty, name)

interface Props {
  open: boolean
  onClose(): void
}

export function PasswordDialog({ open, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const [values, setValues] = useState(empty)
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({})
  const [resting, run] = useRepeatGuard()

  const close = (): void => {
    setValues(empty)
    setFaults({})
    onClose()
  }
  const change = (name: Name) => (value: string) => {
    setValues({ ...values, [name]: value })
    setFaults(({ [name]: _, ...rest }) => rest)
  }
  const send = async (): Promise<void> => {
    if ((hasDrafts() || (await hasUnsaved())) && !(await confirm('修改密码后需要重新登录，尚未保存的内容将会丢失，确定继续吗？'))) return
    try {
      await api('passwordChange', { password: values.password, newPassword: values.newPassword })
    } catch (error) {
      const { message, field } = error instanceof CallError ? error : { message: '修改失败，请重试', field: undefined }
      if (!isName(field)) return toast(message, 'bad')
      setFaults({ [field]: message })
      return focusFault(form.current)
    }
    close()
    toast(messages.modified)
    toast('请稍候，马上请您用新密码重新登录', 'info')
    setTimeout(() => void startAnew(), reloadMs)
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const found = validateFields(rules, values)
    if (!found.again && values.again !== values.newPassword) found.again = messages.passwordsDiffer
    setFaults(found)
    if (Object.keys(found).length > 0) focusFault(form.current)
    else run(send)
  }

  return (
    <Modal
      title="修改密码" width="30rem" open={open} onClose={close} busy={resting}
      footer={
        <>
          <button type="button" className="button" disabled={resting} onClick={close}>
            取消
          </button>
          <button type="submit" form={id} className="button primary" disabled={resting}>
            确定
          </button>
        </>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={onSubmit}>
        {/* By this a password manager knows whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user.peek()?.name ?? ''} readOnly hidden />
        <RevealField
          label="旧密码" name="password" autoComplete="current-password" value={values.password} fault={faults.password} onChange={change('password')}
        />
        <RevealField
          label="新密码" name="newPassword" autoComplete="new-password" value={values.newPassword} fault={faults.newPassword} onChange={change('newPassword')}
        />
        <RevealField
          label="确认密码" name="again" autoComplete="new-password" value={values.again} fault={faults.again} onChange={change('again')}
        />
      </form>
    </Modal>
  )
}

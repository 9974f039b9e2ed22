import { type FormEvent, useId, useState } from 'react'
import { loginPassword } from '../../../contract/rules.ts'
import { hasUndrafted, hasUnsaved } from '../guards.ts'
import { abandon, renew, user } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { RevealField } from '../ui/RevealField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

/** The login has ended while someone was working: everything stays where it is, and the call that failed goes on afterwards. */
export function SignInAgain() {
  const id = useId()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [refused, setRefused] = useState('')
  const [resting, run] = useRepeatGuard()
  const name = user.peek()?.name ?? ''

  const leave = async (): Promise<void> => {
    const words = (await hasUndrafted())
      ? '离开后，尚未保存的内容将会丢失，确定离开吗？'
      : '尚未保存的内容会作为草稿留在这台电脑上，下次登录后打开同一条内容即可恢复。确定离开吗？'
    if (!(await hasUnsaved()) || (await confirm(words, { ok: '返回登录页', cancel: '继续登录' }))) abandon()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const found = loginPassword.validate(password)
    setFault(found)
    if (found) return
    setRefused('')
    run(async () => {
      try {
        await renew(name, password)
      } catch (error) {
        setRefused(error instanceof Error ? error.message : '登录失败，请重试')
      }
    })
  }
  return (
    <Modal
      title="登录已失效，请重新登录" width="28rem" open busy={resting} onClose={() => void leave()}
      footer={
        <>
          <button type="button" className="button" disabled={resting} onClick={() => void leave()}>
            返回登录页
          </button>
          <button type="submit" form={id} className="button primary" disabled={resting}>
            登录
          </button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit}>
        <p className="form-lead">您填写的内容都还在。重新登录后，刚才的操作会自动继续。</p>
        <TextField label="登录账号" name="username" autoComplete="username" value={name} disabled onChange={() => {}} />
        <RevealField
          label="登录密码" name="password" autoComplete="current-password" value={password} fault={fault}
          onChange={(value) => {
            setPassword(value)
            setFault(undefined)
          }}
        />
        {refused && (
          <p className="login-refused" role="alert">
            <AdminIcon name="warning" />
            <span>{refused}</span>
          </p>
        )}
      </form>
    </Modal>
  )
}

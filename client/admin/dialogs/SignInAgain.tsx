import { type FormEvent, useId, useState } from 'react'
import { code, loginPassword } from '../../../contract/rules.ts'
import { useFields } from '../forms/useFields.ts'
import { resetLayout } from '../layoutState.ts'
import { leaveForLogin, renew, user } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Button } from '../ui/buttons.tsx'
import { asksForCode, CodeField } from '../ui/CodeField.tsx'
import { confirm } from '../ui/confirm.tsx'
import { RevealField, TextField } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { hasUndrafted, hasUnsaved } from '../work/unfinished.ts'

const rules = { password: loginPassword }

/** The login has ended while someone was working: everything stays open, and the failed call is repeated after signing in. */
export function SignInAgain() {
  const id = useId()
  // A code is asked for once the password is right.
  const [asked, setAsked] = useState(false)
  const fields = useFields(asked ? { ...rules, code } : rules, { password: '', code: '' })
  const [refusal, setRefusal] = useState('')
  const [locked, run, sending] = useRepeatGuard()
  const name = user.peek()?.name ?? ''

  const leave = async (): Promise<void> => {
    const message = hasUndrafted()
      ? '离开后，尚未保存的内容将会丢失，确定离开吗？'
      : '尚未保存的内容会留在这台电脑上，下次登录后打开同一条内容即可恢复。确定离开吗？'
    if (hasUnsaved() && !(await confirm(message, { ok: '返回登录页', cancel: '继续登录' }))) return
    leaveForLogin()
    resetLayout()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!fields.validate()) return
    setRefusal('')
    run(async () => {
      try {
        await renew(name, fields.values.password, fields.values.code)
      } catch (error) {
        if (asksForCode(error) && !asked) return setAsked(true)
        const message = fields.refusal(error, '登录失败，请重试')
        if (message === undefined) return
        setRefusal(message)
        fields.focus('password')
      }
    })
  }
  return (
    <Modal
      title="登录已失效，请重新登录" width="28rem" open busy={sending} onClose={() => void leave()}
      footer={
        <>
          <Button disabled={sending} onClick={() => void leave()}>返回登录页</Button>
          <Button kind="primary" type="submit" form={id} disabled={locked}>登录</Button>
        </>
      }
    >
      <form id={id} ref={fields.form} noValidate onSubmit={onSubmit}>
        <p className="form-lead muted">您填写的内容都还在。重新登录后，刚才的操作会自动继续。</p>
        <TextField label="登录账号" name="username" autoComplete="username" value={name} disabled onChange={() => {}} />
        <RevealField label="登录密码" autoComplete="current-password" {...fields.field('password')} />
        {asked && <CodeField recovery {...fields.field('code')} />}
        {refusal && (
          <p className="login-refused row" role="alert">
            <AdminIcon name="warning" />
            <span>{refusal}</span>
          </p>
        )}
      </form>
    </Modal>
  )
}

import { type FormEvent, useId } from 'react'
import type { AccountRow } from '../../../contract/entities.ts'
import { untouched } from '../../../contract/fields.ts'
import { api } from '../api.ts'
import { useFields } from '../forms/useFields.ts'
import { Modal } from '../ui/Modal.tsx'
import { RevealField } from '../ui/RevealField.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

const rules = { password: untouched('请输入密码') }

/** For somebody whose phone is lost. */
export function EndSecondFactor({ row: { userId, name }, onClose }: { row: AccountRow; onClose(): void }) {
  const id = useId()
  const { form, values, field, validate, refusal } = useFields(rules, { password: '' })
  const [locked, run, sending] = useRepeatGuard()
  const end = async (): Promise<void> => {
    try {
      await api('accountSecondFactorOff', { userId, ...values })
      toast(`已关闭“${name}”的二次验证`)
      onClose()
    } catch (cause) {
      const message = refusal(cause, '操作失败，请重试')
      if (message !== undefined) toast(message, 'bad')
    }
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (validate()) run(end)
  }
  return (
    <Modal
      open title={`关闭“${name}”的二次验证`} width="30rem" busy={sending} onClose={onClose}
      footer={
        <>
          <button type="button" className="button" disabled={sending} onClick={onClose}>取消</button>
          <button type="submit" form={id} className="button primary" disabled={locked}>关闭二次验证</button>
        </>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={onSubmit}>
        <p className="muted">用于手机丢了、恢复码也没有了的人。对方在所有设备上退出登录，之后只用密码就能登录，首页会提醒重新开启。</p>
        <RevealField label="您自己的登录密码" autoComplete="current-password" {...field('password')} />
      </form>
    </Modal>
  )
}

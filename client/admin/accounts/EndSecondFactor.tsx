import type { AccountRow } from '../../../contract/entities.ts'
import { PasswordForm } from '../account/SecondFactor.tsx'
import { api } from '../api.ts'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/Toast.tsx'

/** For somebody whose phone is lost. */
export function EndSecondFactor({ row: { userId, name }, onClose }: { row: AccountRow; onClose(): void }) {
  const end = async (values: { password: string }): Promise<void> => {
    await api('accountSecondFactorOff', { userId, ...values })
    toast(`已关闭“${name}”的二次验证`)
    onClose()
  }
  return (
    <Modal open title={`关闭“${name}”的二次验证`} width="30rem" onClose={onClose}>
      <div className="stack">
        <p className="muted">用于手机丢了、恢复码也没有了的人。对方在所有设备上退出登录，之后只用密码就能登录，首页会提醒重新开启。</p>
        <PasswordForm label="您自己的登录密码" button="关闭二次验证" send={end} onCancel={onClose} />
      </div>
    </Modal>
  )
}

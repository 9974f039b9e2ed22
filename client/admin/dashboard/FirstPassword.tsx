import { useSignals } from '@preact/signals-react/runtime'
import { openOverlay } from '../overlay.ts'
import { user } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'

/** Somebody else knows the person's password. */
export function FirstPassword() {
  useSignals()
  if (!user.value?.firstPassword) return null
  return (
    <section className="dashboard-warning card" aria-label="密码">
      <AdminIcon name="lock" />
      <p><strong>请换一个只有自己知道的密码</strong></p>
      <p>
        {'现在的密码是第一次启动时的，或是管理员给的，还有别人知道。'}
        <button type="button" className="inline-link" onClick={() => openOverlay('password')}>修改密码</button>
      </p>
    </section>
  )
}

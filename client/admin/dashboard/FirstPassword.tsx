import { useSignals } from '@preact/signals-react/runtime'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { openOverlay } from '../overlay.ts'
import { user } from '../session.ts'
import { Link } from '../ui/Link.tsx'
import { Warning } from '../ui/sheets.tsx'

/** Somebody else knows the person's password, or has ended the second factor. */
export function FirstPassword() {
  useSignals()
  const { firstPassword, secondFactor } = user.value ?? {}
  const ended = secondFactor?.endedBy
  return (
    <>
      {ended && (
        <Warning icon="lock" label="二次验证" titles={['您的二次验证已经关闭']}>
          {`“${ended.name}”在${ended.at.slice(0, 16)}关闭了它，现在只用密码就能登录。请在`}
          <Link className="inline-link" href={adminScreens.account}>我的账号</Link>
          重新开启。
        </Warning>
      )}
      {firstPassword && (
        <Warning icon="lock" label="密码" titles={['请换一个只有自己知道的密码']}>
          {'现在的密码是第一次启动时的，或是管理员给的，还有别人知道。'}
          <button type="button" className="inline-link" onClick={() => openOverlay('password')}>修改密码</button>
        </Warning>
      )}
    </>
  )
}

import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { user } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { confirmSignOut } from '../confirmSignOut.ts'
import { openOverlay } from '../overlay.ts'
import { useMenu } from '../ui/useMenu.ts'

export function UserMenu() {
  useSignals()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const onKeyDown = useMenu(open, box, () => setOpen(false))
  const { name = '', avatar = '' } = user.value ?? {}
  const pick = (act: () => void) => () => {
    setOpen(false)
    // A dialog returns the focus to what had it before.
    box.current?.querySelector('button')?.focus()
    act()
  }
  return (
    <div className="user-menu" ref={box} onKeyDown={open ? onKeyDown : undefined}>
      <button type="button" className="user-button row quiet" aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        {avatar
          ? <img src={avatar} alt="" width={28} height={28} />
          : <i className="center" aria-hidden="true">{[...name][0]?.toUpperCase()}</i>}
        <span className="clamped">{name}</span>
        <AdminIcon name="chevron-down" />
      </button>
      {open && (
        <div className="menu card" role="menu" aria-label="账号">
          <button type="button" role="menuitem" onClick={pick(() => navigate(adminScreens.account))}>
            <AdminIcon name="users" />
            我的账号
          </button>
          <button type="button" role="menuitem" onClick={pick(() => openOverlay('password'))}>
            <AdminIcon name="lock" />
            修改密码
          </button>
          <button type="button" role="menuitem" onClick={pick(() => openOverlay('qr'))}>
            <AdminIcon name="qr" />
            扫码关注公众号
          </button>
          <button type="button" role="menuitem" onClick={pick(() => openOverlay('keys'))}>
            <AdminIcon name="keyboard" />
            快捷键
          </button>
          <hr />
          <button type="button" role="menuitem" onClick={pick(() => void confirmSignOut())}>
            <AdminIcon name="logout" />
            退出登录
          </button>
        </div>
      )}
    </div>
  )
}

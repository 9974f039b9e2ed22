import { useSignals } from '@preact/signals-react/runtime'
import { Fragment, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { user } from '../session.ts'
import { AdminIcon, type AdminIconName } from '../ui/AdminIcon.tsx'
import { confirmSignOut } from '../confirmSignOut.ts'
import { openOverlay } from '../overlay.ts'
import { useMenu } from '../ui/useMenu.ts'

const entries: readonly (readonly [icon: AdminIconName, words: string, act: () => void])[] = [
  ['users', '我的账号', () => navigate(adminScreens.account)],
  ['lock', '修改密码', () => openOverlay('password')],
  ['qr', '扫码关注公众号', () => openOverlay('qr')],
  ['keyboard', '快捷键', () => openOverlay('keys')],
  ['logout', '退出登录', () => void confirmSignOut()],
]

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
          {entries.map(([icon, words, act]) => (
            <Fragment key={words}>
              {icon === 'logout' && <hr />}
              <button type="button" role="menuitem" onClick={pick(act)}>
                <AdminIcon name={icon} />
                {words}
              </button>
            </Fragment>
          ))}
        </div>
      )}
    </div>
  )
}

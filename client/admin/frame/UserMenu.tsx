import { useSignals } from '@preact/signals-react/runtime'
import { Fragment } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { user } from '../session.ts'
import { AdminIcon, type AdminIconName } from '../ui/AdminIcon.tsx'
import { confirmSignOut } from '../confirmSignOut.ts'
import { openOverlay } from '../overlay.ts'

const entries: readonly (readonly [icon: AdminIconName, words: string, act: () => void])[] = [
  ['users', '我的账号', () => navigate(adminScreens.account)],
  ['lock', '修改密码', () => openOverlay('password')],
  ['qr', '扫码关注公众号', () => openOverlay('qr')],
  ['keyboard', '快捷键', () => openOverlay('keys')],
  ['logout', '退出登录', () => void confirmSignOut()],
]

export function UserMenu() {
  useSignals()
  const { name = '', avatar = '' } = user.value ?? {}
  return (
    <div className="user-menu">
      <MenuButton
        className="user-button row quiet"
        menu={(open) => (
          <Menu {...open} className="menu card" aria-label="账号">
            {entries.map(([icon, words, act]) => (
              <Fragment key={words}>
                {icon === 'logout' && <hr />}
                <button type="button" role="menuitem" onClick={act}>
                  <AdminIcon name={icon} />
                  {words}
                </button>
              </Fragment>
            ))}
          </Menu>
        )}
      >
        {avatar
          ? <img src={avatar} alt="" width={28} height={28} />
          : <i className="center" aria-hidden="true">{[...name][0]?.toUpperCase()}</i>}
        <span className="clamped">{name}</span>
        <AdminIcon name="chevron-down" />
      </MenuButton>
    </div>
  )
}

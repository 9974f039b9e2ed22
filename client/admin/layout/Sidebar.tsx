import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { sysNameLogoUpdate } from '../../../contract/entities.ts'
import { may, user } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { groupTitle, type View, views } from '../views.ts'
import { mobile, opened } from './layoutState.ts'

const before = views.filter((view) => view.pinned)
const grouped = views.filter((view) => view.grouped)
const after = views.filter((view) => !view.pinned && !view.grouped)

export function Sidebar({ path, onName }: { path: string; onName(): void }) {
  useSignals()
  const entry = ({ path: to, title, label = title, icon, Screen }: View) => (
    <li key={to} onPointerEnter={Screen.fetchAhead} onFocus={Screen.fetchAhead}>
      <Link href={to} title={opened.value ? undefined : label} aria-current={to === path ? 'page' : undefined}>
        <AdminIcon name={icon} />
        <span>{label}</span>
      </Link>
    </li>
  )
  return (
    <aside className="sidebar" inert={mobile.value && !opened.value}>
      <Brand onName={onName} />
      <nav aria-label="后台菜单">
        <ul>
          {before.map(entry)}
          <li className="menu-group">
            <span>{groupTitle}</span>
            <ul>{grouped.map(entry)}</ul>
          </li>
          {after.map(entry)}
        </ul>
      </nav>
    </aside>
  )
}

/** The system's logo and name: a button only for those who may change them. */
function Brand({ onName }: { onName(): void }) {
  useSignals()
  const { sysName = '', logo = '' } = user.value ?? {}
  const inside = (
    <>
      <img src={logo || '/media/mark.svg'} alt="" width={32} height={32} />
      <span>{sysName}</span>
    </>
  )
  if (!may(sysNameLogoUpdate)) return <div className="brand">{inside}</div>
  return (
    <button type="button" className="brand" title="修改系统名称和LOGO" onClick={onName}>
      {inside}
    </button>
  )
}

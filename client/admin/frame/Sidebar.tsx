import { useSignals } from '@preact/signals-react/runtime'
import { leadKinds, type LeadKind } from '../../../contract/leads/leadKinds.ts'
import { leadCounts, countNewLeads } from '../leads/newLeads.ts'
import { may, user } from '../session/session.ts'
import { checkSession, useSessionCheck } from '../session/sessionCheck.ts'
import { AdminIcon, Link } from '../ui/buttons.tsx'
import { type Group, groups, menuViews, type View, viewAt } from './views.ts'
import { BrandWords, namesHidden } from './FrameParts.tsx'
import { mobile, sidebarOpen } from './layoutState.ts'
import { openOverlay } from '../ui/overlay.ts'

const grouped = (views: readonly View[]) =>
  (Object.keys(groups) as Group[])
    .map((group) => ({ title: groups[group], members: views.filter((view) => view.group === group) }))
    .filter(({ members }) => members.length > 0)

export function Sidebar({ path }: { path: string }) {
  useSignals()
  useSessionCheck(may('agent:update') ? countNewLeads : checkSession)
  const views = menuViews()
  const current = viewAt(path)
  const hidden = namesHidden()
  /** An address without an entry of its own marks the entry that it lies under. */
  const currentMark = (entryPath: string): 'page' | 'true' | undefined => {
    if (entryPath === path) return 'page'
    const hasEntry = views.some((view) => view.path === path)
    return !hasEntry && entryPath === current?.under ? 'true' : undefined
  }
  const entry = ({ path: to, title, icon, counts }: View) => (
    <li key={to}>
      <Link
        className="row loose"
        href={to}
        title={sidebarOpen.value ? undefined : title}
        aria-current={currentMark(to)}
      >
        <AdminIcon name={icon} />
        <span className={hidden}>{title}</span>
        {counts && <NewLeads kind={counts} />}
      </Link>
    </li>
  )
  return (
    <aside className="sidebar column" inert={mobile.value && !sidebarOpen.value}>
      <Brand />
      <nav aria-label="后台菜单">
        <ul>
          {views.filter(({ group }) => !group).map(entry)}
          {grouped(views).map(({ title, members }) => (
            <li key={title} className="menu-group">
              <span className="tiny">{title}</span>
              <ul>{members.map(entry)}</ul>
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  )
}

/** How many of a kind are new. */
function NewLeads({ kind }: { kind: LeadKind }) {
  useSignals()
  const { fresh } = leadCounts.value[kind]
  return (
    fresh > 0 && (
      <span className="menu-count push tiny digits">
        <span aria-hidden="true">{fresh > 99 ? '99+' : fresh}</span>
        <span className="visually-hidden">{`${fresh}条新${leadKinds[kind].noun}`}</span>
      </span>
    )
  )
}

/** The system's logo and name: a button only for those who may change them. */
function Brand() {
  useSignals()
  const { sysName = '', logo = '' } = user.value ?? {}
  const content = <BrandWords {...{ sysName, logo }} />
  if (!may('sysNameLogo:update')) return <div className="brand row loose">{content}</div>
  return (
    <button type="button" className="brand row loose" title="修改系统名称和LOGO" onClick={() => openOverlay('system')}>
      {content}
    </button>
  )
}
